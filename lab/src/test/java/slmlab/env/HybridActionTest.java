package slmlab.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;

/// A choice and a number in one box: what the env reads of an action.
class HybridActionTest {
    private static final HybridAction ACTION = HybridAction.of(new Space.Discrete(3, 10), Space.Box.of(0, 100, 1));

    /// Its reward is 1,000 times what was chosen, and the number.
    private static final class Kicker implements Env {
        @Override
        public Space obsSpace() {
            return Space.Box.of(0, 1, 1);
        }

        @Override
        public Space actionSpace() {
            return ACTION.space();
        }

        @Override
        public void reset(NumpyRandom random, Frame frame) {
            frame.obs(0, 0);
        }

        @Override
        public void step(Frame frame) {
            frame.obs(0, 0);
            frame.reward(1000 * ACTION.choice(frame, 0) + ACTION.number(frame, 1, 0));
        }
    }

    private static float reward(float... action) {
        try (VecEnv env = new EnvVector("Kicker-v0", Kicker::new, 1, 0)) {
            env.reset(0);
            return env.step(Array.of(Shape.of(1, action.length), action))
                    .reward()
                    .floats()[0];
        }
    }

    @Test
    void scoresComeFirstAndNumbersKeepTheirBounds() {
        assertThat(ACTION.space()).isEqualTo(Space.Box.of(new float[] {-1, -1, -1, 0}, new float[] {1, 1, 1, 100}));
    }

    @Test
    void theLargestScoreDecidesAndTheFirstOfEqualOnes() {
        assertThat(reward(-0.5f, 0.2f, 0.1f, 40)).isEqualTo(11_040);
        assertThat(reward(3, 2, 2.5f, 40)).isEqualTo(10_040); // beyond the bounds, as a Gaussian samples
        assertThat(reward(0, 0.5f, 0.5f, 0)).isEqualTo(11_000);
    }

    @Test
    void numbersAreClipped() {
        assertThat(reward(1, 0, 0, -7)).isEqualTo(10_000);
        assertThat(reward(0, 0, 1, 123)).isEqualTo(12_100);
    }

    @Test
    void whatIsNoPartIsRefused() {
        assertThatThrownBy(() -> HybridAction.of(new Space.Discrete(3), new Space.MultiBinary(2)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("part 1 of a hybrid action is MultiBinary(2); needs Discrete or a box of FLOAT32");
        assertThatThrownBy(() -> HybridAction.of(new Space.Discrete(3)))
                .hasMessage("a hybrid action of 1 parts: needs at least 2");
        HybridAction other = HybridAction.of(Space.Box.of(0, 1, 2), new Space.Discrete(2));
        assertThatThrownBy(() -> wrong(other, true))
                .hasMessageContaining("part 0 is Box")
                .hasMessageContaining("not a choice");
        assertThatThrownBy(() -> wrong(other, false))
                .hasMessageContaining("part 0 is Box")
                .hasMessageContaining("no number 2");
    }

    /// Read a part as what it is not.
    private static void wrong(HybridAction hybrid, boolean isChoice) {
        Env env = new Env() {
            @Override
            public Space obsSpace() {
                return Space.Box.of(0, 1, 1);
            }

            @Override
            public Space actionSpace() {
                return hybrid.space();
            }

            @Override
            public void reset(NumpyRandom random, Frame frame) {
                frame.obs(0, 0);
            }

            @Override
            public void step(Frame frame) {
                frame.reward(isChoice ? hybrid.choice(frame, 0) : hybrid.number(frame, 0, 2));
            }
        };
        try (VecEnv vector = new EnvVector("Wrong-v0", () -> env, 1, 0)) {
            vector.reset(0);
            vector.step(Array.of(Shape.of(1, 4), new float[4]));
        }
    }
}
