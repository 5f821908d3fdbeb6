package slmlab.env.toytext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.env.Allocation;
import slmlab.env.Envs;
import slmlab.env.Played;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;
import slmlab.tensor.safetensors.SafeTensors;

/// The toy-text envs, episode by episode, against Gymnasium's (`scripts/golden/envs_toytext.py`).
class ToyTextTest {
    private static final int ENVS = 5;
    private static final int STEPS = 500;
    private static final int MASKED = 6;
    private static final Map<String, Array> GOLDEN =
            SafeTensors.read(resource("/golden/envs_toytext.safetensors")).tensors();

    record Case(String name, String id, Map<String, ?> arguments, long seed) {
        Array golden(String array) {
            return Objects.requireNonNull(GOLDEN.get(name + "/" + array), array);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /// Those of the script.
    static final List<Case> CASES = List.of(
            new Case("lake4", "FrozenLake-v1", Map.of(), 0),
            new Case("lake4_firm", "FrozenLake-v1", Map.of("is_slippery", false), 10),
            new Case(
                    "lake4_schedule",
                    "FrozenLake-v1",
                    Map.of("success_rate", 0.7, "reward_schedule", List.of(2, -1, -0.1)),
                    15),
            new Case("lake8", "FrozenLake8x8-v1", Map.of(), 20),
            new Case("lake8_firm", "FrozenLake8x8-v1", Map.of("is_slippery", false), 30),
            new Case("lake_random", "FrozenLake-v1", Map.of("desc", FrozenLakeMap.random(8, 0.8, 42)), 40),
            new Case("taxi", "Taxi-v4", Map.of(), 50),
            new Case("taxi_rainy", "Taxi-v4", Map.of("is_rainy", true), 60),
            new Case("taxi_fickle", "Taxi-v3", Map.of("fickle_passenger", true), 70),
            new Case(
                    "taxi_both",
                    "Taxi-v4",
                    Map.of(
                            "is_rainy",
                            true,
                            "fickle_passenger",
                            true,
                            "rainy_probability",
                            0.6,
                            "fickle_probability",
                            0.8),
                    80),
            new Case("cliff", "CliffWalking-v0", Map.of(), 90),
            new Case("cliff_slippery", "CliffWalkingSlippery-v1", Map.of(), 100),
            new Case("blackjack", "Blackjack-v1", Map.of("sab", false), 110),
            new Case("blackjack_natural", "Blackjack-v1", Map.of("natural", true, "sab", false), 120),
            new Case("blackjack_sab", "Blackjack-v1", Map.of(), 130));

    @ParameterizedTest
    @FieldSource("CASES")
    void playsGymnasiumsEpisodes(Case golden) {
        byte[] action = golden.golden("action").bytes();
        byte[] outcome = golden.golden("outcome").bytes();
        float[] rewards = golden.golden("rewards").floats();
        Array obs = golden.golden("obs");
        Array finalObs = golden.golden("final_obs");
        Array actions = Array.zeros(DType.INT32, Shape.of(ENVS));
        int ends = 0;
        try (VecEnv env = Envs.make(golden.id, ENVS, golden.arguments)) {
            Step step = env.reset(golden.seed);
            for (int t = 0; t <= STEPS; t++) {
                for (int i = 0; i < ENVS; i++) {
                    int at = t * ENVS + i;
                    assertThat(row(step.obs(), i))
                            .as("obs of env %d before step %d", i, t)
                            .isEqualTo(row(obs, at));
                    if (step.actionMask() != null) {
                        assertThat(mask(step.actionMask(), i))
                                .as("mask of env %d before step %d", i, t)
                                .isEqualTo(golden.golden("mask").bytes()[at]);
                    }
                }
                if (t == STEPS) {
                    break;
                }
                for (int i = 0; i < ENVS; i++) {
                    actions.ints()[i] = action[t * ENVS + i];
                }
                step = env.step(actions);
                for (int i = 0; i < ENVS; i++) {
                    int seen = outcome[t * ENVS + i];
                    assertThat(step.reward().floats()[i])
                            .as("reward of env %d, step %d", i, t)
                            .isEqualTo(rewards[seen >> 2]);
                    assertThat(step.truncated().bytes()[i] << 1
                                    | step.terminated().bytes()[i])
                            .as("end of env %d, step %d", i, t)
                            .isEqualTo(seen & 3);
                    if ((seen & 3) != 0) {
                        assertThat(row(step.finalObs(), i))
                                .as("last obs of env %d, step %d", i, t)
                                .isEqualTo(row(finalObs, ends++));
                    }
                }
            }
        }
        assertThat(finalObs.shape().dim(0)).isEqualTo(ends);
    }

    @ParameterizedTest
    @CsvSource({"8, 0.8, 42", "5, 0.6, 3", "12, 0.7, 7"})
    void makesGymnasiumsRandomMaps(int size, double p, long seed) {
        byte[] tiles = Objects.requireNonNull(GOLDEN.get("map/%d/%s/%d".formatted(size, p, seed)))
                .bytes();
        var map = new ArrayList<String>();
        for (int row = 0; row < size; row++) {
            map.add(new String(tiles, row * size, size, StandardCharsets.US_ASCII));
        }
        assertThat(FrozenLakeMap.random(size, p, seed)).isEqualTo(map);
        Map<String, ?> named = Map.of("map_name", "random", "map_size", size, "map_p", p, "map_seed", (int) seed);
        try (VecEnv env = Envs.make("FrozenLake-v1", 1, named);
                VecEnv other = Envs.make("FrozenLake-v1", 1, Map.of("desc", map))) {
            Step step = env.reset(1);
            Step twin = other.reset(1);
            for (int t = 0; t < 200; t++) {
                Array action = Array.ofInts(Shape.of(1), t * 7 % 4);
                env.step(action);
                other.step(action);
                assertThat(Played.of(step)).isEqualTo(Played.of(twin));
            }
        }
    }

    @Test
    void drawsTheFirstOutcomeWhoseCumulativeProbabilityIsAbove() {
        var table = new TransitionTable(2, 1, 3);
        table.add(0, 0, 1, 7, 0, true);
        table.add(1, 0, 0.5, 4, 0, false);
        table.add(1, 0, 0.25, 5, 0, false);
        table.add(1, 0, 0.125, 6, 0, false); // sums ½, ¾, ⅞: as if rounding had lost an eighth
        assertThat(table.next(table.draw(0, 0, 0.999))).isEqualTo(7);
        assertThat(table.next(table.draw(1, 0, 0))).isEqualTo(4);
        assertThat(table.next(table.draw(1, 0, 0.5))).isEqualTo(5);
        assertThat(table.next(table.draw(1, 0, 0.75))).isEqualTo(6);
        assertThat(table.next(table.draw(1, 0, 0.875))).isEqualTo(4); // numpy's argmax of all false is 0
    }

    @Test
    void beginsInTheFirstStateWhoseCumulativeProbabilityIsAbove() {
        double[] sums = TransitionTable.cumulative(new boolean[] {false, true, false, true, false});
        assertThat(sums).containsExactly(0, 0.5, 0.5, 1, 1);
        assertThat(TransitionTable.begin(sums, 0)).isEqualTo(1);
        assertThat(TransitionTable.begin(sums, 0.49)).isEqualTo(1);
        assertThat(TransitionTable.begin(sums, 0.5)).isEqualTo(3);
        assertThat(TransitionTable.begin(new double[] {0, 0.5}, 0.5)).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "Blackjack-v1, 0", "FrozenLake-v1, 100", "FrozenLake8x8-v1, 200", "CliffWalking-v1, 0",
        "CliffWalkingSlippery-v1, 0", "Taxi-v4, 200", "Taxi-v3, 200", "CliffWalking-v0, 0"
    })
    void hasGymnasiumsTimeLimits(String id, int maxSteps) {
        assertThat(Envs.entry(id).maxSteps()).isEqualTo(maxSteps);
    }

    @Test
    void reportsAllProblemsOfALake() {
        assertThatThrownBy(() ->
                        Envs.make("FrozenLake-v1", 1, Map.of("map_name", "9x9", "success_rate", 2, "slippery", true)))
                .hasMessageContainingAll("map_name is 9x9", "success_rate is 2.0", "slippery is unknown");
        assertThatThrownBy(() -> Envs.make("FrozenLake-v1", 1, Map.of("desc", List.of("FFX", "FG"))))
                .hasMessageContainingAll("FFX and FG", "tiles S, F, H and G only", "no S");
        assertThatThrownBy(() -> Envs.make("FrozenLake-v1", 1, Map.of("reward_schedule", List.of(1, 0))))
                .hasMessageContaining("three numbers");
    }

    @Test
    void reportsAProbabilityOfTheTaxiOutsideItsRange() {
        assertThatThrownBy(() -> Envs.make("Taxi-v4", 1, Map.of("rainy_probability", 1.5)))
                .hasMessageContaining("rainy_probability is 1.5");
    }

    @ParameterizedTest
    @ValueSource(strings = {"FrozenLake-v1", "FrozenLake8x8-v1", "Taxi-v4", "CliffWalkingSlippery-v1", "Blackjack-v1"})
    void stepsAllocateNothing(String id) {
        Allocation.assertNone(id, Map.of());
    }

    @Test
    void stepsInTheRainAllocateNothing() {
        Allocation.assertNone("Taxi-v4", Map.of("is_rainy", true, "fickle_passenger", true));
    }

    /// One observation as whole numbers: one-hot rows as the three numbers of Blackjack.
    private static List<Integer> row(Array obs, int at) {
        int width = obs.shape().volume() / obs.shape().dim(0);
        if (obs.dtype() == DType.FLOAT32) {
            return List.of(hot(obs, at * width, 32), hot(obs, at * width + 32, 11), hot(obs, at * width + 43, 2));
        }
        if (obs.dtype() == DType.UINT8
                && obs.shape().rank() > 1
                && obs.shape().dim(obs.shape().rank() - 1) == 3) {
            int from = at * 3;
            byte[] bytes = obs.bytes();
            return List.of((int) bytes[from], (int) bytes[from + 1], (int) bytes[from + 2]);
        }
        return List.of(obs.dtype() == DType.INT32 ? obs.ints()[at] : obs.bytes()[at] & 0xff);
    }

    private static int hot(Array obs, int from, int size) {
        int hot = -1;
        for (int i = 0; i < size; i++) {
            float value = obs.floats()[from + i];
            assertThat(value).isIn(0f, 1f);
            if (value == 1) {
                assertThat(hot).as("a second one in a one-hot row").isEqualTo(-1);
                hot = i;
            }
        }
        return hot;
    }

    private static byte mask(Array mask, int env) {
        int bits = 0;
        for (int i = 0; i < MASKED; i++) {
            bits |= mask.bytes()[env * MASKED + i] << i;
        }
        return (byte) bits;
    }

    private static Path resource(String name) {
        URL url = Objects.requireNonNull(ToyTextTest.class.getResource(name), name);
        try {
            return Path.of(url.toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
