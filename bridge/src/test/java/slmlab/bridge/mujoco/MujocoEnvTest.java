package slmlab.bridge.mujoco;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.awt.image.BufferedImage;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.env.Args;
import slmlab.env.Envs;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.env.python.PythonPackages;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;
import slmlab.tensor.State;

/// What every task does beside playing Gymnasium's episodes.
@Tag("python")
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
    void anImageShowsMotionAndChangesNothing(String id) {
        float[] expected;
        try (VecEnv env = Envs.make(id, 1, NONE)) {
            expected = play(env, env.reset(1), 0, 30);
        }
        Set<Integer> images = new HashSet<>();
        float[] seen = new float[expected.length];
        try (VecEnv env = Envs.make(id, 1, NONE)) {
            Step step = env.reset(1);
            int row = expected.length / 30;
            for (int t = 0; t < 30; t++) {
                System.arraycopy(play(env, step, t, t + 1), 0, seen, t * row, row);
                BufferedImage image = env.render(0);
                assertThat(image.getWidth()).isEqualTo(480);
                int[] pixels = image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
                images.add(Arrays.hashCode(pixels));
            }
        }
        assertThat(seen).isEqualTo(expected);
        assertThat(images).hasSizeGreaterThan(25);
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

    /// A task of version 5, as it is built, and what a test does with it.
    private static void withTask(String name, Consumer<Task> test) {
        Tasks.Entry entry = Objects.requireNonNull(Tasks.all().get(name));
        Path file = PythonPackages.ofMachine()
                .find("gymnasium")
                .orElseThrow()
                .resolve("envs/mujoco/assets")
                .resolve(entry.model());
        Library.open();
        try (Model model = new Model(file, true);
                Simulation sim = new Simulation(model)) {
            test.accept(entry.build().apply(new Setup(new Args(name, NONE), model, sim, true)));
        }
    }

    /// Gymnasium's limits, most of which no golden episode reaches: one number of `qpos` is moved over each. A
    /// limit that is open ends the episode itself, one that is closed does not.
    @ParameterizedTest
    @CsvSource({
        "Hopper, 1, 0.7, Infinity, true", // height
        "Hopper, 2, -0.2, 0.2, true", // angle
        "Hopper, 5, -100, 100, true", // any of the others
        "Walker2d, 1, 0.8, 2, true",
        "Walker2d, 2, -1, 1, true",
        "Ant, 2, 0.2, 1, false",
        "Humanoid, 2, 1, 2, true",
        "InvertedPendulum, 1, -0.2, 0.2, false"
    })
    void anEpisodeEndsAtTheLimitsOfItsTask(String name, int at, double low, double high, boolean isOpen) {
        withTask(name, task -> {
            task.sim().reset();
            Field qpos = task.sim().qpos();
            qpos.set(at, low);
            assertThat(task.isOver().getAsBoolean()).as("at %s", low).isEqualTo(isOpen);
            qpos.set(at, Math.nextDown(low));
            assertThat(task.isOver().getAsBoolean()).as("below %s", low).isTrue();
            qpos.set(at, Math.nextUp(low));
            assertThat(task.isOver().getAsBoolean()).as("above %s", low).isFalse();
            qpos.set(at, high);
            assertThat(task.isOver().getAsBoolean()).as("at %s", high).isEqualTo(isOpen);
            qpos.set(at, Math.nextDown(high));
            assertThat(task.isOver().getAsBoolean()).as("below %s", high).isFalse();
            if (Double.isFinite(high)) {
                qpos.set(at, Math.nextUp(high));
                assertThat(task.isOver().getAsBoolean()).as("above %s", high).isTrue();
            }
        });
    }

    /// Of 4,000 starts, the object of Pusher lies in x from −0.3 to 0 and y from −0.2 to 0.2, farther than 0.17
    /// from the goal, and comes near each of these limits. The arm moves a little, object and goal do not.
    @Test
    void theObjectOfPusherLiesNearButNotOnItsGoal() {
        withTask("Pusher", task -> {
            NumpyRandom random = NumpyRandom.ofSeed(1);
            double[] lowest = {9, 9, 9};
            double[] highest = {-9, -9, -9};
            for (int i = 0; i < 4_000; i++) {
                double[] qpos = new double[task.sim().qpos().size()];
                double[] qvel = new double[task.sim().qvel().size()];
                task.start().draw(random, qpos, qvel);
                double x = qpos[qpos.length - 4];
                double y = qpos[qpos.length - 3];
                double[] drawn = {x, y, Math.hypot(x, y)};
                for (int j = 0; j < 3; j++) {
                    lowest[j] = Math.min(lowest[j], drawn[j]);
                    highest[j] = Math.max(highest[j], drawn[j]);
                }
                assertThat(qpos[qpos.length - 2]).isZero();
                assertThat(qpos[qpos.length - 1]).isZero();
                for (int j = 0; j < qvel.length; j++) {
                    assertThat(Math.abs(qvel[j])).isBetween(0.0, j < qvel.length - 4 ? 0.005 : 0);
                }
            }
            assertThat(lowest[0]).isBetween(-0.3, -0.299);
            assertThat(highest[0]).isBetween(-0.005, 0.0);
            assertThat(lowest[1]).isBetween(-0.2, -0.199);
            assertThat(highest[1]).isBetween(0.199, 0.2);
            assertThat(lowest[2]).isBetween(0.17, 0.171);
        });
    }
}
