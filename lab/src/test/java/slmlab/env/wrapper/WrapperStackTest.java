package slmlab.env.wrapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import slmlab.env.Envs;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.env.wrapper.WrapperStack.Config;
import slmlab.env.wrapper.WrapperStack.Range;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;

class WrapperStackTest {
    private static final Config ALL = new Config(true, null, true, null, 1);

    private static WrapperStack stack(String id, Config config) {
        return WrapperStack.of(Envs.make(id, 1, Map.of()), config, 0.99);
    }

    @Test
    void byDefaultOnlyActionsAndDiscreteObsChange() {
        WrapperStack plain = stack("CartPole-v1", Config.defaults());
        assertThat(plain.env()).isSameAs(plain.episodes());
        assertThat(plain.obs()).isNull();
        assertThat(plain.reward()).isNull();
        assertThat(stack("Pendulum-v1", Config.defaults()).env().actionSpace()).isEqualTo(Space.Box.of(-1, 1, 1));
        assertThat(stack("FrozenLake-v1", Config.defaults()).env().obsSpace()).isEqualTo(Space.Box.of(0, 1, 16));
        assertThat(stack("Catch-v0", Config.defaults()).env().obsSpace()).isEqualTo(Space.Box.pixels(10, 5));
        assertThat(stack("Catch-v0", ALL).env().obsSpace()).isEqualTo(Space.Box.of(-10, 10, 50));
    }

    @Test
    void normalizedValuesAreClippedAtTenByDefault() {
        assertThat(stack("CartPole-v1", ALL).env().obsSpace()).isEqualTo(Space.Box.of(-10, 10, 4));
        assertThat(stack("CartPole-v1", new Config(true, 5.0, false, null, 1))
                        .env()
                        .obsSpace())
                .isEqualTo(Space.Box.of(-5, 5, 4));
        try (VecEnv env = stack("Pendulum-v1", new Config(false, null, true, new Range(-0.25, 0), 1))
                .env()) {
            Step step = env.reset(1);
            for (int t = 0; t < 20; t++) {
                env.step(Array.of(Shape.of(1, 1), 1f));
                assertThat(step.reward().floats()[0]).isBetween(-0.25f, 0f);
            }
        }
    }

    @Test
    void framesAreStackedInside() {
        assertThat(stack("CartPole-v1", new Config(true, null, false, null, 4))
                        .env()
                        .obsSpace()
                        .row())
                .isEqualTo(Shape.of(4, 4));
    }

    @Test
    void framesAreConcatenatedIfTheSpecSaysSo() {
        Config joined = new Config(false, null, false, null, null, 3, true, 1, false, List.of(), false, false);
        assertThat(stack("CartPole-v1", joined).env().obsSpace().row()).isEqualTo(Shape.of(12));
        assertThat(stack("Catch-v0", joined).env().obsSpace().row().dim(0)).isEqualTo(3);
    }

    @Test
    void episodeReturnsAreTheEnvsOwn() {
        WrapperStack stack = stack("CartPole-v1", ALL);
        stack.env().reset(1);
        while (stack.episodes().ended() == 0) {
            stack.env().step(Array.ofInts(Shape.of(1), 1));
        }
        assertThat(stack.episodes().episodeReturn(0))
                .isEqualTo(stack.episodes().episodeLength(0))
                .isGreaterThan(5);
    }

    @Test
    void evaluationSharesStatisticsAndFreezesThem() {
        WrapperStack training = stack("CartPole-v1", ALL);
        training.env().reset(1);
        training.env().step(Array.ofInts(Shape.of(1), 1));
        RunningStats stats = Objects.requireNonNull(training.obs()).stats();
        double before = stats.mean(0);
        WrapperStack evaluation = training.evaluating(Envs.make("CartPole-v1", 2, Map.of()), ALL, 0.99);
        Step step = evaluation.env().reset(5);
        assertThat(Objects.requireNonNull(evaluation.obs()).stats()).isSameAs(stats);
        assertThat(stats.mean(0)).isEqualTo(before);
        try (VecEnv raw = Envs.make("CartPole-v1", 2, Map.of())) {
            double x = raw.reset(5).obs().floats()[0];
            double wanted = (x - before) / Math.sqrt(stats.variance(0) + 1e-8);
            assertThat(step.obs().floats()[0]).isCloseTo((float) wanted, within(1e-5f));
        }
    }
}
