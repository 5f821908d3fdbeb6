package slmlab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.env.Env;
import slmlab.env.Envs;
import slmlab.env.Frame;
import slmlab.env.HybridAction;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;

/// A choice and a number in one action are learned by an algorithm for continuous actions.
class HybridActionTrainingTest {
    private static final HybridAction ACTION = HybridAction.of(new Space.Discrete(2), Space.Box.of(0, 10, 1));

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    /// One step: the observation says which of two valves to open, and how far. The right valve gives 1 less a
    /// tenth of the
    /// distance, the wrong one 0: random actions get ½ · (1 − ⅓) = 0.33.
    private static final class Valves implements Env {
        private int valve;
        private double amount;

        @Override
        public Space obsSpace() {
            return Space.Box.of(-1, 1, 2);
        }

        @Override
        public Space actionSpace() {
            return ACTION.space();
        }

        @Override
        public void reset(NumpyRandom random, Frame frame) {
            valve = (int) random.integers(0, 2);
            amount = random.uniform(0, 10);
            observe(frame);
        }

        @Override
        public void step(Frame frame) {
            double distance = Math.abs(ACTION.number(frame, 1, 0) - amount) / 10;
            frame.reward(ACTION.choice(frame, 0) == valve ? 1 - distance : 0);
            observe(frame);
            frame.terminate();
        }

        private void observe(Frame frame) {
            frame.obs(0, 2 * valve - 1);
            frame.obs(1, amount / 5 - 1);
        }
    }

    @BeforeAll
    static void register() {
        Envs.register("Valves-v0", 1, _ -> new Valves());
    }

    @AfterAll
    static void remove() {
        Envs.remove("Valves-v0");
    }

    @Test
    void bothPartsAreLearned() throws IOException {
        Path spec = Files.writeString(temp.resolve("spec.yaml"), """
                valves:
                  agent:
                    algorithm: {name: PPO, gamma: 0.9, lam: 0.9, clip_eps_spec: {start_val: 0.2}, time_horizon: 64, minibatch_size: 64, training_epoch: 4}
                    memory: {name: OnPolicyBatchReplay}
                    net: {type: MLPNet, hid_layers: [32], shared: false, log_std_init: -0.5, optim_spec: {name: Adam, lr: 0.01}}
                  env: {name: Valves-v0, num_envs: 8, max_frame: 16384}
                  meta: {distributed: false, max_session: 1, log_frequency: 4096}
                """);
        double learned = Lab.run(
                        spec, "valves", RunOptions.defaults().data(temp).seed(1))
                .meanReturn();
        assertThat(learned).isGreaterThan(0.7);
    }
}
