package slmlab.cli.env;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import slmlab.cli.Cli;
import slmlab.cli.CommandResult;
import slmlab.env.Env;
import slmlab.env.Envs;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;

class EnvProbeCommandTest {

    @Test
    void theProbeOfCartPoleTellsAll() {
        CommandResult result = CommandResult.of("env", "probe", "CartPole-v1");
        assertThat(result.code()).isZero();
        assertThat(result.out())
                .contains("✓ markov", "✓ scales", "· obs 3", "· random       return 2", "· nothing      return 9");
        assertThat(CommandResult.of("env", "probe", "CartPole-v1", "--hide", "1,3")
                        .out())
                .contains("! markov", "RecurrentNet");
        assertThat(CommandResult.of("env", "probe", "CartPole-v1", "--json").out())
                .startsWith("{\"env\":\"CartPole-v1\"")
                .contains("\"markov\":true");
    }

    @Test
    void wrongInputIsRefused() {
        assertThat(CommandResult.of("env", "probe", "CartPole-v1", "--hide", "9")
                        .code())
                .isEqualTo(Cli.WRONG_INPUT);
        assertThat(CommandResult.of("env", "probe", "CartPole-v1", "--steps", "0")
                        .code())
                .isEqualTo(Cli.WRONG_INPUT);
        assertThat(CommandResult.of("env", "suite", "CartPol-v1").err()).contains("CartPole-v1");
    }

    @Test
    void theSuiteHoldsForCartPoleAndPendulum() {
        CommandResult result = CommandResult.of("env", "suite", "CartPole-v1", "Pendulum-v1");
        assertThat(result.code()).as(result.out()).isZero();
        assertThat(result.out())
                .contains(
                        "✓ E17 vectors",
                        "✓ E18 wrappers",
                        "rescale actions",
                        "✓ E19 memory",
                        "✓ E11 image",
                        "2 envs: all hold");
    }

    /// An env whose instances share a counter, and which keeps every step.
    private static final class Leaky implements Env {
        private static final List<double[]> KEPT = new ArrayList<>();

        @Override
        public Space obsSpace() {
            return Space.Box.of(-1, 1, 1);
        }

        @Override
        public Space actionSpace() {
            return new Space.Discrete(2);
        }

        @Override
        public void reset(NumpyRandom random, Frame frame) {
            frame.obs(0, random.uniform(0, 1));
        }

        @Override
        public void step(Frame frame) {
            KEPT.add(new double[16]);
            frame.obs(0, 0.5);
            frame.reward(1);
        }
    }

    @Test
    void anEnvThatKeepsEveryStepFails() {
        Envs.register("Leaky-v0", 50, _ -> new Leaky());
        try {
            CommandResult result = CommandResult.of("env", "suite", "Leaky-v0", "--json");
            assertThat(result.code()).as(result.out()).isEqualTo(Cli.FAILED);
            assertThat(result.out()).contains("\"ok\":false", "something is kept from every step");
        } finally {
            Envs.remove("Leaky-v0");
            Leaky.KEPT.clear();
        }
    }
}
