package slmlab.env.classic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.env.Allocation;
import slmlab.env.Envs;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;
import slmlab.tensor.safetensors.SafeTensors;

/// Against episodes of Gymnasium's own envs; scripts/golden/envs_classic.py recorded them.
final class ClassicControlTest {
    private static final Map<String, Array> GOLDEN = SafeTensors.read(
                    Path.of("src/test/resources/golden/envs_classic.safetensors"))
            .tensors();

    /// One env's recorded steps: a case is an id and perhaps a keyword, as in `Pendulum-v1?g=9.81`.
    record Episode(String name) {
        Array part(String part) {
            return Objects.requireNonNull(GOLDEN.get(name + "/" + part), name);
        }

        String id() {
            return name.split("[?/]", -1)[0];
        }

        long seed() {
            return Long.parseLong(name.substring(name.indexOf('/') + 1));
        }

        Map<String, ?> arguments() {
            if (!name.contains("?")) {
                return Map.of();
            }
            String[] pair =
                    name.substring(name.indexOf('?') + 1, name.indexOf('/')).split("=", -1);
            return Map.of(pair[0], pair[1].equals("true") ? (Object) true : Double.valueOf(pair[1]));
        }

        int ends(int steps) {
            int ends = 0;
            for (int t = 0; t < steps; t++) {
                ends += part("terminated").bytes()[t] | part("truncated").bytes()[t];
            }
            return ends;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Episode> episodes() {
        return GOLDEN.keySet().stream()
                .map(name -> name.substring(0, name.lastIndexOf('/')))
                .distinct()
                .map(Episode::new);
    }

    @ParameterizedTest
    @MethodSource("episodes")
    void playsGymnasiumsEpisode(Episode episode) {
        try (VecEnv env = Envs.make(episode.id(), 1, episode.arguments())) {
            assertPlays(env, episode.seed(), episode);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CartPole-v0",
                "CartPole-v1",
                "MountainCar-v0",
                "MountainCarContinuous-v0",
                "Pendulum-v1",
                "Acrobot-v1"
            })
    void seedsTheMembersOfAVectorInOrder(String id) {
        try (VecEnv env = Envs.make(id, 3, Map.of())) {
            assertPlays(env, 0, new Episode(id + "/0"), new Episode(id + "/1"), new Episode(id + "/2"));
        }
    }

    private static void assertPlays(VecEnv env, long seed, Episode... episodes) {
        Step step = env.reset(seed);
        int steps = episodes[0].part("reward").shape().dim(0);
        for (int i = 0; i < episodes.length; i++) {
            assertRow(step.obs(), i, episodes[i].part("obs"), 0, "%s: first obs".formatted(episodes[i]));
        }
        Array action = Array.zeros(env.actionSpace().rowType(), actionShape(env));
        for (int t = 0; t < steps; t++) {
            for (int i = 0; i < episodes.length; i++) {
                copyAction(episodes[i].part("action"), t, action, i);
            }
            assertThat(env.step(action)).isSameAs(step);
            for (int i = 0; i < episodes.length; i++) {
                Episode episode = episodes[i];
                String where = "%s, step %d".formatted(episode, t);
                assertThat(step.reward().floats()[i])
                        .as(where)
                        .isEqualTo(episode.part("reward").floats()[t]);
                byte terminated = episode.part("terminated").bytes()[t];
                byte truncated = episode.part("truncated").bytes()[t];
                assertThat(step.terminated().bytes()[i]).as(where).isEqualTo(terminated);
                assertThat(step.truncated().bytes()[i]).as(where).isEqualTo(truncated);
                assertRow(step.obs(), i, episode.part("obs"), t + 1, where);
                if ((terminated | truncated) != 0) {
                    assertRow(step.finalObs(), i, episode.part("final"), episode.ends(t), where);
                }
            }
        }
    }

    private static void assertRow(Array ours, int row, Array theirs, int recorded, String where) {
        int size = ours.shape().dim(1);
        for (int j = 0; j < size; j++) {
            assertThat(ours.floats()[row * size + j])
                    .as("%s, number %d", where, j)
                    .isCloseTo(theirs.floats()[recorded * size + j], within(1e-6f));
        }
    }

    private static void copyAction(Array recorded, int t, Array action, int i) {
        if (action.dtype() == DType.INT32) {
            action.ints()[i] = recorded.ints()[t];
        } else {
            action.floats()[i] = recorded.floats()[t];
        }
    }

    private static Shape actionShape(VecEnv env) {
        return env.actionSpace() instanceof Space.Box ? Shape.of(env.size(), 1) : Shape.of(env.size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"CartPole-v1", "MountainCar-v0", "MountainCarContinuous-v0", "Pendulum-v1", "Acrobot-v1"})
    void stepsAndRestartsAllocateNothing(String id) {
        Allocation.assertNone(id, Map.of());
    }

    @Test
    void spacesAndTimeLimitsAreGymnasiums() {
        assertThat(Envs.entry("CartPole-v0").maxSteps()).isEqualTo(200);
        assertThat(Envs.entry("CartPole-v1").maxSteps()).isEqualTo(500);
        assertThat(Envs.entry("MountainCar-v0").maxSteps()).isEqualTo(200);
        assertThat(Envs.entry("MountainCarContinuous-v0").maxSteps()).isEqualTo(999);
        assertThat(Envs.entry("Pendulum-v1").maxSteps()).isEqualTo(200);
        assertThat(Envs.entry("Acrobot-v1").maxSteps()).isEqualTo(500);
        assertThat(space("CartPole-v1"))
                .isEqualTo(symmetric(4.8f, Float.POSITIVE_INFINITY, 0.41887903f, Float.POSITIVE_INFINITY));
        assertThat(space("MountainCar-v0"))
                .isEqualTo(Space.Box.of(new float[] {-1.2f, -0.07f}, new float[] {0.6f, 0.07f}));
        assertThat(space("Pendulum-v1")).isEqualTo(symmetric(1, 1, 8));
        assertThat(space("Acrobot-v1")).isEqualTo(symmetric(1, 1, 1, 1, 12.566371f, 28.274334f));
    }

    private static Space space(String id) {
        try (VecEnv env = Envs.make(id, 1, Map.of())) {
            return env.obsSpace();
        }
    }

    private static Space symmetric(float... high) {
        float[] low = high.clone();
        for (int i = 0; i < low.length; i++) {
            low[i] = -low[i];
        }
        return Space.Box.of(low, high);
    }

    @Test
    void aTruncatedEpisodeIsNotTerminated() {
        try (VecEnv env = Envs.make("Pendulum-v1", 1, Map.of("max_episode_steps", 3))) {
            Step step = env.reset(0);
            byte[] truncated = new byte[6];
            for (int t = 0; t < 6; t++) {
                env.step(Array.of(Shape.of(1, 1), 0f));
                truncated[t] = step.truncated().bytes()[0];
                assertThat(step.terminated().bytes()[0]).isZero();
            }
            assertThat(truncated).isEqualTo(new byte[] {0, 0, 1, 0, 0, 1});
        }
    }

    @Test
    void unknownIdsComeWithSuggestions() {
        assertThatThrownBy(() -> Envs.make("CartPole-v7", 1, Map.of()))
                .hasMessageContaining("no env CartPole-v7")
                .hasMessageContaining("CartPole-v1");
        assertThatThrownBy(() -> Envs.make("Nonsense-v0", 1, Map.of())).hasMessageContaining("Pendulum-v1");
    }

    @Test
    void unknownKeywordsAreNamed() {
        assertThatThrownBy(() -> Envs.make("Pendulum-v1", 1, Map.of("gravity", 9.81)))
                .hasMessageContaining("Pendulum-v1: gravity is unknown")
                .hasMessageContaining("knows: g");
        assertThatThrownBy(() -> Envs.make("CartPole-v1", 1, Map.of("sutton_barto_reward", "yes")))
                .hasMessageContaining("sutton_barto_reward is yes; needs true or false");
    }

    @Test
    void badActionsAreRefusedBeforeAnyEnvMoves() {
        try (VecEnv env = Envs.make("CartPole-v1", 2, Map.of());
                VecEnv box = Envs.make("Pendulum-v1", 2, Map.of())) {
            Step step = env.reset(0);
            float[] before = step.obs().floats().clone();
            assertThatThrownBy(() -> env.step(Array.ofInts(Shape.of(2), 0, 2)))
                    .hasMessageContaining("CartPole-v1: action 2 of env 1 lies outside Discrete(2)");
            assertThatThrownBy(() -> env.step(Array.ofInts(Shape.of(2), -1, 0)))
                    .hasMessageContaining("action -1 of env 0");
            assertThatThrownBy(() -> env.step(Array.ofInts(Shape.of(3), 0, 0, 0)))
                    .hasMessageContaining("CartPole-v1");
            assertThatThrownBy(() -> env.step(Array.of(Shape.of(2), 0, 0))).hasMessageContaining("INT32");
            assertThat(step.obs().floats()).isEqualTo(before);
            box.reset(0);
            assertThatThrownBy(() -> box.step(Array.of(Shape.of(2, 1), 0, Float.NaN)))
                    .hasMessageContaining("Pendulum-v1: action NaN of env 1");
            assertThatThrownBy(() -> box.step(Array.of(Shape.of(2), 0, 0))).hasMessageContaining("Pendulum-v1");
        }
    }

    @Test
    void aStepNeedsAReset() {
        try (VecEnv env = Envs.make("CartPole-v1", 1, Map.of())) {
            assertThatThrownBy(() -> env.step(Array.ofInts(Shape.of(1), 0)))
                    .hasMessage("CartPole-v1: step before reset");
        }
    }

    @Test
    void twoThreadsPlayAsOne() throws InterruptedException {
        float[][] alone = {rollout(5), rollout(6)};
        float[][] together = new float[2][];
        Thread[] threads = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int which = i;
            threads[i] = Thread.ofPlatform().start(() -> together[which] = rollout(5 + which));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(Arrays.equals(alone[0], together[0])).isTrue();
        assertThat(Arrays.equals(alone[1], together[1])).isTrue();
    }

    private static float[] rollout(long seed) {
        try (VecEnv env = Envs.make("Acrobot-v1", 4, Map.of())) {
            Step step = env.reset(seed);
            Array action = Array.zeros(DType.INT32, Shape.of(4));
            NumpyRandom random = NumpyRandom.ofSeed(seed);
            float[] all = new float[2000 * 24];
            for (int t = 0; t < 2000; t++) {
                for (int i = 0; i < 4; i++) {
                    action.ints()[i] = random.choice(3);
                }
                env.step(action);
                System.arraycopy(step.obs().floats(), 0, all, t * 24, 24);
            }
            return all;
        }
    }
}
