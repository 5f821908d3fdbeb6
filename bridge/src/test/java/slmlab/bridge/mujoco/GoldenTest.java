package slmlab.bridge.mujoco;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.env.Env;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;
import slmlab.tensor.safetensors.SafeTensors;

/// Against episodes of Gymnasium's own tasks, in float64; scripts/golden/envs_mujoco.py recorded them.
@Tag("python")
final class GoldenTest {
    private static final double TOLERANCE = 1e-9;
    private static final int WIDEST = 1300; // numbers of an episode's recorded observations, as in the script
    private static final Map<String, Array> GOLDEN = SafeTensors.read(
                    Path.of("src/test/resources/golden/envs_mujoco.safetensors"))
            .tensors();

    @BeforeAll
    static void installed() {
        Installed.assume();
    }

    /// One recorded episode: a case is an id and perhaps keywords, as in `Hopper-v5?healthy_reward=2/3`.
    record Episode(String name) {
        Array part(String part) {
            return Objects.requireNonNull(GOLDEN.get(name + "/" + part), name);
        }

        double[] numbers(String part) {
            int[] words = part(part).ints();
            ByteBuffer bytes = ByteBuffer.allocate(words.length * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            bytes.asIntBuffer().put(words);
            double[] numbers = new double[words.length / 2];
            bytes.asDoubleBuffer().get(numbers);
            return numbers;
        }

        String id() {
            return name.split("[?/]", -1)[0];
        }

        long seed() {
            return Long.parseLong(name.substring(name.lastIndexOf('/') + 1));
        }

        Map<String, Object> arguments() {
            Map<String, Object> arguments = new LinkedHashMap<>();
            if (name.contains("?")) {
                String all = name.substring(name.indexOf('?') + 1, name.lastIndexOf('/'));
                for (String pair : all.split("&", -1)) {
                    String value = pair.substring(pair.indexOf('=') + 1);
                    arguments.put(pair.substring(0, pair.indexOf('=')), value(value));
                }
            }
            return arguments;
        }

        private static Object value(String text) {
            if (text.equals("true") || text.equals("false")) {
                return Boolean.valueOf(text);
            }
            if (text.matches("\\d+")) {
                return Integer.valueOf(text);
            }
            return text.matches("[\\d.e-]+") ? (Object) Double.valueOf(text) : text;
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

    /// An env whose numbers are kept as they were before they became float32 and before the vector restarted it.
    private static final class Watched implements Env {
        private final MujocoEnv env;
        private double[] begun = {};
        private double[] obs = {};
        private double reward;

        Watched(MujocoEnv env) {
            this.env = env;
        }

        @Override
        public Space obsSpace() {
            return env.obsSpace();
        }

        @Override
        public Space actionSpace() {
            return env.actionSpace();
        }

        @Override
        public void reset(NumpyRandom random, Frame frame) {
            env.reset(random, frame);
            begun = env.obs().clone();
        }

        @Override
        public void step(Frame frame) {
            env.step(frame);
            obs = env.obs().clone();
            reward = env.reward();
        }

        @Override
        public void close() {
            env.close();
        }
    }

    @ParameterizedTest
    @MethodSource("episodes")
    void playsGymnasiumsEpisode(Episode episode) {
        Watched[] watched = new Watched[1];
        try (VecEnv env = MujocoFamily.make(episode.id(), 1, episode.arguments(), 1, made -> {
            watched[0] = new Watched(made);
            return watched[0];
        })) {
            play(episode, env, watched[0]);
        }
    }

    private static void play(Episode episode, VecEnv env, Watched watched) {
        Step step = env.reset(episode.seed());
        assertThat(watched.begun).as("first obs").containsExactly(episode.numbers("first"), within(TOLERANCE));
        int width = watched.begun.length;
        double[] obs = episode.numbers("obs");
        double[] sums = episode.numbers("sum");
        double[] rewards = episode.numbers("reward");
        double[] begun = episode.numbers("begun");
        byte[] ended = episode.part("ended").bytes();
        int every = Math.ceilDiv(ended.length * width, WIDEST);
        assertThat(obs).hasSize(width * Math.ceilDiv(ended.length, every));
        NumpyRandom random = NumpyRandom.ofSeed(1000 + episode.seed());
        Array action =
                Array.zeros(DType.FLOAT32, Shape.of(1, env.actionSpace().row().volume()));
        int ends = 0;
        for (int t = 0; t < ended.length; t++) {
            draw(random, (Space.Box) env.actionSpace(), action.floats());
            env.step(action);
            assertThat(watched.reward).as("reward of step %d", t).isCloseTo(rewards[t], close(rewards[t]));
            assertThat(step.terminated().bytes()[0] + 2 * step.truncated().bytes()[0])
                    .as("end at step %d", t)
                    .isEqualTo(ended[t]);
            assertThat(sum(watched.obs)).as("sum of step %d", t).isCloseTo(sums[t], close(magnitude(watched.obs)));
            if (t % every == 0) {
                for (int i = 0; i < width; i++) {
                    double expected = obs[t / every * width + i];
                    assertThat(watched.obs[i]).as("obs %d of step %d", i, t).isCloseTo(expected, close(expected));
                }
            }
            if (ended[t] != 0 && (ends + 1) * width <= begun.length) {
                for (int i = 0; i < width; i++) {
                    assertThat(watched.begun[i])
                            .as("obs %d after end %d", i, ends)
                            .isCloseTo(begun[ends * width + i], within(TOLERANCE));
                }
                ends++;
            }
        }
    }

    /// 1e-9, or that part of a number larger than 1.
    private static Offset<Double> close(double expected) {
        return within(TOLERANCE * Math.max(1, Math.abs(expected)));
    }

    private static void draw(NumpyRandom random, Space.Box space, float[] action) {
        for (int i = 0; i < action.length; i++) {
            action[i] = (float)
                    (1.2 * random.uniform(space.bounds().low(i), space.bounds().high(i)));
        }
    }

    private static double sum(double[] obs) {
        double sum = 0;
        for (int i = 0; i < obs.length; i++) {
            sum += obs[i] * Math.cos(i);
        }
        return sum;
    }

    private static double magnitude(double[] obs) {
        double sum = 0;
        for (double each : obs) {
            sum += Math.abs(each);
        }
        return sum;
    }
}
