package slmlab.cli.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.cli.CommandResult;
import slmlab.cli.KnownCommands;
import slmlab.cli.OwnCommands;
import slmlab.file.JsonFile;
import slmlab.flow.AnswersFile;
import slmlab.flow.FlowRun;
import slmlab.flow.FlowStep;
import slmlab.flow.Workflow;
import slmlab.flow.Workflows;
import slmlab.skill.CommandLines;

/// `rl-mlops-engineer` from files of answers: what it writes passes `check`, trains and searches.
@Tag("slow")
class MlopsFlowTest {
    private static final Path ANSWERS = Path.of("..", "skills", "src", "test", "resources", "flows");
    private static final int INTERRUPTED = 5; // steps before
    private static final PrintWriter NOWHERE = new PrintWriter(Writer.nullWriter());

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private static Path temp;

    /// Both flows, run once for all tests.
    @BeforeAll
    static void run() {
        for (String problem : List.of("cartpole", "pendulum")) {
            CommandResult result = CommandResult.of(
                    "flow",
                    "run",
                    "rl-mlops-engineer",
                    "--answers",
                    answers(problem).toString(),
                    "--output",
                    flow(problem).toString());
            assertThat(result.err()).isEmpty();
            assertThat(result.code()).as(result.out()).isZero();
            assertThat(result.out()).contains("step 8 of 8: Write the run book", "with its meta and search blocks");
        }
    }

    private static Path answers(String problem) {
        return ANSWERS.resolve("mlops-%s.yaml".formatted(problem));
    }

    private static Path flow(String problem) {
        return temp.resolve(problem);
    }

    private static CommandResult run(Path spec, String... words) {
        List<String> all = new ArrayList<>(List.of("run", spec.toString()));
        all.addAll(List.of(words));
        all.addAll(List.of("--quiet", "--data", temp.resolve("data").toString()));
        return CommandResult.of(all.toArray(String[]::new));
    }

    private static Map<String, String> files(Path folder) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> entries = Files.walk(folder)) {
            for (Path file : entries.filter(Files::isRegularFile).toList()) {
                files.put(folder.relativize(file).toString(), Files.readString(file));
            }
        }
        return files;
    }

    @Test
    void theSpecOfTheRunBookTrainsAndIsSearched() throws IOException {
        Path folder = flow("cartpole");
        Path spec = folder.resolve("spec.json");
        assertThat(CommandResult.of("check", spec.toString()).out()).contains("1 spec: 1 right");
        assertThat(JsonFile.read(spec))
                .extracting("pole_runs")
                .extracting("meta")
                .hasToString("{distributed=false, log_frequency=1000, max_session=4, rigorous_eval=10, "
                        + "eval_frequency=10000, max_trial=16, "
                        + "search_scheduler={grace_period=20000, reduction_factor=3}, "
                        + "keep={every=20000, last=3, top=2}}");

        CommandResult train = run(spec, "train", "--max-frame", "2048", "--name", "trained");
        assertThat(train.code()).as(train.err()).isZero();
        assertThat(train.out()).contains("4 sessions", "trial_metrics: frame:2.05e+03");

        CommandResult search = run(
                spec,
                "search",
                "--max-frame",
                "2048",
                "--trials",
                "2",
                "--no-confirm",
                "-s",
                "meta.search_scheduler.grace_period=1024");
        assertThat(search.code()).as(search.err()).isZero();
        assertThat(search.out()).contains("2 of 2 trials ended");
    }

    @Test
    void aPopulationOfAnAgentThatWasDesignedElsewhere() throws IOException {
        Path folder = flow("pendulum");
        Path spec = folder.resolve("spec.json");
        assertThat(Files.readString(spec)).contains("\"training_iter\" : 4", "\"hid_layers\" : [ 64, 64 ]");
        assertThat(Files.readString(folder.resolve("RUNBOOK.md")))
                .contains("slm-lab run spec.json pendulum_runs search --seeds 1 --state-seconds 120")
                .doesNotContain("--track");
        CommandResult search = run(
                spec,
                "search",
                "--seeds",
                "1",
                "--max-frame",
                "1600",
                "-s",
                "meta.search_pbt.interval=800",
                "--trials",
                "2");
        assertThat(search.code()).as(search.err()).isZero();
        assertThat(search.out()).contains("member");
    }

    @ParameterizedTest
    @ValueSource(strings = {"cartpole", "pendulum"})
    void everyCommandOfTheRunBookExists(String problem) throws IOException {
        String book = Files.readString(flow(problem).resolve("RUNBOOK.md"));
        List<CommandLines.Found> commands = CommandLines.of(
                book.substring(book.indexOf("```bash") + 7, book.indexOf("```\n", book.indexOf("```bash") + 7)), 1);
        assertThat(commands).hasSizeGreaterThan(6);
        KnownCommands known = new KnownCommands();
        assertThat(commands)
                .allSatisfy(each -> assertThat(known.problem(each.words())).isEmpty());
        assertThat(book).contains("## 5. Decide what is kept", "missing: slm-lab does not have datasets yet");
    }

    @Test
    void anInterruptedFlowEndsWithTheSameBytes() throws IOException {
        Path whole = flow("cartpole");
        Workflow flow = Workflows.shipped().named("rl-mlops-engineer");
        Map<String, Map<String, Object>> answers = AnswersFile.read(answers("cartpole"), flow);
        Path folder = temp.resolve("interrupted");
        try (FlowRun run = FlowRun.open(flow, folder, new OwnCommands(), null)) {
            for (int i = 0; i < INTERRUPTED; i++) {
                Optional<FlowStep> next = run.next();
                run.answer(
                        next.orElseThrow(),
                        Objects.requireNonNull(answers.get(next.get().id())),
                        NOWHERE);
            }
        }
        CommandResult rest = CommandResult.of(
                "flow",
                "run",
                "rl-mlops-engineer",
                "--answers",
                answers("cartpole").toString(),
                "-o",
                folder.toString());
        assertThat(rest.code()).isZero();
        assertThat(rest.out())
                .doesNotContain("step %s of 8".formatted(INTERRUPTED))
                .contains("step 8 of 8");
        assertThat(files(folder)).isEqualTo(files(whole)).hasSizeGreaterThan(16);
    }

    @Test
    void aRolloutThatTheMinibatchDoesNotDivideFailsItsStep() throws IOException {
        Path file = temp.resolve("answers.yaml");
        Files.writeString(file, Files.readString(answers("cartpole")).replace("steps: 256", "steps: 250"));
        CommandResult result =
                CommandResult.of("flow", "run", "rl-mlops-engineer", "--answers", file.toString(), "-o", temp + "/f");
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out()).contains("ERROR C01");
        assertThat(result.err()).contains("step rollouts failed: slm-lab calc batch");
    }
}
