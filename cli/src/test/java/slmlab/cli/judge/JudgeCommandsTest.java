package slmlab.cli.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.cli.CommandResult;
import slmlab.experiment.Lab;
import slmlab.experiment.Listener;
import slmlab.experiment.TinySpecs;
import slmlab.run.RunFolder;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `explain`, `eval attack` and `eval ood`: what they print and write, and what they refuse.
@Tag("slow")
class JudgeCommandsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private RunFolder trained(String name, String env) {
        return Lab.run(
                        TinySpecs.plan(temp, name, env, ""),
                        TinySpecs.options(temp).seed(4),
                        Listener.NONE)
                .folder();
    }

    private static CommandResult done(String... args) {
        CommandResult result = CommandResult.of(args);
        assertThat(result.code()).as(result.toString()).isZero();
        return result;
    }

    private static void refused(String sentence, String... args) {
        CommandResult result = CommandResult.of(args);
        assertThat(result.code()).as(result.toString()).isEqualTo(2);
        assertThat(result.err()).contains(sentence).doesNotContain("Exception");
    }

    @Test
    void theSameCommandGivesTheSameBytes() throws IOException {
        String run = trained("ppo", "").path().toString();
        List<List<String>> commands = List.of(
                List.of("explain", run, "--method", "smoothgrad"),
                List.of("eval", "attack", run, "--episodes", "4", "--eps", "0.1,1"),
                List.of(
                        "eval",
                        "attack",
                        run,
                        "--episodes",
                        "2",
                        "--eps",
                        "1",
                        "--attack",
                        "learned",
                        "--frames",
                        "300"),
                List.of("eval", "ood", run, "--episodes", "4"));
        for (List<String> command : commands) {
            Path first = temp.resolve("first");
            Path second = temp.resolve("second");
            for (Path folder : List.of(first, second)) {
                done(Stream.concat(command.stream(), Stream.of("-o", folder.toString()))
                        .toArray(String[]::new));
            }
            try (Stream<Path> files = Files.list(first)) {
                assertThat(files.toList())
                        .isNotEmpty()
                        .allSatisfy(file ->
                                assertThat(second.resolve(file.getFileName())).hasSameBinaryContentAs(file));
            }
        }
    }

    @Test
    void filesStandInTheRunFolderAndEvalIsAsBefore() {
        RunFolder folder = trained("ppo", "");
        String run = folder.path().toString();
        assertThat(done("explain", run).out())
                .contains("pole angle", "completeness gap", "memory: the net has none", "explain_ig.png");
        assertParts(folder.path().resolve("judge/explain_ig.json"));
        assertThat(folder.path().resolve("judge/explain_ig.png")).isNotEmptyFile();
        assertThat(folder.path().resolve("judge/hidden_norm.png")).doesNotExist();
        String attack =
                done("eval", "attack", run, "--episodes", "4", "--eps", "0.1,1").out();
        assertThat(attack).contains("mean return at ε =", "halves at", "dynamics: mean return");
        String ood = done("eval", "ood", run, "--episodes", "4", "--vary", "length=0.25,0.5", "--json")
                .out();
        assertThat(ood).startsWith("{").contains("\"name\":\"length\"").doesNotContain("gravity");
        assertThat(done("eval", run, "--episodes", "2").out()).contains("deterministic", "mean of 1 session");
    }

    /// The numbers of each state fit: the parts add up to score − baseline, but for the gap.
    private static void assertParts(Path file) {
        JsonNode states = JsonMapper.shared().readTree(file.toFile()).get("states");
        assertThat(states.size()).isPositive();
        for (JsonNode state : states) {
            double sum = 0;
            for (JsonNode part : state.get("parts")) {
                sum += part.doubleValue();
            }
            double difference =
                    state.get("score").doubleValue() - state.get("baseline").doubleValue();
            assertThat(state.get("completeness_gap").doubleValue()).isCloseTo(Math.abs(sum - difference), within(1e-6));
            assertThat(state.get("complete").booleanValue()).isTrue();
            assertThat(state.get("all_zero").booleanValue()).isFalse();
        }
    }

    @Test
    void aRecurrentAgentIsExplainedAndNotAttacked() {
        RunFolder folder = trained("ppo_rnn", "");
        String run = folder.path().toString();
        assertThat(done("explain", run, "--method", "gradient").out())
                .contains("memory is ", "hidden norm of net: ", "hidden_norm.png");
        assertThat(folder.path().resolve("judge/hidden_norm.png")).isNotEmptyFile();
        JsonNode norms = JsonMapper.shared()
                .readTree(folder.path().resolve("judge/explain_gradient.json").toFile())
                .get("hidden_norm")
                .get("net");
        assertThat(norms.get(0).doubleValue()).isZero();
        assertThat(norms.get(1).doubleValue()).isPositive();
        assertThat(done("eval", "ood", run, "--episodes", "2", "--shift", "delay")
                        .out())
                .contains("delay");
        refused("the agent is recurrent", "eval", "attack", run);
    }

    @Test
    void continuousActionsAndActionValues() {
        String run = trained("sac", "").path().toString();
        assertThat(done("explain", run).out()).contains("mean of action 0", "angular velocity");
        assertThat(done("eval", "attack", run, "--episodes", "2", "--eps", "0.5")
                        .out())
                .contains("critic");
        String other = trained("ddqn_per", "").path().toString();
        assertThat(done("explain", other).out()).contains("value of action");
        assertThat(done("eval", "attack", other, "--episodes", "2", "--eps", "0.5")
                        .out())
                .contains("mad");
    }

    @Test
    void wrongInputIsRefusedWithASentence() throws IOException {
        RunFolder folder = trained("reinforce", "");
        String run = folder.path().toString();
        refused("--states is 3; needs 5 to 100", "explain", run, "--states", "3");
        refused("--method is lime; needs one of gradient, smoothgrad, ig, gradcam", "explain", run, "--method", "lime");
        refused("needs a net with convolutions", "explain", run, "--method", "gradcam");
        refused("--baseline is for --method ig", "explain", run, "--method", "gradient", "--baseline", "mean");
        refused("--baseline is median; needs one of zero, mean, blurred", "explain", run, "--baseline", "median");
        refused("--baseline blurred is for images", "explain", run, "--baseline", "blurred");
        assertThat(done("explain", run, "--baseline", "mean").out())
                .contains("integrated gradients from the mean of the agent's observations", "explain_ig_mean.png");
        refused("--session is 7", "explain", run, "--session", "7");
        refused("--eps is [0.2, 0.1]", "eval", "attack", run, "--eps", "0.2,0.1");
        refused("--attack is bribe", "eval", "attack", run, "--attack", "bribe");
        refused("--vary is length", "eval", "ood", run, "--vary", "length");
        refused("--vary needs arguments", "eval", "ood", run, "--vary", "length=1", "--shift", "noise");
        refused("its observations are no figures", "eval", "ood", run, "--shift", "brightness");
        refused("mass cannot be varied", "eval", "ood", run, "--vary", "mass=1,2", "--shift", "arguments");
        refused("Missing required parameter: 'RUN'", "eval");
        refused("options stand behind the command", "eval", "--best", "attack", run);
        refused("options stand behind the command", "eval", "--episodes", "3", "ood", run);
        refused("--max-frame is for the attack learned", "eval", "attack", run, "--frames", "100");
        refused(
                "--eps is for attacks of growing strength",
                "eval",
                "attack",
                run,
                "--attack",
                "dynamics",
                "--eps",
                "1");
        String told = done("eval", "attack", run, "--episodes", "2", "--eps", "0.5", "--attack", "critic,random")
                .out();
        assertThat(told).contains("critic: not played, the agent learns no value");
        Files.delete(folder.model(0));
        refused("there are no weights", "explain", run);
    }
}
