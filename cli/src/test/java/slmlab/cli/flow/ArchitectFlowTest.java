package slmlab.cli.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.cli.CommandResult;
import slmlab.cli.OwnCommands;
import slmlab.experiment.Lab;
import slmlab.experiment.RunOptions;
import slmlab.flow.AnswersFile;
import slmlab.flow.FlowRun;
import slmlab.flow.FlowStep;
import slmlab.flow.Workflow;
import slmlab.flow.Workflows;

/// `rl-architect` from files of answers: every validator passes, and the spec of the last step trains as it is.
@Tag("slow")
class ArchitectFlowTest {
    private static final Path ANSWERS = Path.of("..", "skills", "src", "test", "resources", "flows");
    private static final PrintWriter NOWHERE = new PrintWriter(Writer.nullWriter());

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private static String answers(String problem) {
        return ANSWERS.resolve("architect-%s.yaml".formatted(problem)).toString();
    }

    private CommandResult flow(String problem, Path folder) {
        CommandResult result = CommandResult.of(
                "flow", "run", "rl-architect", "--answers", answers(problem), "--output", folder.toString());
        assertThat(result.err()).isEmpty();
        assertThat(result.code()).as(result.out()).isZero();
        return result;
    }

    private static Map<String, String> files(Path folder) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> entries = Files.list(folder)) {
            for (Path file : entries.toList()) {
                files.put(file.getFileName().toString(), Files.readString(file));
            }
        }
        return files;
    }

    @ParameterizedTest
    @CsvSource({
        "cartpole, cartpole_design, PPO on CartPole-v1, 5",
        "pendulum, pendulum_design, SoftActorCritic on Pendulum-v1, 5",
        "two-agents, carriers_design, PPO on LunarLander-v3, 7"
    })
    void everyValidatorPasses(String problem, String name, String agent, int validated) {
        CommandResult result = flow(problem, temp.resolve(problem));
        assertThat(result.out().lines().filter(line -> line.startsWith("0 errors, ")))
                .hasSize(validated);
        assertThat(result.out())
                .contains("1 spec: 1 right and runnable here", "the spec %s, with %s".formatted(name, agent));
    }

    @Test
    void theSpecReachesTheThresholdOfCartPoleAsItIs() {
        Path folder = temp.resolve("cartpole");
        flow("cartpole", folder);
        RunOptions options = RunOptions.defaults().data(temp.resolve("data"));
        assertThat(Lab.run(folder.resolve("spec.json"), "cartpole_design", options)
                        .meanReturn())
                .isGreaterThanOrEqualTo(475);
    }

    @Test
    void aFlowThatWasInterruptedAfterItsFifthStepEndsWithTheSameBytes() throws IOException {
        Path whole = temp.resolve("whole");
        flow("cartpole", whole);
        Workflow flow = Workflows.shipped().named("rl-architect");
        Map<String, Map<String, Object>> answers = AnswersFile.read(Path.of(answers("cartpole")), flow);
        Path folder = temp.resolve("interrupted");
        try (FlowRun run = FlowRun.open(flow, folder, new OwnCommands(), null)) {
            for (int i = 0; i < 5; i++) {
                FlowStep next = run.next().orElseThrow();
                run.answer(next, Objects.requireNonNull(answers.get(next.id())), NOWHERE);
            }
        }
        CommandResult rest = flow("cartpole", folder);
        assertThat(rest.out()).doesNotContain("step 5 of 11").contains("step 6 of 11", "step 11 of 11");
        assertThat(files(folder))
                .isEqualTo(files(whole))
                .hasSize(25); // two of each step, the state, the spec and the lock
    }
}
