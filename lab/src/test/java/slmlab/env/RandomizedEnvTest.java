package slmlab.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;
import slmlab.tensor.State;

/// Envs whose arguments are redrawn forevery episode.
class RandomizedEnvTest {
    private static final String ID = "Told-v0";
    private static final Map<String, ?> RANGES = Map.of("randomize", Map.of("size", List.of(2, 3)));

    /// Shows its own argument, and ends after three steps.
    private static final class Told implements Env {
        private final double size;
        private final int parts;
        private int steps;

        Told(Args args) {
            size = args.number("size", 1);
            parts = args.integer("parts", 1);
            if (size > 5) {
                args.problem("size is %s; needs at most 5".formatted(size));
            }
        }

        @Override
        public Space obsSpace() {
            return Space.Box.of(0, 10, parts);
        }

        @Override
        public Space actionSpace() {
            return new Space.Discrete(2);
        }

        @Override
        public void reset(NumpyRandom random, Frame frame) {
            steps = 0;
            frame.obs(0, size);
        }

        @Override
        public void step(Frame frame) {
            steps++;
            frame.obs(0, size);
            frame.reward(size);
            if (steps == 3) {
                frame.terminate();
            }
        }
    }

    @BeforeEach
    void register() {
        Envs.register(ID, 0, Told::new);
    }

    @AfterEach
    void remove() {
        Envs.remove(ID);
    }

    private static List<Float> played(VecEnv env, long seed, int steps) {
        List<Float> seen = new ArrayList<>();
        Step step = env.reset(seed);
        for (int t = 0; t < steps; t++) {
            seen.add(step.obs().floats()[0]);
            env.step(Array.ofInts(Shape.of(env.size()), new int[env.size()]));
        }
        return seen;
    }

    @Test
    void everyEpisodeHasItsOwnValueAndTheSeedDecidesIt() {
        try (VecEnv env = Envs.make(ID, 2, RANGES)) {
            List<Float> seen = played(env, 7, 30);
            for (int t = 0; t < 30; t++) {
                assertThat(seen.get(t)).isBetween(2f, 3f).isEqualTo(seen.get(t - t % 3)); // three steps each
            }
            assertThat(new TreeSet<>(seen)).hasSize(10);
            assertThat(played(env, 7, 30)).isEqualTo(seen);
            assertThat(played(env, 8, 30)).isNotEqualTo(seen);
        }
    }

    @Test
    void aSavedEpisodeGoesOnInItsWorld() {
        try (VecEnv env = Envs.make("CartPole-v1", 2, Map.of("randomize", Map.of("length", List.of(0.2, 2))));
                VecEnv other = Envs.make("CartPole-v1", 2, Map.of("randomize", Map.of("length", List.of(0.2, 2))))) {
            played(env, 3, 40);
            State state = new State();
            env.save(state);
            Step loaded = other.load(state);
            for (int t = 0; t < 60; t++) {
                Array action = Array.ofInts(Shape.of(2), new int[] {t % 2, t / 2 % 2});
                assertThat(other.step(action).obs().floats())
                        .containsExactly(env.step(action).obs().floats());
            }
            assertThat(loaded.obs().floats()).hasSize(8);
        }
    }

    @Test
    void argumentsThatAreGivenLaterAreFixed() {
        Map<String, Object> fixed = Envs.with(RANGES, Map.of("size", 4.0));
        assertThat(fixed).isEqualTo(Map.of("size", 4.0));
        try (VecEnv env = Envs.make(ID, 1, fixed)) {
            assertThat(played(env, 1, 6)).containsOnly(4f);
        }
        assertThat(Envs.numbers(ID, RANGES)).containsEntry("size", 1.0); // the env's own, not a drawn one
    }

    private static void refused(String sentence, Object ranges, Map<String, ?> more) {
        Map<String, Object> arguments = new LinkedHashMap<>(more);
        arguments.put("randomize", ranges);
        assertThatThrownBy(() -> Envs.make(ID, 1, arguments).close())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(sentence);
    }

    @Test
    void whatCannotBeDrawnIsRefused() {
        refused("needs arguments with [low, high], such as {length: [0.25, 1]}", 3, Map.of());
        refused("randomize.size is [3, 2]; needs [low, high] with low < high", Map.of("size", List.of(3, 2)), Map.of());
        refused("size is given and is in randomize too", Map.of("size", List.of(2, 3)), Map.of("size", 1));
        refused("sise is unknown", Map.of("sise", List.of(2, 3)), Map.of());
        refused("size is 9.0; needs at most 5", Map.of("size", List.of(2, 9)), Map.of());
        refused("needs a whole number", Map.of("parts", List.of(1, 4)), Map.of());
    }
}
