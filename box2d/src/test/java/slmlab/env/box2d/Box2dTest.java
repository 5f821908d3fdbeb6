package slmlab.env.box2d;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import com.badlogic.gdx.math.Vector2;
import com.badlogic.gdx.physics.box2d.World;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.env.Args;
import slmlab.env.Box2dIds;
import slmlab.env.Env;
import slmlab.env.EnvVector;
import slmlab.env.Envs;
import slmlab.env.Played;
import slmlab.env.RandomActions;
import slmlab.env.Rows;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.env.play.Play;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.RandomStream;
import slmlab.tensor.safetensors.SafeTensors;

/// Against Gymnasium's own Box2D envs; scripts/golden/envs_box2d.py recorded them and says how far they go.
final class Box2dTest {
    private static final Map<String, Array> GOLDEN = SafeTensors.read(
                    Path.of("src/test/resources/golden/envs_box2d.safetensors"))
            .tensors();

    /// Some recorded steps: a case is an id and perhaps keywords, as in `LunarLander-v3?enable_wind=true/42`.
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

        Env make() {
            Map<String, Object> arguments = new HashMap<>();
            if (name.contains("?")) {
                String keywords = name.substring(name.indexOf('?') + 1, name.indexOf('/'));
                for (String keyword : keywords.split("&", -1)) {
                    String[] pair = keyword.split("=", -1);
                    arguments.put(pair[0], pair[1].equals("true") ? (Object) true : Double.valueOf(pair[1]));
                }
            }
            return Envs.entry(id()).make().apply(new Args(id(), arguments));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Episode> episodes() {
        return GOLDEN.keySet().stream()
                .filter(name -> name.endsWith("/obs"))
                .map(name -> new Episode(name.substring(0, name.lastIndexOf('/'))));
    }

    static Stream<String> ids() {
        return Stream.of("LunarLander-v3", "LunarLanderContinuous-v3", "BipedalWalker-v3", "BipedalWalkerHardcore-v3");
    }

    @ParameterizedTest
    @MethodSource("episodes")
    void groundIsGymnasiums(Episode episode) {
        Env env = episode.make();
        try (VecEnv vector = new EnvVector(episode.id(), () -> env, 1, 0)) {
            vector.reset(episode.seed());
            float[] heights = episode.part("terrain").floats();
            float[] boxes = episode.part("boxes").floats();
            switch (env) {
                case LunarLander lander -> {
                    assertThat(lander.moon()[1]).hasSize(heights.length);
                    for (int i = 0; i < heights.length; i++) {
                        assertThat(lander.moon()[1][i]).isCloseTo(heights[i], offset(1e-6));
                    }
                }
                case BipedalWalker walker -> {
                    WalkerTerrain terrain = walker.inside().terrain();
                    assertThat(heights).hasSize(WalkerTerrain.LENGTH);
                    for (int i = 0; i < heights.length; i++) {
                        assertThat(terrain.y(i)).isCloseTo(heights[i], offset(1e-6));
                    }
                    assertThat(4 * terrain.boxes()).isEqualTo(boxes.length);
                    for (int i = 0; i < terrain.boxes(); i++) {
                        double[] corners = terrain.boxCorners(i);
                        double[] ours = {corners[0], corners[1], corners[4], corners[5]};
                        for (int k = 0; k < 4; k++) {
                            assertThat((float) ours[k]).isCloseTo(boxes[4 * i + k], offset(1e-6f));
                        }
                    }
                }
                default -> throw new AssertionError(env);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("episodes")
    void playsGymnasiumsSteps(Episode episode) {
        Env env = episode.make();
        try (VecEnv vector = new EnvVector(episode.id(), () -> env, 1, 0)) {
            Step step = vector.reset(episode.seed());
            assertObs(step, episode, 0, 1e-5f);
            if (env instanceof BipedalWalker walker) {
                walker.inside().world().world().setGravity(new Vector2(0, 10)); // as the recording did
            }
            Array actions = episode.part("action");
            float[] rewards = episode.part("reward").floats();
            Array action = Rows.of(vector.actionSpace(), 1);
            int width = action.shape().volume();
            for (int t = 0; t < rewards.length; t++) {
                System.arraycopy(Rows.data(actions), t * width, Rows.data(action), 0, width);
                vector.step(action);
                assertObs(step, episode, t + 1, 1e-3f);
                assertThat(step.reward().floats()[0]).as("step %d", t).isCloseTo(rewards[t], offset(1e-3f));
                assertThat(step.terminated().bytes()[0]).isZero();
            }
        }
    }

    private static void assertObs(Step step, Episode episode, int row, float tolerance) {
        float[] ours = step.obs().floats();
        float[] theirs = episode.part("obs").floats();
        for (int i = 0; i < ours.length; i++) {
            assertThat(ours[i])
                    .as("obs %d of row %d", i, row)
                    .isCloseTo(theirs[row * ours.length + i], offset(tolerance));
        }
    }

    /// Within three standard errors of the difference; both sides have one, and another CPU plays other
    /// episodes.
    @ParameterizedTest
    @MethodSource("ids")
    void randomEpisodesAreLikeGymnasiums(String id) {
        double[] returns = new double[200];
        double[] lengths = new double[200];
        try (VecEnv env = Envs.make(id, 1, Map.of())) {
            RandomActions actions = new RandomActions(env.actionSpace(), 1, RandomStream.ofSeed(7));
            for (int seed = 0; seed < returns.length; seed++) {
                Step step = env.reset(seed);
                do {
                    env.step(actions.next());
                    returns[seed] += step.reward().floats()[0];
                    lengths[seed]++;
                } while ((step.terminated().bytes()[0] | step.truncated().bytes()[0]) == 0);
            }
        }
        float[] theirs = Objects.requireNonNull(GOLDEN.get(id + "/episodes")).floats();
        assertThat(mean(returns)).as("return").isCloseTo(theirs[0], offset(3 * Math.hypot(theirs[1], error(returns))));
        assertThat(mean(lengths)).as("length").isCloseTo(theirs[2], offset(3 * Math.hypot(theirs[3], error(lengths))));
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }

    /// Return the standard error of the mean.
    private static double error(double[] values) {
        double mean = mean(values);
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        return Math.sqrt(squares / (values.length - 1) / values.length);
    }

    @ParameterizedTest
    @MethodSource("ids")
    void sameSeedGivesTheSameEpisodes(String id) {
        assertThat(played(id, 3)).isEqualTo(played(id, 3)).isNotEqualTo(played(id, 4));
    }

    @Test
    void twoThreadsPlayAsOneDoes() throws Exception {
        List<Play> plays = new ArrayList<>();
        for (int seed = 0; seed < 4; seed++) {
            for (String id : ids().toList()) {
                plays.add(new Play(id, 10 + seed));
            }
        }
        List<List<Float>> alone = new ArrayList<>();
        for (Play play : plays) {
            alone.add(play.call());
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            List<Future<List<Float>>> together = threads.invokeAll(plays);
            for (int i = 0; i < plays.size(); i++) {
                assertThat(together.get(i).get()).as("%s", plays.get(i)).isEqualTo(alone.get(i));
            }
        }
    }

    private record Play(String id, long seed) implements Callable<List<Float>> {
        @Override
        public List<Float> call() {
            return played(id, seed);
        }
    }

    /// Every number that 300 steps of two envs show.
    private static List<Float> played(String id, long seed) {
        List<Float> numbers = new ArrayList<>();
        try (VecEnv env = Envs.make(id, 2, Map.of())) {
            RandomActions actions = new RandomActions(env.actionSpace(), 2, RandomStream.ofSeed(seed));
            Step step = env.reset(seed);
            for (int t = 0; t < 300; t++) {
                env.step(actions.next());
                for (float number : step.obs().floats()) {
                    numbers.add(number);
                }
                for (float number : step.reward().floats()) {
                    numbers.add(number);
                }
            }
        }
        return numbers;
    }

    @Test
    void raysMeetTheGroundWhereBox2dSaysSo() {
        BipedalWalker walker = new BipedalWalker(true);
        try (VecEnv env = new EnvVector("BipedalWalkerHardcore-v3", () -> walker, 1, 0)) {
            int[] met = new int[2];
            for (int seed = 0; seed < 5; seed++) {
                env.reset(seed);
                RandomStream random = RandomStream.ofSeed(seed);
                BipedalWalker.Inside inside = walker.inside();
                float[] lidar = new float[inside.lidar().length];
                for (int n = 0; n < 1000; n++) {
                    float x = (float) (random.nextUniform() * 90);
                    float ground = (float) inside.terrain().y((int) (x / WalkerTerrain.STEP) + 1);
                    float y = ground + 0.5f + (float) (3 * random.nextUniform());
                    inside.terrain().cast(x, y, inside.rayX(), inside.rayY(), lidar);
                    for (int i = 0; i < lidar.length; i++) {
                        float expected = cast(inside, x, y, i);
                        met[expected < 1 ? 1 : 0]++;
                        assertThat(lidar[i])
                                .as("seed %d: ray %d from (%s, %s)", seed, i, x, y)
                                .isCloseTo(expected, offset(3e-5f));
                    }
                }
            }
            assertThat(met[0]).isGreaterThan(1000);
            assertThat(met[1]).isGreaterThan(10_000);
        }
    }

    private static float cast(BipedalWalker.Inside inside, float x, float y, int ray) {
        World world = inside.world().world();
        float[] nearest = {1};
        world.rayCast(
                (fixture, point, normal, fraction) -> {
                    if ((fixture.getFilterData().categoryBits & 1) == 0) {
                        return -1; // the walker itself
                    }
                    nearest[0] = fraction;
                    return fraction;
                },
                x,
                y,
                (float) (x + inside.rayX()[ray]),
                (float) (y + inside.rayY()[ray]));
        return nearest[0];
    }

    @ParameterizedTest
    @ValueSource(strings = {"LunarLander-v3", "BipedalWalker-v3", "BipedalWalkerHardcore-v3"})
    void aStepAllocatesNothing(String id) {
        var threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
        try (VecEnv env = Envs.make(id, 1, Map.of())) {
            Array[] actions = new Array[97];
            for (int i = 0; i < actions.length; i++) {
                actions[i] = new RandomActions(env.actionSpace(), 1, RandomStream.ofSeed(i)).next();
            }
            Step step = env.reset(1);
            long bytes = Long.MAX_VALUE;
            for (int block = 0; block < 10 && bytes > 0; block++) { // the JVM links and compiles in the first ones
                bytes = 0;
                for (int t = 0; t < 10_000; t++) {
                    long before = threads.getCurrentThreadAllocatedBytes();
                    env.step(actions[t % actions.length]);
                    long after = threads.getCurrentThreadAllocatedBytes();
                    boolean ended =
                            (step.terminated().bytes()[0] | step.truncated().bytes()[0]) != 0;
                    bytes += ended ? 0 : after - before; // a reset makes a new world
                }
            }
            assertThat(bytes).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "LunarLander-v3, LunarLander-v2, 1000",
        "LunarLanderContinuous-v3, LunarLanderContinuous-v2, 1000",
        "BipedalWalker-v3, BipedalWalker-v2, 1600",
        "BipedalWalkerHardcore-v3, BipedalWalkerHardcore-v2, 2000",
    })
    void idsAndTimeLimitsAreGymnasiums(String id, String older, int limit) {
        assertThat(Envs.entry(id).maxSteps()).isEqualTo(limit);
        assertThat(Envs.entry(older)).isEqualTo(Envs.entry(id));
    }

    @Test
    void keywordsChangeTheTask() {
        try (VecEnv env = Envs.make("LunarLander-v3", 1, Map.of("continuous", true))) {
            assertThat(env.actionSpace()).isEqualTo(Space.Box.of(-1, 1, 2));
        }
        try (VecEnv env = Envs.make("LunarLanderContinuous-v3", 1, Map.of("continuous", false))) {
            assertThat(env.actionSpace()).isEqualTo(new Space.Discrete(4));
        }
        try (VecEnv hard = Envs.make("BipedalWalker-v3", 1, Map.of("hardcore", true));
                VecEnv same = Envs.make("BipedalWalkerHardcore-v3", 1, Map.of())) {
            assertThat(Played.of(hard.reset(5))).isEqualTo(Played.of(same.reset(5)));
        }
        assertThatThrownBy(() -> Envs.make("LunarLander-v3", 1, Map.of("gravity", -12, "wind", 3)))
                .hasMessage("LunarLander-v3: gravity is -12.0; needs to lie between -12 and 0; wind is unknown; "
                        + "LunarLander-v3 knows: continuous, enable_wind, gravity, turbulence_power, wind_power");
    }

    @ParameterizedTest
    @MethodSource("ids")
    void aClosedEnvIsNotSteppedIntoFreedMemory(String id) {
        VecEnv env = Envs.make(id, 1, Map.of());
        env.reset(1);
        env.close();
        env.close();
        Array action = Rows.of(env.actionSpace(), 1);
        assertThatThrownBy(() -> env.step(action)).hasMessageContaining("step before reset or after close");
        assertThat(env.render(0).getWidth()).isEqualTo(600);
        assertThat(env.reset(1).obs().dtype()).isEqualTo(DType.FLOAT32);
        env.close();
    }

    @Test
    void theNumbersOfAnObservationHaveNames() {
        for (String id : Box2dIds.all()) {
            try (VecEnv env = Envs.make(id, 1, Map.of())) {
                assertThat(env.traits().obsNames())
                        .as(id)
                        .doesNotHaveDuplicates()
                        .hasSize(env.obsSpace().flatSize());
            }
        }
        try (VecEnv env = Envs.make("BipedalWalker-v3", 1, Map.of())) {
            assertThat(env.traits().obsNames()).contains("knee speed of leg 2", "lidar ray 10");
        }
    }
}
