package slmlab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.env.Env;
import slmlab.env.Envs;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;
import slmlab.experiment.plan.Plan;
import slmlab.spec.SpecFile;

/// Whole runs with `env.autoreset: next_step`.
class AutoresetTest {
    private static final String ID = "TwoSteps-v0";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    /// Shows 0, 1 and, where it ends, 2. The reward of the second step is 1.
    private static final class TwoSteps implements Env {
        private int at;

        @Override
        public Space obsSpace() {
            return Space.Box.of(0, 2, 1);
        }

        @Override
        public Space actionSpace() {
            return new Space.Discrete(2);
        }

        @Override
        public void reset(NumpyRandom random, Frame frame) {
            at = 0;
            frame.obs(0, at);
        }

        @Override
        public void step(Frame frame) {
            at++;
            frame.obs(0, at);
            if (at == 2) {
                frame.reward(1);
                frame.terminate();
            }
        }
    }

    @BeforeAll
    static void register() {
        Envs.register(ID, 10, _ -> new TwoSteps());
    }

    @AfterAll
    static void remove() {
        Envs.remove(ID);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ppo", "ppo_rnn", "a2c", "reinforce", "ddqn_per"})
    void everyThirdFrameOfTwoStepEpisodesBeginsTheNext(String name) throws IOException {
        String text = TinySpecs.text(name, "\"autoreset\": \"next_step\"", "").replace("CartPole-v1", ID);
        Path file = Files.writeString(temp.resolve(name + ".json"), text);
        Plan plan = Plan.read(SpecFile.read(file, Map.of()), name);
        TrialResult result = Lab.run(plan, TinySpecs.options(temp), Listener.NONE);
        SessionResult session = result.sessions().getFirst();
        assertThat(session.frame()).isEqualTo(1200);
        assertThat(session.episodes()).isEqualTo(400); // 600 where an env restarts at once
        assertThat(session.returns()).containsOnly(1.0);
    }
}
