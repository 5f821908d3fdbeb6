package slmlab.cli.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.cli.Cli;
import slmlab.cli.CommandResult;
import slmlab.experiment.Lab;
import slmlab.experiment.Listener;
import slmlab.experiment.TinySpecs;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `rl-evaluator` from a file of answers: from a run to a report, and the same report again.
@Tag("slow")
class EvaluatorFlowTest {
    private static final Path ANSWERS = Path.of("../skills/src/test/resources/flows/evaluator-cartpole.yaml");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private static Path temp;

    @BeforeAll
    static void train() {
        CommandResult trained = CommandResult.of(
                "run",
                "../spec/ppo/cartpole.json",
                "train",
                "--quiet",
                "--data",
                temp.toString(),
                "--name",
                "pole",
                "--threads",
                "1",
                "--max-frame",
                "12000");
        assertThat(trained.code()).as(trained.toString()).isEqualTo(Cli.DONE);
    }

    /// @param change a part of the answers
    /// @param to what stands there instead
    private static CommandResult flow(Path run, String folder, String change, String to) throws IOException {
        String answers = Files.readString(ANSWERS);
        assertThat(answers).contains("run: RUN\n", change);
        Path file = Files.writeString(
                temp.resolve(folder + ".yaml"),
                answers.replace("run: RUN\n", "run: %s\n".formatted(run)).replace(change, to));
        return CommandResult.of(
                "flow",
                "run",
                "rl-evaluator",
                "--answers",
                file.toString(),
                "--output",
                temp.resolve(folder).toString());
    }

    private static SortedMap<String, byte[]> files(Path folder) throws IOException {
        SortedMap<String, byte[]> all = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path each : paths.filter(Files::isRegularFile).toList()) {
                all.put(folder.relativize(each).toString(), Files.readAllBytes(each));
            }
        }
        return all;
    }

    private static JsonNode json(Path file) {
        return JsonMapper.shared().readTree(file.toFile());
    }

    /// Nothing in the folder depends on when it was made: the only time stamp is that of the run itself.
    @Test
    void theSameAnswersGiveTheSameReport() throws IOException {
        Path run = temp.resolve("pole");
        CommandResult first = flow(run, "one", "RUN", "RUN");
        assertThat(first.code()).as(first.toString()).isEqualTo(Cli.DONE);
        assertThat(flow(run, "two", "RUN", "RUN").code()).isEqualTo(Cli.DONE);
        SortedMap<String, byte[]> files = files(temp.resolve("one"));
        assertThat(files)
                .containsKeys("report.md", "report.json", "dossier/report.md", "dossier/report.html")
                .containsKeys("dossier/attack.png", "dossier/explain.png", "dossier/learning.png", "dossier/ood.png")
                .containsKeys("evaluation.json", "shifts/ood.json", "episode.gif", "explanation/explain_ig_mean.png")
                .containsKeys("diagnosis.json", "attacks/attack.json")
                .hasSizeGreaterThan(30);
        SortedMap<String, byte[]> others = files(temp.resolve("two"));
        assertThat(others.keySet()).isEqualTo(files.keySet());
        files.forEach((name, bytes) -> assertThat(others.get(name)).as(name).isEqualTo(bytes));
    }

    @Test
    void theReportHasWhatWasAskedAndFound() throws IOException {
        assertThat(flow(temp.resolve("pole"), "report", "RUN", "RUN").code()).isEqualTo(Cli.DONE);
        String report = Files.readString(temp.resolve("report/report.md"));
        assertThat(report)
                .contains("Is a training of 12,000 frames enough for the demo?", "(dossier/report.md)")
                .contains("- Which mean return counts as success? `475`")
                .contains("## 2. Evaluate on seeds that training never saw", "session 0: mean return ")
                .contains("robustness area ", "pole angular velocity", "sanity: rank correlation", "halves at")
                .contains("not applicable: init.agents is 1")
                .doesNotContain(temp.toString() + "/report");
        assertThat(Files.readString(temp.resolve("report/dossier/report.md")))
                .contains("slm-lab dossier %s --episodes 2 --seed 1000000".formatted(temp.resolve("pole")));
        JsonNode steps = json(temp.resolve("report/report.json")).get("steps");
        assertThat(steps.size()).isEqualTo(9);
        double deterministic = json(temp.resolve("report/evaluation.json"))
                .get("deterministic")
                .get("mean")
                .doubleValue();
        assertThat(json(temp.resolve("report/attacks/attack.json")).get("seed").longValue())
                .isEqualTo(1_000_000);
        assertThat(deterministic).isPositive();
    }

    @Test
    void stepsThatDoNotApplySayWhy() throws IOException {
        Path run = Lab.run(
                        TinySpecs.plan(temp, "ppo_rnn", "", ""),
                        TinySpecs.options(temp).seed(4),
                        Listener.NONE)
                .folder()
                .path();
        CommandResult refused = flow(run, "memory", "RUN", "RUN");
        assertThat(refused.code()).isEqualTo(Cli.FAILED);
        assertThat(refused.err()).contains("step attacks failed").doesNotContain("Exception");
        assertThat(flow(run, "memory", "success: 475", "success: 475\n    recurrent: yes\n    agents: 2")
                        .code())
                .isEqualTo(Cli.WRONG_INPUT); // answers to a step that is not asked
        String answers = Files.readString(temp.resolve("memory.yaml"))
                .replaceAll("(?m)^  (attacks|plots): .*\n", ""); // without answers a step takes its defaults: no GIF
        Path file = Files.writeString(temp.resolve("memory2.yaml"), answers);
        CommandResult done = CommandResult.of(
                "flow",
                "run",
                "rl-evaluator",
                "--answers",
                file.toString(),
                "--output",
                temp.resolve("memory").toString());
        assertThat(done.code()).as(done.toString()).isEqualTo(Cli.DONE);
        assertThat(Files.readString(temp.resolve("memory/report.md")))
                .contains("missing: slm-lab does not have evaluation of several agents yet")
                .contains("not applicable: init.recurrent is yes", "hidden norm of net: ");
        assertThat(Files.readString(temp.resolve("memory/04-plots.md")))
                .contains("episode 1: return")
                .doesNotContain("--gif");
        assertThat(temp.resolve("memory/explanation/hidden_norm.png")).isNotEmptyFile();
        assertThat(temp.resolve("memory/dossier/hidden_norm.png")).isNotEmptyFile();
    }
}
