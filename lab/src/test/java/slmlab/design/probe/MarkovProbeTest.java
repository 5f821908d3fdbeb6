package slmlab.design.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import slmlab.env.Envs;
import slmlab.env.VecEnv;

class MarkovProbeTest {

    private static MarkovProbe.Result probe(String id, int steps, Set<Integer> hidden) {
        try (VecEnv env = Envs.make(id, 1, Map.of())) {
            return MarkovProbe.run(env, 0, steps, hidden);
        }
    }

    @Test
    void theFullStateOfCartPoleIsMarkov() {
        MarkovProbe.Result result = probe("CartPole-v1", 3000, Set.of());
        assertThat(result.gain()).isBetween(-0.02, 0.05); // seeds 0 to 9: −0.5 to 2.8 %, mean 1.4 %; 0.7 % is asked for
        assertThat(result.isMarkov()).isTrue();
        assertThat(result.parts()).hasSize(4);
    }

    @Test
    void withoutVelocitiesItIsNot() {
        MarkovProbe.Result result = probe("CartPole-v1", 3000, Set.of(1, 3));
        assertThat(result.gain()).isGreaterThan(0.99999); // 99.9996 %; 99.999 % is asked for
        assertThat(result.isMarkov()).isFalse();
    }

    @Test
    void whatCannotBeProbedIsRefusedInWords() {
        assertThatThrownBy(() -> probe("CartPole-v1", 3000, Set.of(4))).hasMessageContaining("the components 0 to 3");
        assertThatThrownBy(() -> probe("CartPole-v1", 20, Set.of())).hasMessageContaining("--steps");
        assertThatThrownBy(() -> probe("CartPole-v1", 3000, Set.of(0, 1, 2, 3))).hasMessageContaining("0 components");
    }

    @Test
    void regressionFindsALine() {
        double[][] x = {{0, 5}, {1, 5}, {2, 5}, {3, 5}}; // the second feature is constant
        double[][] y = {{1}, {3}, {5}, {7}}; // y = 2x + 1
        assertThat(Regression.fit(x, y).errors(x, y)[0]).isCloseTo(0, offset(1e-12));
    }

    @Test
    void doingNothingOnCartPoleFallsSoon() {
        try (VecEnv envs = Envs.make("CartPole-v1", 20, Map.of())) {
            BaselineReturns.Returns random = BaselineReturns.random(envs, 0, 1000);
            BaselineReturns.Returns nothing = BaselineReturns.nothing(envs, 0, 1000);
            assertThat(random.open()).isZero();
            assertThat(random.mean()).isBetween(15.0, 30.0);
            assertThat(nothing.mean()).isBetween(8.0, 11.0); // always to the left
        }
        try (VecEnv envs = Envs.make("Pendulum-v1", 4, Map.of())) {
            assertThat(BaselineReturns.nothing(envs, 0, 100).open()).isEqualTo(4);
            assertThat(BaselineReturns.nothing(envs, 0, 1000).mean()).isBetween(-2000.0, -500.0);
        }
    }
}
