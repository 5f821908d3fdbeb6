package slmlab.env.wrapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import slmlab.env.Env;
import slmlab.env.EnvVector;
import slmlab.env.Envs;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;

/// Each wrapper by hand around a counter; [ContractTest] has all of them around real envs.
class WrappersTest {
    private static final double INF = Double.POSITIVE_INFINITY;

    /// Shows how many steps it took, pays what it shows plus the action, and ends after three.
    private static final class Counter implements Env {
        private final int actions;
        private int at;

        Counter(int actions) {
            this.actions = actions;
        }

        @Override
        public Space obsSpace() {
            return Space.Box.of(0, 3, 1);
        }

        @Override
        public Space actionSpace() {
            return Space.Box.of(-2, 6, actions);
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
            frame.reward(at + frame.actionValue(0));
            if (at == 3) {
                frame.terminate();
            }
        }
    }

    private static EnvVector counter() {
        return counter(1);
    }

    private static EnvVector counter(int actions) {
        return new EnvVector("Counter", () -> new Counter(actions), 1, 0);
    }

    private static Step act(VecEnv env, double action) {
        return env.step(Array.of(Shape.of(1, 1), (float) action));
    }

    @Test
    void normalizesObsByAllSeen() {
        NormalizeObs env = Wrappers.normalizeObs(counter(), new RunningStats(1), INF);
        assertThat(env.reset(1).obs().floats()).containsExactly(0);
        act(env, 0);
        act(env, 0);
        Step step = act(env, 0);
        // seen 0, 1, 2, the final 3 and the next episode's 0: sum 6, squares 14; and 1e-4 rows of second moment 1
        double mean = 6 / 5.0001;
        double variance = (14 + 1e-4) / 5.0001 - mean * mean;
        assertThat(env.stats().mean(0)).isCloseTo(mean, within(1e-12));
        assertThat(env.stats().variance(0)).isCloseTo(variance, within(1e-12));
        double deviation = Math.sqrt(variance + 1e-8);
        assertThat(step.obs().floats()[0]).isCloseTo((float) (-mean / deviation), within(1e-6f));
        assertThat(step.finalObs().floats()[0]).isCloseTo((float) ((3 - mean) / deviation), within(1e-6f));

        env.freeze(true);
        act(env, 0);
        assertThat(env.stats().mean(0)).isCloseTo(mean, within(1e-12));
        assertThat(step.obs().floats()[0]).isCloseTo((float) ((1 - mean) / deviation), within(1e-6f));
    }

    @Test
    void normalizedObsAreClipped() {
        VecEnv env = Wrappers.normalizeObs(counter(), new RunningStats(1), 0.5);
        env.reset(1);
        act(env, 0);
        assertThat(act(env, 0).obs().floats()).containsExactly(0.5f);
        assertThat(env.obsSpace()).isEqualTo(Space.Box.of(-0.5, 0.5, 1));
    }

    @Test
    void statsAreShared() {
        NormalizeObs training = Wrappers.normalizeObs(counter());
        training.reset(1);
        NormalizeObs evaluation = Wrappers.normalizeObs(counter(), training.stats(), INF);
        evaluation.freeze(true);
        evaluation.reset(1);
        double before = training.stats().mean(0);
        act(evaluation, 0);
        assertThat(training.stats().mean(0)).isEqualTo(before);
    }

    @Test
    void normalizesRewardsByTheDiscountedReturn() {
        NormalizeReward env = Wrappers.normalizeReward(counter(), 0.5);
        assertThat(env.reset(1).reward().floats()).containsExactly(0);
        for (int t = 0; t < 3; t++) {
            act(env, 0);
        }
        Step step = act(env, 0);
        // rewards 1, 2, 3 | 1; returns 1, 2.5, 4.25 | 1: sum 8.75, squares 26.3125
        double mean = 8.75 / 4.0001;
        double variance = (26.3125 + 1e-4) / 4.0001 - mean * mean;
        assertThat(step.reward().floats()[0]).isCloseTo((float) (1 / Math.sqrt(variance + 1e-8)), within(1e-6f));
        env.freeze(true);
        act(env, 0);
        assertThat(step.reward().floats()[0]).isCloseTo((float) (2 / Math.sqrt(variance + 1e-8)), within(1e-6f));
        assertThat(env.stats().variance(0)).isCloseTo(variance, within(1e-12));
    }

    @Test
    void clipsRewards() {
        VecEnv env = Wrappers.clipReward(counter(), -0.5, 1.5);
        env.reset(1);
        assertThat(act(env, 0).reward().floats()).containsExactly(1);
        assertThat(act(env, 0).reward().floats()).containsExactly(1.5f);
        env.reset(1);
        assertThat(act(env, -2).reward().floats()).containsExactly(-0.5f);
    }

    @Test
    void clipsObs() {
        VecEnv env = Wrappers.clipObs(counter(), 1, 2);
        assertThat(env.obsSpace()).isEqualTo(Space.Box.of(1, 2, 1));
        assertThat(env.reset(1).obs().floats()).containsExactly(1);
        act(env, 0);
        assertThat(act(env, 0).obs().floats()).containsExactly(2);
        assertThat(act(env, 0).finalObs().floats()).containsExactly(2);
    }

    @Test
    void rescalesActions() {
        VecEnv env = Wrappers.rescaleAction(counter());
        assertThat(env.actionSpace()).isEqualTo(Space.Box.of(-1, 1, 1));
        env.reset(1);
        assertThat(act(env, -1).reward().floats()).containsExactly(1 - 2);
        assertThat(act(env, 0.5).reward().floats()).containsExactly(2 + 4); // −2 + 8·¾
        assertThat(act(env, 1).reward().floats()).containsExactly(3 + 6);
        assertThatThrownBy(() -> env.step(Array.zeros(DType.FLOAT32, Shape.of(2, 1))))
                .hasMessageContaining("needs FLOAT32 [1, 1]");
    }

    /// The env is paid its count of steps, 1 to 3, and the action that it gets, −2 to 6.
    @Test
    void aRescaledActionCanBeRead() {
        VecEnv env = Wrappers.rescaleAction(counter());
        env.reset(1);
        for (int i = 0; i < 300; i++) {
            double action = -1 + 2 * i / 299.0;
            double taken = act(env, action).reward().floats()[0] - (i % 3 + 1);
            assertThat((taken + 2) / 4 - 1).isCloseTo(action, within(1e-6));
        }
    }

    @Test
    void clipsActions() {
        VecEnv env = Wrappers.clipAction(counter());
        env.reset(1);
        assertThat(act(env, -100).reward().floats()).containsExactly(1 - 2);
        assertThat(act(env, 0.5).reward().floats()).containsExactly(2.5f);
        assertThat(act(env, 100).reward().floats()).containsExactly(3 + 6);
        assertThatThrownBy(() -> act(env, Double.NaN)).hasMessageContaining("NaN");
        assertThatThrownBy(() -> Wrappers.rescaleAction(env)).hasMessageContaining("needs finite bounds");
    }

    @Test
    void stacksFramesOldestFirst() {
        VecEnv env = Wrappers.frameStack(counter(), 3);
        assertThat(env.obsSpace()).isEqualTo(Space.Box.of(0, 3, 3, 1));
        assertThat(env.reset(1).obs().floats()).containsExactly(0, 0, 0);
        assertThat(act(env, 0).obs().floats()).containsExactly(0, 0, 1);
        assertThat(act(env, 0).obs().floats()).containsExactly(0, 1, 2);
        Step step = act(env, 0);
        assertThat(step.finalObs().floats()).containsExactly(1, 2, 3);
        assertThat(step.obs().floats()).containsExactly(0, 0, 0);
    }

    @Test
    void repeatsActionsUntilAnEnd() {
        VecEnv env = Wrappers.actionRepeat(counter(), 2);
        env.reset(1);
        Step step = act(env, 0.5);
        assertThat(step.reward().floats()).containsExactly(1.5f + 2.5f);
        assertThat(step.obs().floats()).containsExactly(2);
        act(env, 0.5);
        assertThat(step.reward().floats()).containsExactly(3.5f);
        assertThat(step.terminated().bytes()).containsExactly(1);
        assertThat(step.finalObs().floats()).containsExactly(3);
        assertThat(step.obs().floats()).containsExactly(0); // the new episode is not stepped
        assertThatThrownBy(() -> Wrappers.actionRepeat(Wrappers.clipAction(counter()), 2))
                .hasMessageContaining("must be the innermost wrapper");
    }

    /// Two sprites that are drawn in turns: pixel 0 in even steps, pixel 1 in odd ones, each as bright as the step.
    private static final class Flicker implements Env {
        private int steps;

        @Override
        public Space obsSpace() {
            return Space.Box.pixels(2, 1);
        }

        @Override
        public Space actionSpace() {
            return new Space.Discrete(2);
        }

        @Override
        public void reset(NumpyRandom random, Frame frame) {
            steps = 0;
            draw(frame);
        }

        @Override
        public void step(Frame frame) {
            steps++;
            draw(frame);
            if (steps == 7) {
                frame.terminate();
            }
        }

        private void draw(Frame frame) {
            frame.pixel(steps % 2, 200 + steps);
            frame.pixel(1 - steps % 2, 0);
        }
    }

    @Test
    void ofTwoImagesTheBrighterPixelsAreShown() {
        VecEnv env = Wrappers.actionRepeat(new EnvVector("Flicker", Flicker::new, 1, 0), 3, true);
        Step step = env.reset(1);
        assertThat(step.obs().bytes()).containsExactly((byte) 200, 0);
        Array action = Array.ofInts(Shape.of(1), 0);
        env.step(action);
        assertThat(step.obs().bytes()).containsExactly((byte) 202, (byte) 203); // steps 2 and 3
        env.step(action);
        assertThat(step.obs().bytes()).containsExactly((byte) 206, (byte) 205); // steps 5 and 6
        env.step(action); // ends at step 7, in the first of three: one image alone
        assertThat(step.finalObs().bytes()).containsExactly(0, (byte) 207);
        assertThat(step.obs().bytes()).containsExactly((byte) 200, 0);
        assertThatThrownBy(() -> Wrappers.actionRepeat(counter(), 2, true))
                .hasMessage(
                        "Counter: max_last_two is for images of bytes, and its observations are FLOAT32; remove the key");
    }

    @Test
    void stickyActionsRepeatTheLast() {
        VecEnv always = Wrappers.stickyActions(counter(), 1);
        always.reset(1);
        assertThat(act(always, 4).reward().floats()).containsExactly(1 + 4); // the first of an episode
        assertThat(act(always, 5).reward().floats()).containsExactly(2 + 4);
        assertThat(act(always, 6).reward().floats()).containsExactly(3 + 4);
        assertThat(act(always, 5).reward().floats()).containsExactly(1 + 5);
        VecEnv never = Wrappers.stickyActions(counter(), 0);
        never.reset(1);
        assertThat(act(never, 4).reward().floats()).containsExactly(1 + 4);
        assertThat(act(never, 5).reward().floats()).containsExactly(2 + 5);

        VecEnv some = Wrappers.stickyActions(counter(), 0.25);
        Step step = some.reset(1);
        int stuck = 0;
        for (int t = 0; t < 30_000; t++) {
            float asked = t % 2;
            float at = t % 3 + 1;
            act(some, asked);
            stuck += step.reward().floats()[0] == at + asked ? 0 : 1;
        }
        // Of three steps the second differs with ¼, the third where it sticks to the second's asked: ¼·¾
        assertThat(stuck / 10_000.0).isCloseTo(0.25 + 0.1875, within(0.02));
    }

    @Test
    void discreteActionsAreEvenlySpacedValues() {
        VecEnv env = Wrappers.discretizeAction(counter(), 5, false); // −2, 0, 2, 4, 6
        assertThat(env.actionSpace()).isEqualTo(new Space.Discrete(5));
        env.reset(1);
        assertThat(env.step(Array.ofInts(Shape.of(1), 0)).reward().floats()).containsExactly(1 - 2);
        assertThat(env.step(Array.ofInts(Shape.of(1), 3)).reward().floats()).containsExactly(2 + 4);
        assertThat(env.step(Array.ofInts(Shape.of(1), 4)).reward().floats()).containsExactly(3 + 6);
        assertThatThrownBy(() -> env.step(Array.ofInts(Shape.of(1), 5))).hasMessageContaining("not in Discrete(5)");
        assertThatThrownBy(() -> Wrappers.discretizeAction(counter(), 1, false)).hasMessageContaining("bins is 1");
        try (VecEnv two = counter(2);
                VecEnv pole = Envs.make("CartPole-v1", 1, Map.of())) {
            assertThat(Wrappers.discretizeAction(two, 3, false).actionSpace())
                    .isEqualTo(new Space.MultiDiscrete(List.of(3, 3)));
            assertThat(Wrappers.discretizeAction(two, 3, true).actionSpace()).isEqualTo(new Space.Discrete(9));
            assertThatThrownBy(() -> Wrappers.discretizeAction(two, 200, true)).hasMessageContaining("40000 choices");
            assertThatThrownBy(() -> Wrappers.discretizeAction(pole, 3, true)).hasMessageContaining("needs a box");
        }
    }

    @Test
    void delayedActionsArriveLater() {
        VecEnv env = Wrappers.actionDelay(counter(), 2);
        env.reset(1);
        assertThat(act(env, 4).reward().floats()).containsExactly(1);
        assertThat(act(env, 5).reward().floats()).containsExactly(2);
        assertThat(act(env, 6).reward().floats()).containsExactly(3 + 4); // the episode ends
        assertThat(act(env, 3).reward().floats()).containsExactly(1); // 5 and 6 belonged to the old one
        assertThat(act(env, 3).reward().floats()).containsExactly(2);
        assertThat(act(env, 3).reward().floats()).containsExactly(3 + 3);
    }

    @Test
    void theTimeIsAppended() {
        VecEnv env = Wrappers.timeAware(counter(), 4);
        Step step = env.reset(1);
        assertThat(env.obsSpace()).isEqualTo(Space.Box.of(new float[] {0, 0}, new float[] {3, 1}));
        assertThat(step.obs().floats()).containsExactly(0, 0);
        act(env, 0);
        assertThat(step.obs().floats()).containsExactly(1, 0.25f);
        act(env, 0);
        act(env, 0);
        assertThat(step.finalObs().floats()).containsExactly(3, 0.75f);
        assertThat(step.obs().floats()).containsExactly(0, 0);
        try (VecEnv lake = Envs.make("FrozenLake-v1", 1, Map.of())) {
            assertThatThrownBy(() -> Wrappers.timeAware(lake, 4)).hasMessageContaining("needs a vector");
        }
    }

    @Test
    void potentialsAddUpToTheFirstOne() {
        // Φ = −2·|o − 3|: −6, −4, −2 and 0 at the end; γ = ½
        VecEnv env = Wrappers.potentialShaping(counter(), 0.5, 2, List.of(3.0), List.of());
        env.reset(1);
        assertThat(act(env, 0).reward().floats()).containsExactly(1 + 0.5f * -4 + 6);
        assertThat(act(env, 0).reward().floats()).containsExactly(2 + 0.5f * -2 + 4);
        assertThat(act(env, 0).reward().floats()).containsExactly(3 + 0 + 2);
        assertThat(act(env, 0).reward().floats()).containsExactly(1 + 0.5f * -4 + 6);
        VecEnv off = Wrappers.potentialShaping(counter(), 0.5, 1, List.of(0.0), List.of());
        off.reset(1); // Φ = −o; terminated counts as 0, and not as −3
        act(off, 0);
        act(off, 0);
        assertThat(act(off, 0).reward().floats()).containsExactly(3 + 0 + 2);
        assertThatThrownBy(() -> Wrappers.potentialShaping(counter(), 0.5, 1, List.of(1.0, 2.0), List.of()))
                .hasMessageContaining("target has 2 numbers; the observation has 1");
    }

    @Test
    void termsOfTheRewardAreWeighedAndMeasured() {
        try (VecEnv plain = Envs.make("Pendulum-v1", 1, Map.of());
                RewardTerms same = Wrappers.rewardTerms(Envs.make("Pendulum-v1", 1, Map.of()), Map.of());
                RewardTerms torque = Wrappers.rewardTerms(
                        Envs.make("Pendulum-v1", 1, Map.of()), Map.of("angle", 0.0, "speed", 0.0, "torque", 100.0))) {
            Step one = plain.reset(3);
            Step two = same.reset(3);
            Step three = torque.reset(3);
            for (int t = 0; t < 300; t++) { // over the end of an episode
                act(plain, t % 5 - 2);
                act(same, t % 5 - 2);
                act(torque, t % 5 - 2);
                assertThat(two.reward().floats()[0]).isCloseTo(one.reward().floats()[0], within(1e-5f));
                double right = -0.1 * (t % 5 - 2) * (t % 5 - 2); // 100 · 0.001 · torque²
                assertThat((double) three.reward().floats()[0]).isCloseTo(right, within(1e-6));
            }
            Map<String, Double> shares = new LinkedHashMap<>();
            same.shares(shares::put);
            assertThat(shares.keySet()).containsExactly("angle", "speed", "torque");
            assertThat(shares.values().stream().mapToDouble(each -> each).sum()).isCloseTo(1, within(1e-9));
            torque.shares(shares::put);
            assertThat(shares).containsEntry("angle", 0.0).containsEntry("torque", 1.0);
        }
        assertThatThrownBy(() -> Wrappers.rewardTerms(counter(), Map.of())).hasMessageContaining("names no terms");
        try (VecEnv env = Envs.make("Pendulum-v1", 1, Map.of())) {
            assertThatThrownBy(() -> Wrappers.rewardTerms(env, Map.of("torqe", 1.0)))
                    .hasMessageContaining("torqe")
                    .hasMessageContaining("angle, speed, torque");
        }
    }

    /// Shows one pixel of three colors.
    private static final class Pixel implements Env {
        @Override
        public Space obsSpace() {
            return Space.Box.pixels(1, 2, 3);
        }

        @Override
        public Space actionSpace() {
            return new Space.Discrete(2);
        }

        @Override
        public void reset(NumpyRandom random, Frame frame) {
            show(frame);
        }

        private static void show(Frame frame) {
            int[] colors = {255, 255, 255, 10, 200, 30};
            for (int i = 0; i < colors.length; i++) {
                frame.pixel(i, colors[i]);
            }
        }

        @Override
        public void step(Frame frame) {
            show(frame);
        }
    }

    @Test
    void greyIsGymnasiums() {
        VecEnv env = Wrappers.greyObs(new EnvVector("Pixel", Pixel::new, 1, 0));
        assertThat(env.obsSpace()).isEqualTo(Space.Box.pixels(1, 2, 1));
        // 0.2125·10 + 0.7154·200 + 0.0721·30 = 147.368, cut off
        assertThat(env.reset(1).obs().bytes()).containsExactly((byte) 255, (byte) 147);
        try (VecEnv grey = Envs.make("Catch-v0", 1, Map.of())) {
            assertThatThrownBy(() -> Wrappers.greyObs(grey)).hasMessageContaining("three colors");
        }
    }

    @Test
    void flattensDiscreteObsToOneHotRows() {
        try (VecEnv env = Wrappers.flattenObs(Envs.make("FrozenLake-v1", 2, Map.of("is_slippery", false)))) {
            assertThat(env.obsSpace()).isEqualTo(Space.Box.of(0, 1, 16));
            float[] obs = env.reset(1).obs().floats();
            env.step(Array.ofInts(Shape.of(2), 2, 1)); // right to 1, down to 4
            float[] wanted = new float[32];
            wanted[1] = 1;
            wanted[16 + 4] = 1;
            assertThat(obs).containsExactly(wanted);
        }
        try (VecEnv env = Wrappers.flattenObs(Envs.make("Catch-v0", 1, Map.of()))) {
            float[] obs = env.reset(1).obs().floats();
            assertThat(obs).hasSize(50).contains(255);
        }
        try (VecEnv env = Envs.make("Blackjack-v1", 1, Map.of());
                VecEnv flat = Wrappers.flattenObs(Envs.make("Blackjack-v1", 1, Map.of()))) {
            assertThat(flat.reset(1).obs().floats())
                    .containsExactly(env.reset(1).obs().floats());
        }
    }

    @Test
    void reportsReturnsAndLengthsOfEndedEpisodes() {
        EpisodeStats env = Wrappers.episodeStats(counter());
        env.reset(1);
        for (int episode = 0; episode < 2; episode++) {
            act(env, 0);
            act(env, 1);
            assertThat(env.ended()).isZero();
            act(env, 2);
            assertThat(env.ended()).isEqualTo(1);
            assertThat(env.episodeReturn(0)).isEqualTo(1 + 3 + 5);
            assertThat(env.episodeLength(0)).isEqualTo(3);
            assertThat(env.env(0)).isZero();
        }
    }

    @Test
    void refusesWhatCannotBeWrapped() {
        try (VecEnv lake = Envs.make("FrozenLake-v1", 1, Map.of())) {
            assertThatThrownBy(() -> Wrappers.normalizeObs(lake)).hasMessageContaining("apply flattenObs first");
            assertThatThrownBy(() -> Wrappers.frameStack(lake, 2)).hasMessageContaining("needs a box");
            assertThatThrownBy(() -> Wrappers.frameStack(counter(), Integer.MAX_VALUE))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("frame_stack: 2147483647 observations of ")
                    .hasMessageContaining(" bytes, and the JVM may use ");
            assertThatThrownBy(() -> Wrappers.clipAction(lake)).hasMessageContaining("needs a box");
            assertThatThrownBy(() -> Wrappers.stickyActions(lake, 2)).hasMessageContaining("probability is 2.0");
            assertThatThrownBy(() -> Wrappers.clipReward(lake, 1, 0)).hasMessageContaining("empty");
        }
    }
}
