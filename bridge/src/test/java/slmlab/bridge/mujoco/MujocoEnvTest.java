package slmlab.bridge.mujoco;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.awt.image.BufferedImage;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.env.Envs;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;
import slmlab.tensor.State;

/// What every task does beside playing Gymnasium's episodes.
final class MujocoEnvTest {
    private static final Map<String, ?> NONE = Map.of();

    @BeforeAll
    static void installed() {
        Installed.assume();
    }

    static Stream<String> ids() {
        return new MujocoFamily().ids().stream();
    }

    /// Steps with random actions; returns all that was seen.
    private static float[] play(VecEnv env, Step step, int from, int to) {
        int row = step.obs().floats().length;
        float[] seen = new float[(to - from) * (row + 3 * env.size())];
        Array action = Array.zeros(DType.FLOAT32, env.actionSpace().row().insert(0, env.size()));
        int at = 0;
        for (int t = from; t < to; t++) {
            fill(action.floats(), t);
            env.step(action);
            System.arraycopy(step.obs().floats(), 0, seen, at, row);
            at += row;
            for (int i = 0; i < env.size(); i++) {
                seen[at++] = step.reward().floats()[i];
                seen[at++] = step.terminated().bytes()[i];
                seen[at++] = step.truncated().bytes()[i];
            }
        }
        return seen;
    }

    private static void fill(float[] action, int t) {
        NumpyRandom random = NumpyRandom.ofSeed(t);
        for (int i = 0; i < action.length; i++) {
            action[i] = (float) random.uniform(-1, 1);
        }
    }

    @ParameterizedTest
    @MethodSource("ids")
    void resumesBitForBitInTheMiddleOfAnEpisode(String id) {
        State state = new State();
        float[] expected;
        try (VecEnv env = Envs.make(id, 2, NONE)) {
            Step step = env.reset(5);
            play(env, step, 0, 23);
            env.save(state);
            expected = play(env, step, 23, 83);
        }
        try (VecEnv env = Envs.make(id, 2, NONE)) {
            Step step = env.load(state);
            assertThat(play(env, step, 23, 83)).isEqualTo(expected);
        }
        try (VecEnv env = Envs.make(id, 2, NONE)) { // also one that has gone elsewhere
            play(env, env.reset(77), 0, 40);
            Step step = env.load(state);
            assertThat(play(env, step, 23, 83)).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"HalfCheetah-v5", "Humanoid-v5", "Ant-v5", "Reacher-v4"})
    void severalThreadsGiveTheSameNumbersAsOne(String id) {
        float[] alone;
        try (VecEnv env = Envs.make(id, 5, NONE, 1)) {
            alone = play(env, env.reset(1), 0, 120);
        }
        try (VecEnv env = Envs.make(id, 5, NONE, 3)) {
            assertThat(play(env, env.reset(1), 0, 120)).isEqualTo(alone);
        }
    }

    @ParameterizedTest
    @MethodSource("ids")
    void aPictureShowsMotionAndChangesNothing(String id) {
        float[] expected;
        try (VecEnv env = Envs.make(id, 1, NONE)) {
            expected = play(env, env.reset(1), 0, 30);
        }
        Set<Integer> pictures = new HashSet<>();
        float[] seen = new float[expected.length];
        try (VecEnv env = Envs.make(id, 1, NONE)) {
            Step step = env.reset(1);
            int row = expected.length / 30;
            for (int t = 0; t < 30; t++) {
                System.arraycopy(play(env, step, t, t + 1), 0, seen, t * row, row);
                BufferedImage image = env.render(0);
                assertThat(image.getWidth()).isEqualTo(480);
                int[] pixels = image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
                pictures.add(Arrays.hashCode(pixels));
            }
        }
        assertThat(seen).isEqualTo(expected);
        assertThat(pictures).hasSizeGreaterThan(25);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Hopper-v5", "HalfCheetah-v5", "Ant-v5", "Reacher-v4", "InvertedDoublePendulum-v5"})
    void stepsAndRestartsAllocateNothing(String id) {
        var threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
        try (VecEnv env = Envs.make(id, 2, Map.of("max_episode_steps", 50))) {
            env.reset(1);
            Array action = Array.zeros(DType.FLOAT32, env.actionSpace().row().insert(0, 2));
            fill(action.floats(), 3);
            long bytes = Long.MAX_VALUE;
            for (int block = 0; block < 30 && bytes > 0; block++) { // the JVM links and compiles in the first ones
                long before = threads.getCurrentThreadAllocatedBytes();
                for (int t = 0; t < 1000; t++) {
                    env.step(action);
                }
                bytes = threads.getCurrentThreadAllocatedBytes() - before;
            }
            assertThat(bytes).as("bytes of 1,000 steps").isZero();
        }
    }

    @Test
    void spacesAreGymnasiums() {
        assertThat(obs("Ant-v5")).isEqualTo(105);
        assertThat(obs("Ant-v4")).isEqualTo(27);
        assertThat(obs("HalfCheetah-v5")).isEqualTo(17);
        assertThat(obs("Hopper-v4")).isEqualTo(11);
        assertThat(obs("Humanoid-v5")).isEqualTo(348);
        assertThat(obs("Humanoid-v4")).isEqualTo(376);
        assertThat(obs("HumanoidStandup-v5")).isEqualTo(348);
        assertThat(obs("InvertedDoublePendulum-v5")).isEqualTo(9);
        assertThat(obs("InvertedDoublePendulum-v4")).isEqualTo(11);
        assertThat(obs("InvertedPendulum-v5")).isEqualTo(4);
        assertThat(obs("Pusher-v5")).isEqualTo(23);
        assertThat(obs("Reacher-v5")).isEqualTo(10);
        assertThat(obs("Reacher-v4")).isEqualTo(11);
        assertThat(obs("Swimmer-v5")).isEqualTo(8);
        assertThat(obs("Walker2d-v5")).isEqualTo(17);
        try (VecEnv env = Envs.make("Humanoid-v5", 1, NONE)) {
            assertThat(env.actionSpace()).isEqualTo(Space.Box.of(-0.4, 0.4, 17));
        }
        try (VecEnv env = Envs.make("InvertedPendulum-v5", 1, NONE)) {
            assertThat(env.actionSpace()).isEqualTo(Space.Box.of(-3, 3, 1));
        }
    }

    private static int obs(String id) {
        try (VecEnv env = Envs.make(id, 1, NONE)) {
            return env.obsSpace().row().volume();
        }
    }

    @Test
    void theTimeLimitIsTheTasksOrTheSpecs() {
        assertThat(length("Reacher-v5", NONE)).isEqualTo(50);
        assertThat(length("Pusher-v5", NONE)).isEqualTo(100);
        assertThat(length("HalfCheetah-v5", NONE)).isEqualTo(1000);
        assertThat(length("HalfCheetah-v5", Map.of("max_episode_steps", 7))).isEqualTo(7);
    }

    private static int length(String id, Map<String, ?> arguments) {
        try (VecEnv env = Envs.make(id, 1, arguments)) {
            Step step = env.reset(0);
            Array action = Array.zeros(
                    DType.FLOAT32, Shape.of(1, env.actionSpace().row().volume()));
            int steps = 0;
            do {
                env.step(action);
                steps++;
            } while (step.truncated().bytes()[0] == 0);
            return steps;
        }
    }
}
