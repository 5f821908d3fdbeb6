package slmlab.cli.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.cli.Cli;
import slmlab.cli.CommandResult;
import slmlab.experiment.TinySpecs;

/// Sizes beyond memory, or beyond an int, are refused in a sentence with the bytes, before anything is allocated.
class SizesTest {
    private static final long ENOUGH = 20_000_000_000L; // bytes of heap that some of these would fit into
    private static final long ALLOWED = 200_000_000; // bytes that reading a spec and refusing it may take

    /// What to put in the place of what, in which tiny spec; # is the absurd number.
    private static final Map<String, String[]> CASES = Map.ofEntries(
            Map.entry("env.num_envs", new String[] {"ppo", "\"num_envs\": 4", "\"num_envs\": #"}),
            Map.entry("agent.algorithm.time_horizon", new String[] {"ppo", "\"time_horizon\": 16", "\"time_horizon\": #"
            }),
            Map.entry(
                    "agent.algorithm.minibatch_size",
                    new String[] {"ppo_rnn", "\"minibatch_size\": 32", "\"minibatch_size\": #"}),
            Map.entry(
                    "agent.algorithm.num_step_returns",
                    new String[] {"a2c", "\"num_step_returns\": 5", "\"num_step_returns\": #"}),
            Map.entry("agent.algorithm.training_frequency", new String[] {
                "a2c",
                "\"num_step_returns\": 5, \"val_loss_coef\": 0.5,",
                "\"lam\": 0.9, \"val_loss_coef\": 0.5, \"training_frequency\": #}, \"x\": {"
            }),
            Map.entry("agent.memory.max_size", new String[] {"sac", "\"max_size\": 500", "\"max_size\": #"}),
            Map.entry("agent.memory.batch_size", new String[] {
                "sac", "\"batch_size\": 16, \"max_size\": 500", "\"batch_size\": #, \"max_size\": #"
            }),
            Map.entry("agent.net", new String[] {"ppo", "\"hid_layers\": [8]", "\"hid_layers\": [8, #]"}),
            Map.entry("agent.net (sac)", new String[] {"sac", "\"hid_layers\": [8]", "\"hid_layers\": [#, #]"}),
            Map.entry("agent.net.seq_len", new String[] {"ppo_rnn", "\"seq_len\": 4", "\"seq_len\": #"}),
            Map.entry(
                    "agent.net (hidden)", new String[] {"ppo_rnn", "\"rnn_hidden_size\": 8", "\"rnn_hidden_size\": #"}),
            Map.entry("agent.net (layers)", new String[] {"ppo_rnn", "\"rnn_num_layers\": 1", "\"rnn_num_layers\": #"}),
            Map.entry("env.frame_op_len", new String[] {
                "ppo", "\"num_envs\": 4", "\"num_envs\": 4, \"frame_op\": \"concat\", \"frame_op_len\": #"
            }),
            Map.entry(
                    "meta.rigorous_eval",
                    new String[] {"ppo", "\"distributed\": false", "\"distributed\": false, \"rigorous_eval\": #"}),
            Map.entry("agent.net (channels)", new String[] {
                "ppo",
                "\"type\": \"MLPNet\", \"shared\": false, \"hid_layers\": [8]",
                "\"type\": \"ConvNet\", \"shared\": false, \"conv_hid_layers\": [[#, 3, 1]],"
                        + " \"fc_hid_layers\": [8]"
            }),
            Map.entry("agent.net (arc)", new String[] {
                "ppo",
                "\"type\": \"MLPNet\", \"shared\": false, \"hid_layers\": [8]",
                "\"type\": \"TorchArcNet\", \"shared\": false, \"arc\": {\"modules\": {\"body\": {\"Sequential\":"
                        + " [{\"LazyLinear\": {\"out_features\": 8}}, {\"LazyLinear\": {\"out_features\": #}}]}},"
                        + " \"graph\": {\"input\": \"x\", \"modules\": {\"body\": [\"x\"]}, \"output\": \"body\"}}"
            }),
            Map.entry("agent.net (hydra)", new String[] {
                "ppo",
                "\"type\": \"MLPNet\", \"shared\": false, \"hid_layers\": [8]",
                "\"type\": \"HydraMLPNet\", \"shared\": false, \"hid_layers\": [[[8]], [#], []]"
            }));

    static Stream<Arguments> cases() {
        return CASES.keySet().stream()
                .sorted()
                .flatMap(path -> Stream.of("2147483647", "1000000000", "1000000000000")
                        .map(number -> Arguments.of(path, number)));
    }

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @BeforeEach
    void assumeAnOrdinaryMachine() {
        assumeTrue(Runtime.getRuntime().maxMemory() < ENOUGH, "skipped: here these sizes are not absurd");
    }

    private Path spec(String path, String number) throws IOException {
        String[] edit = java.util.Objects.requireNonNull(CASES.get(path));
        String text = TinySpecs.text(edit[0], "\"max_frame\": 1000000000000", "");
        String changed = text.replace(edit[1], edit[2].replace("#", number));
        if (path.contains("channels")) {
            changed = changed.replace("CartPole-v1", "Catch-v0");
        }
        if (path.contains("training_frequency")) { // what stood behind it is another map now, which is taken away
            changed = changed.replaceFirst(", \"x\": \\{[^}]*\\{[^}]*\\}[^}]*\\}", "");
        }
        assertThat(changed).isNotEqualTo(text);
        return Files.writeString(temp.resolve(edit[0] + ".json"), changed);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void absurdSizesAreRefused(String path, String number) throws IOException {
        Path spec = spec(path, number);
        String name = spec.getFileName().toString().replace(".json", "");
        String data = temp.resolve("data").toString();
        for (String[] command : new String[][] {
            {"check", spec.toString()},
            {"run", spec.toString(), name, "train", "-d", data},
        }) {
            long before = allocated();
            CommandResult result = CommandResult.of(command);
            String told = result.out() + result.err();
            assertThat(result.code()).as(told).isEqualTo(Cli.WRONG_INPUT);
            assertThat(told).doesNotContain("\tat ", "Exception", "Error");
            assertThat(told).contains(path.replaceFirst("[ .](?=[^.]*$).*", ""));
            assertThat(told)
                    .containsPattern(
                            number.length() > 10 // no int holds it, so its bytes need not be counted
                                    ? number + "; needs a whole number|takes [0-9.e+]+ GB"
                                    : "takes [0-9.e+]+ GB");
            assertThat(allocated() - before).isLessThan(ALLOWED);
        }
        assertThat(temp.resolve("data")).doesNotExist();
    }

    @Test
    void sizesThatFitAreNotRefused() {
        for (String name : new String[] {"ppo", "ppo_rnn", "a2c", "reinforce", "ddqn_per", "sac"}) {
            Path spec = TinySpecs.file(temp, name, "", "");
            assertThat(CommandResult.of("check", spec.toString()).code()).isZero();
        }
    }

    private static long allocated() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }
}
