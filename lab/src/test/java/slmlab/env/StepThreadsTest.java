package slmlab.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.env.classic.CartPole;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;

/// A vector stepped by several threads gives the numbers of one.
class StepThreadsTest {

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 7, 16})
    void severalThreadsGiveTheNumbersOfOne(int threads) {
        try (EnvVector one = cartPoles(7, 1);
                EnvVector many = cartPoles(7, threads)) {
            Step alone = one.reset(5);
            Step shared = many.reset(5);
            Array action = Array.zeros(DType.INT32, Shape.of(7));
            int ends = 0;
            for (int t = 0; t < 500; t++) {
                for (int i = 0; i < 7; i++) {
                    action.ints()[i] = (t * 31 + i * 17) / 5 % 2;
                }
                one.step(action);
                many.step(action);
                assertThat(shared.obs().floats()).isEqualTo(alone.obs().floats());
                assertThat(shared.reward().floats()).isEqualTo(alone.reward().floats());
                assertThat(shared.terminated().bytes())
                        .isEqualTo(alone.terminated().bytes());
                assertThat(shared.finalObs().floats())
                        .isEqualTo(alone.finalObs().floats());
                for (byte end : alone.terminated().bytes()) {
                    ends += end;
                }
            }
            assertThat(ends).isGreaterThan(20);
        }
    }

    @Test
    void theFirstFailureInOrderOfTheEnvsIsThrown() {
        int[] made = {0};
        try (EnvVector env = new EnvVector("Fails-v0", () -> new FailsFrom(made[0]++), 4, 0, 2)) {
            env.reset(0);
            assertThatThrownBy(() -> env.step(Array.zeros(DType.INT32, Shape.of(4))))
                    .isInstanceOf(EnvException.class)
                    .hasMessageContaining("env 1 of 4");
        }
    }

    private static EnvVector cartPoles(int size, int threads) {
        return new EnvVector("CartPole-v1", () -> new CartPole(false), size, 60, threads);
    }

    /// Every env but the first fails at its first step.
    private record FailsFrom(int index) implements Env {
        @Override
        public Space obsSpace() {
            return Space.Box.of(0, 1, 1);
        }

        @Override
        public Space actionSpace() {
            return new Space.Discrete(2);
        }

        @Override
        public void reset(NumpyRandom random, Frame frame) {
            frame.obs(0, 0);
        }

        @Override
        public void step(Frame frame) {
            frame.obs(0, 1);
            if (index > 0) {
                throw new IllegalStateException("out of fuel");
            }
        }
    }
}
