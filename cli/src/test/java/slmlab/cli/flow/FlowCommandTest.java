package slmlab.cli.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.cli.CommandResult;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `slm-lab flow list`, `show`, `run` and `resume` without any training.
class FlowCommandTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @ParameterizedTest
    @CsvSource({
        "rl-architect, 11",
        "rl-algo-engineer, 12",
        "rl-env-engineer, 10",
        "rl-evaluator, 9",
        "rl-mlops-engineer, 8"
    })
    void everyWorkflowIsListedWithItsStepsAndQuestions(String name, int steps) {
        assertThat(CommandResult.of("flow", "list").out()).contains("%s  %s steps\n".formatted(name, steps));
        CommandResult shown = CommandResult.of("flow", "show", name);
        assertThat(shown.err()).isEmpty();
        assertThat(shown.out()).startsWith("1. init  Name ").contains("\n%s. synthesize  ".formatted(steps));
        JsonNode json = JsonMapper.shared()
                .readTree(CommandResult.of("flow", "show", name, "--json").out());
        assertThat(json.size()).isEqualTo(steps);
        for (JsonNode step : json) {
            for (JsonNode question : step.at("/questions")) {
                assertThat(question.at("/needs").asString()).isNotBlank();
                assertThat(question.has("options"))
                        .isEqualTo(question.at("/type").asString().equals("choice"));
                assertThat(question.has("columns"))
                        .isEqualTo(question.at("/type").asString().equals("rows"));
            }
        }
    }

    @Test
    void whatAnAnswerMustBeIsShown() {
        assertThat(CommandResult.of("flow", "show", "rl-architect").out())
                .contains("[one of discrete, multi_discrete, multi_binary, box, hybrid] (default: discrete)")
                .contains("[a whole number of at least 1000] (default: 200000)")
                .contains("[one row per line, such as: name=upright ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "run rl-architekt             | there is no flow rl-architekt; did you mean rl-architect?",
                "show rl-x                    | there is no flow rl-x; the flows are rl-algo-engineer, ",
                "run rl-architect             | a flow asks its questions on a terminal; name a file with --answers",
                "run rl-architect --step ends | rl-architect has no step ends",
                "resume                       | has no flow.json; begin a flow with slm-lab flow run NAME"
            })
    void wrongInputIsNamedAndNothingIsWritten(String words, String message) {
        String place = words.equals("resume") ? " " + temp : words.startsWith("run") ? " -o " + temp.resolve("f") : "";
        CommandResult result = CommandResult.of(("flow " + words + place).split(" ", -1));
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains(message).doesNotContain("\tat ");
        assertThat(temp).isEmptyDirectory();
    }

    /// The first answers fail in step 3; resumed with better ones, the flow keeps what it has.
    @Test
    void aFlowThatFailedIsResumed() throws IOException {
        String good = Files.readString(Path.of("../skills/src/test/resources/flows/mlops-cartpole.yaml"));
        Path wrong = Files.writeString(temp.resolve("wrong.yaml"), good.replace("gamma__uniform", "gama__uniform"));
        Path right = Files.writeString(temp.resolve("right.yaml"), good);
        String folder = temp.resolve("runs").toString();
        CommandResult failed =
                CommandResult.of("flow", "run", "rl-mlops-engineer", "--answers", wrong.toString(), "--output", folder);
        assertThat(failed.code()).isEqualTo(1);
        assertThat(failed.out()).contains("did you mean gamma");
        assertThat(failed.err())
                .contains(
                        "step tuning failed: slm-lab check spec.json ended with exit code 2",
                        "finished steps are kept");
        CommandResult resumed = CommandResult.of("flow", "resume", folder, "--answers", right.toString());
        assertThat(resumed.err()).isEmpty();
        assertThat(resumed.code()).isZero();
        assertThat(resumed.out())
                .doesNotContain("step 2 of 8")
                .contains("step 3 of 8", "rl-mlops-engineer is done: " + folder);
    }
}
