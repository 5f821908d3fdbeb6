package slmlab.bridge.gym;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.env.RandomActions;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.tensor.Array;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The bridge gives the episode that Gymnasium gives when it is called directly, for spaces of every kind.
@Tag("python")
class SameEpisodeTest {
    private static final JsonMapper MAPPER = JsonMapper.shared();
    private static final long SEED = 11;
    private static final int STEPS = 120;

    /// @param needs a Python package beside Gymnasium
    record SameEnv(String id, String needs, Map<String, ?> arguments) {
        SameEnv(String id, String needs) {
            this(id, needs, Map.of());
        }

        @Override
        public String toString() {
            return id + (arguments.isEmpty() ? "" : arguments);
        }
    }

    static Stream<SameEnv> envs() {
        List<SameEnv> gymnasium = List.of(
                new SameEnv("CartPole-v1", "gymnasium"),
                new SameEnv("Pendulum-v1", "gymnasium", Map.of("g", 9.81)),
                new SameEnv("MountainCarContinuous-v0", "gymnasium"),
                new SameEnv("Acrobot-v1", "gymnasium", Map.of("max_episode_steps", 40)),
                new SameEnv("FrozenLake-v1", "gymnasium", Map.of("map_name", "8x8")),
                new SameEnv("Blackjack-v1", "gymnasium"),
                new SameEnv("CliffWalking-v1", "gymnasium"),
                new SameEnv("LunarLander-v3", "Box2D", Map.of("continuous", true)),
                new SameEnv("CarRacing-v3", "Box2D"),
                new SameEnv("HalfCheetah-v5", "mujoco"),
                new SameEnv("Ant-v5", "mujoco"),
                new SameEnv("Humanoid-v5", "mujoco"),
                new SameEnv("ale_py:ALE/Pong-v5", "ale_py"),
                new SameEnv("ale_py:ALE/Breakout-v5", "ale_py", Map.of("obs_type", "ram")));
        Stream<SameEnv> exotic = Stream.of(
                        "Nested",
                        "StartedDiscrete",
                        "MultiDiscrete",
                        "MultiDiscreteTable",
                        "MultiBinary",
                        "Integers",
                        "Doubles",
                        "Scalar",
                        "Pixels",
                        "Bytes")
                .map(kind -> new SameEnv(PythonTestEnvs.EXOTIC + "Exotic/" + kind + "-v0", "gymnasium"));
        return Stream.concat(gymnasium.stream(), exotic);
    }

    @ParameterizedTest
    @MethodSource("envs")
    void theEpisodeIsGymnasiums(SameEnv same) throws IOException, InterruptedException {
        PythonTestEnvs.needs(same.needs);
        // Env 1 of 3 in two workers, where env i has seed + i.
        try (VecEnv env = PythonTestEnvs.make("gym:" + same.id, 3, same.arguments, 2)) {
            JsonNode wanted = episode(same);
            Step step = env.reset(SEED - 1);
            assertRow(step.obs(), env.obsSpace(), wanted.get("first"), "the first observation");
            Array action = RandomActions.empty(env.actionSpace(), 3);
            int t = 0;
            int ends = 0;
            for (JsonNode each : wanted.get("steps")) {
                put(each.get("action"), action);
                env.step(action);
                String when = "at step " + ++t;
                assertThat(step.reward().floats()[1])
                        .as(when)
                        .isEqualTo(each.get("reward").floatValue());
                assertThat(step.terminated().bytes()[1] == 1)
                        .as(when)
                        .isEqualTo(each.get("terminated").asBoolean());
                assertThat(step.truncated().bytes()[1] == 1)
                        .as(when)
                        .isEqualTo(each.get("truncated").asBoolean());
                assertRow(step.obs(), env.obsSpace(), each.get("obs"), when);
                if (!each.get("final").isNull()) {
                    assertRow(step.finalObs(), env.obsSpace(), each.get("final"), when);
                    ends++;
                }
            }
            assertThat(t).isEqualTo(STEPS);
            if (same.id.contains("Exotic") || same.id.startsWith("CartPole")) {
                assertThat(ends).isPositive();
            }
        }
    }

    private static JsonNode episode(SameEnv same) throws IOException, InterruptedException {
        Process python = new ProcessBuilder(
                        PythonTestEnvs.python().toString(),
                        "-c", // so that the module's folder is on Python's path
                        "exec(open('src/test/python/episode.py').read())",
                        same.id,
                        Long.toString(SEED),
                        Integer.toString(STEPS),
                        MAPPER.writeValueAsString(same.arguments))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String printed = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(python.waitFor()).as(printed).isZero();
        return MAPPER.readTree(printed.lines().toList().getLast());
    }

    /// Give the same action to all envs; discrete ones as the env's own numbers.
    private static void put(JsonNode values, Array to) {
        for (int i = 0; i < 3 * values.size(); i++) {
            JsonNode value = values.get(i % values.size());
            switch (to.dtype()) {
                case FLOAT32 -> to.floats()[i] = value.floatValue();
                case INT32, UINT8 -> to.ints()[i] = value.asInt();
            }
        }
    }

    private static void assertRow(Array all, Space space, JsonNode wanted, String when) {
        int width = space.row().volume();
        assertThat(wanted.size()).as(when).isEqualTo(width);
        for (int k = 0; k < width; k++) {
            float value = switch (all.dtype()) {
                case FLOAT32 -> all.floats()[width + k];
                case INT32 -> all.ints()[width + k];
                case UINT8 -> all.bytes()[width + k] & 0xff;
            };
            assertThat(value).as("value %s %s", k, when).isEqualTo(wanted.get(k).floatValue());
        }
    }
}
