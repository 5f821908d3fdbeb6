package slmlab.env.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.env.Allocation;
import slmlab.env.Envs;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;

/// The rules of the small envs, by hand.
class SmallEnvsTest {

    @ParameterizedTest
    @ValueSource(strings = {"", "Continuous"})
    void constantRewardPaysOneAndEnds(String form) {
        try (VecEnv env = Envs.make("Probe-ConstantReward%s-v0".formatted(form), 1, Map.of())) {
            for (int choice = 0; choice < 2; choice++) {
                assertThat(env.reset(1).obs().floats()).containsExactly(0);
                assertEnds(env.step(act(env, choice)), 1);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Continuous"})
    void rewardFromObsPaysTheObs(String form) {
        try (VecEnv env = Envs.make("Probe-RewardFromObs%s-v0".formatted(form), 1, Map.of())) {
            Set<Float> seen = new HashSet<>();
            Step step = env.reset(3);
            for (int t = 0; t < 50; t++) {
                float shown = step.obs().floats()[0];
                seen.add(shown);
                assertEnds(env.step(act(env, t % 2)), shown);
                assertThat(step.finalObs().floats()).containsExactly(shown);
            }
            assertThat(seen).containsExactlyInAnyOrder(-1f, 1f);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Continuous"})
    void rewardLaterPaysAtTheEndOfTwoSteps(String form) {
        try (VecEnv env = Envs.make("Probe-RewardLater%s-v0".formatted(form), 1, Map.of())) {
            assertThat(env.reset(1).obs().floats()).containsExactly(0);
            Step step = env.step(act(env, 0));
            assertResumes(step, 0);
            assertThat(step.obs().floats()).containsExactly(1);
            assertEnds(env.step(act(env, 1)), 1);
            assertThat(step.finalObs().floats()).containsExactly(2);
            assertThat(step.obs().floats()).containsExactly(0);
        }
    }

    @Test
    void rewardFromActionPaysTheRightOne() {
        try (VecEnv env = Envs.make("Probe-RewardFromAction-v0", 1, Map.of())) {
            env.reset(1);
            assertEnds(env.step(act(env, 1)), 1);
            assertEnds(env.step(act(env, 0)), -1);
        }
        try (VecEnv env = Envs.make("Probe-RewardFromActionContinuous-v0", 1, Map.of())) {
            env.reset(1);
            assertEnds(env.step(Array.of(Shape.of(1, 1), 0.5f)), 1);
            assertEnds(env.step(Array.of(Shape.of(1, 1), -0.5f)), 0); // 1 − 1²
            assertEnds(env.step(Array.of(Shape.of(1, 1), 1f)), 0.75f); // 1 − ½²
        }
    }

    @Test
    void rewardFromObsAndActionPaysTheActionThatFitsTheObs() {
        try (VecEnv env = Envs.make("Probe-RewardFromObsAndAction-v0", 1, Map.of())) {
            Step step = env.reset(1);
            for (int t = 0; t < 20; t++) {
                boolean one = step.obs().floats()[0] == 1;
                assertEnds(env.step(act(env, t % 2)), one == (t % 2 == 1) ? 1 : -1);
            }
        }
        try (VecEnv env = Envs.make("Probe-RewardFromObsAndActionContinuous-v0", 1, Map.of())) {
            Step step = env.reset(1);
            for (int t = 0; t < 20; t++) {
                boolean one = step.obs().floats()[0] == 1;
                assertEnds(env.step(Array.of(Shape.of(1, 1), 0.5f)), one ? 1 : 0);
            }
        }
    }

    @Test
    void catchFallsNineRowsAndPaysAtTheBottom() {
        try (VecEnv env = Envs.make("Catch-v0", 1, Map.of())) {
            assertThat(env.obsSpace().row()).isEqualTo(Shape.of(10, 5));
            assertThat(env.obsSpace().rowType()).isEqualTo(DType.UINT8);
            Step step = env.reset(5);
            Set<Integer> columns = new HashSet<>();
            for (int episode = 0; episode < 40; episode++) {
                boolean chase = episode % 2 == 0;
                int ball = lit(step.obs(), 0);
                int paddle = 2;
                columns.add(ball);
                for (int row = 0; row < 9; row++) {
                    assertThat(lit(step.obs(), row)).isEqualTo(ball);
                    assertThat(lit(step.obs(), 9)).isEqualTo(paddle);
                    int wanted = chase ? ball : ball < 2 ? 4 : 0; // miss on purpose
                    int move = Integer.signum(wanted - paddle);
                    paddle += move;
                    env.step(act(env, move + 1));
                    if (row < 8) {
                        assertResumes(step, 0);
                    }
                }
                assertEnds(step, chase ? 1 : -1);
                assertThat(step.finalObs().bytes()[9 * 5 + ball]).isEqualTo((byte) 255);
                assertThat(step.finalObs().bytes()[9 * 5 + paddle]).isEqualTo((byte) 255);
            }
            assertThat(columns).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
        }
    }

    @Test
    void catchStopsThePaddleAtTheWall() {
        try (VecEnv env = Envs.make("Catch-v0", 1, Map.of("rows", 6, "columns", 3))) {
            Step step = env.reset(5);
            for (int t = 0; t < 4; t++) {
                env.step(act(env, 2));
                assertThat(lit(step.obs(), 5)).isEqualTo(2);
            }
        }
        assertThatThrownBy(() -> Envs.make("Catch-v0", 1, Map.of("rows", 1))).hasMessageContaining("at least 2 rows");
    }

    @Test
    void tmazePaysForTheTurnOfTheSign() {
        try (VecEnv env = Envs.make("TMaze-v0", 1, Map.of("length", 3))) {
            Step step = env.reset(7);
            Set<Boolean> seen = new HashSet<>();
            for (int episode = 0; episode < 40; episode++) {
                boolean north = step.obs().floats()[0] == 0;
                boolean obey = episode % 3 != 0;
                seen.add(north);
                assertThat(step.obs().floats()).containsExactly(north ? 0 : 1, 1, north ? 1 : 0);
                assertResumes(env.step(act(env, 3)), -0.1f); // west of the start is a wall
                assertThat(step.obs().floats()).containsExactly(1, 0, 1); // and the sign is gone
                assertResumes(env.step(act(env, 0)), -0.1f);
                assertResumes(env.step(act(env, 1)), 0);
                assertResumes(env.step(act(env, 3)), 0);
                assertThat(step.obs().floats()).containsExactly(1, 0, 1);
                assertResumes(env.step(act(env, 1)), 0);
                assertResumes(env.step(act(env, 1)), 0);
                assertThat(step.obs().floats()).containsExactly(1, 0, 1);
                assertResumes(env.step(act(env, 1)), 0);
                assertThat(step.obs().floats()).containsExactly(0, 1, 0);
                assertResumes(env.step(act(env, 1)), -0.1f); // the wall behind the junction
                assertEnds(env.step(act(env, north == obey ? 0 : 2)), obey ? 4 : -0.1f);
                assertThat(step.finalObs().floats()).containsExactly(0, 1, 0);
            }
            assertThat(seen).containsExactlyInAnyOrder(true, false);
        }
    }

    @Test
    void tmazeIsTruncated() {
        try (VecEnv env = Envs.make("TMaze-v0", 1, Map.of("length", 2))) {
            Step step = env.reset(7);
            for (int t = 1; t <= 20; t++) {
                env.step(act(env, 3));
                assertThat(step.truncated().bytes()[0]).isEqualTo((byte) (t == 20 ? 1 : 0));
                assertThat(step.terminated().bytes()[0]).isZero();
            }
        }
        assertThatThrownBy(() -> Envs.make("TMaze-v0", 1, Map.of("length", 0))).hasMessageContaining("length is 0");
    }

    @Test
    void bitFlipEndsAtTheGoal() {
        int n = 4;
        try (VecEnv env = Envs.make("BitFlip-v0", 1, Map.of("n_bits", n))) {
            Step step = env.reset(11);
            for (int episode = 0; episode < 30; episode++) {
                float[] obs = step.obs().floats().clone();
                int wrong = 0;
                for (int i = 0; i < n; i++) {
                    assertThat(obs[2 * n + i]).isEqualTo(obs[i]);
                    wrong += obs[i] == obs[n + i] ? 0 : 1;
                }
                assertThat(wrong).isPositive();
                for (int i = 0; i < n; i++) {
                    if (obs[i] != obs[n + i]) {
                        env.step(act(env, i));
                        wrong--;
                        if (wrong > 0) {
                            assertResumes(step, -1);
                            assertThat(step.obs().floats()[i]).isEqualTo(obs[n + i]);
                            assertThat(step.obs().floats()[2 * n + i]).isEqualTo(obs[n + i]);
                        }
                    }
                }
                assertEnds(step, 0);
                for (int i = 0; i < 3 * n; i++) {
                    assertThat(step.finalObs().floats()[i]).isEqualTo(obs[n + i % n]);
                }
            }
        }
    }

    @Test
    void bitFlipIsTruncatedAfterAsManyStepsAsBits() {
        try (VecEnv env = Envs.make("BitFlip-v0", 1, Map.of("n_bits", 6))) {
            Step step = env.reset(11);
            int same = 0;
            while (step.obs().floats()[same] != step.obs().floats()[6 + same]) {
                same++;
            }
            for (int t = 1; t <= 6; t++) {
                env.step(act(env, same)); // wrong, right again, wrong …: never all right
                assertThat(step.reward().floats()[0]).isEqualTo(-1);
                assertThat(step.truncated().bytes()[0]).isEqualTo((byte) (t == 6 ? 1 : 0));
                assertThat(step.terminated().bytes()[0]).isZero();
            }
        }
        assertThatThrownBy(() -> Envs.make("BitFlip-v0", 1, Map.of("n_bits", 0)))
                .hasMessageContaining("n_bits is 0");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Probe-RewardFromObs-v0",
                "Probe-RewardFromObsAndActionContinuous-v0",
                "Catch-v0",
                "TMaze-v0",
                "BitFlip-v0"
            })
    void stepsAllocateNothing(String id) {
        Allocation.assertNone(id, Map.of());
    }

    private static Array act(VecEnv env, int choice) {
        return env.actionSpace() instanceof Space.Discrete
                ? Array.ofInts(Shape.of(1), choice)
                : Array.of(Shape.of(1, 1), choice);
    }

    private static void assertResumes(Step step, float reward) {
        assertThat(step.reward().floats()).containsExactly(reward);
        assertThat(step.terminated().bytes()).containsExactly(0);
        assertThat(step.truncated().bytes()).containsExactly(0);
    }

    private static void assertEnds(Step step, float reward) {
        assertThat(step.reward().floats()).containsExactly(reward);
        assertThat(step.terminated().bytes()).containsExactly(1);
        assertThat(step.truncated().bytes()).containsExactly(0);
    }

    /// Return the only column of a board's row that is lit.
    private static int lit(Array board, int row) {
        int columns = board.shape().dim(2);
        int lit = -1;
        for (int i = 0; i < columns; i++) {
            if (board.bytes()[row * columns + i] != 0) {
                assertThat(lit).isEqualTo(-1);
                lit = i;
            }
        }
        return lit;
    }
}
