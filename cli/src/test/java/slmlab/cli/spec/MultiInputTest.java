package slmlab.cli.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.cli.Cli;
import slmlab.cli.CommandResult;
import slmlab.env.Env;
import slmlab.env.Envs;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;

/// An environment that shows an image and a number at once, from training to evaluation.
class MultiInputTest {
    private static final int STEPS = 20;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private Path spec = Path.of("");

    /// Pays 1 for choosing whether exactly one of two things holds: the image is bright, the number is above 0.
    /// Neither alone tells anything.
    private static final class Signals implements Env {
        private NumpyRandom random = NumpyRandom.ofSeed(0);
        private boolean bright;
        private boolean positive;

        @Override
        public Space obsSpace() {
            return Space.Dict.of(Map.of("camera", Space.Box.pixels(6, 6), "gauge", Space.Box.of(-1, 1, 1)));
        }

        @Override
        public Space actionSpace() {
            return new Space.Discrete(2);
        }

        @Override
        public void reset(NumpyRandom numbers, Frame frame) {
            random = numbers;
            show(frame);
        }

        @Override
        public void step(Frame frame) {
            frame.reward((frame.action() == 1) == (bright != positive) ? 1 : 0);
            show(frame);
        }

        private void show(Frame frame) {
            bright = random.integers(0, 2) == 1;
            positive = random.integers(0, 2) == 1;
            for (int i = 0; i < 36; i++) {
                frame.obs("camera", i, bright ? 200 : 50);
            }
            frame.obs("gauge", 0, positive ? 0.8 : -0.8);
        }
    }

    @BeforeAll
    static void register() {
        Envs.register("Signals-v0", STEPS, _ -> new Signals());
    }

    @AfterAll
    static void remove() {
        Envs.remove("Signals-v0");
    }

    @BeforeEach
    void write() throws IOException {
        spec = temp.resolve("signals.yaml");
        Files.writeString(spec, """
                signals:
                  agent:
                    algorithm:
                      {name: PPO, gamma: 0.1, time_horizon: 64, minibatch_size: 64, training_epoch: 4,
                       clip_eps_spec: {name: no_decay, start_val: 0.2}}
                    memory: {name: OnPolicyBatchReplay}
                    net:
                      {type: MultiInputNet, shared: false, conv_hid_layers: [[4, 3, 2]], vector_hid_layers: [16],
                       fc_hid_layers: [32], normalize: true, optim_spec: {name: Adam, lr: 0.005}}
                  env: {name: Signals-v0, num_envs: 4, max_frame: 8000}
                  meta: {distributed: false, max_session: 1, log_frequency: 2000}
                """);
    }

    @Test
    void itLearnsFromBothPartsAndPlaysAgain() {
        String data = temp.resolve("data").toString();
        CommandResult run = CommandResult.of("run", spec.toString(), "signals", "train", "-d", data, "--name", "a");
        assertThat(run.code()).as(run.err()).isEqualTo(Cli.DONE);
        CommandResult eval = CommandResult.of("eval", temp.resolve("data/a").toString());
        assertThat(eval.code()).as(eval.err()).isEqualTo(Cli.DONE);
        Matcher returned = Pattern.compile("session 0: mean return ([0-9.]+)").matcher(eval.out());
        assertThat(returned.find()).as(eval.out()).isTrue();
        assertThat(Double.parseDouble(returned.group(1))).isEqualTo(STEPS); // by chance: 10
    }

    @Test
    void newChoosesTheNetForSeveralInputs() throws IOException {
        Path made = temp.resolve("new.yaml");
        CommandResult result = CommandResult.of("new", made.toString(), "--env", "Signals-v0");
        assertThat(result.code()).as(result.err()).isEqualTo(Cli.DONE);
        assertThat(Files.readString(made)).contains("type: MultiInputNet", "normalize: true");
        assertThat(CommandResult.of("spec", "audit", made.toString()).code()).isEqualTo(Cli.DONE);
    }

    @Test
    void everyPartIsInTheAudit() {
        CommandResult audit = CommandResult.of("spec", "audit", spec.toString());
        assertThat(audit.code()).as(audit.out()).isEqualTo(Cli.DONE);
        assertThat(audit.out()).contains("net.parts.camera.0.weight", "net.parts.gauge.0.weight");
    }

    @Test
    void whatJoinsThePartsIsRefused() {
        CommandResult check = CommandResult.of("check", spec.toString(), "-s", "env.normalize_obs=true");
        assertThat(check.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(check.out()).contains("agent.net.type", "remove what joins the parts (normalize_obs");
    }
}
