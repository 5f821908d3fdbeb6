package slmlab.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.env.wrapper.Wrappers;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Shape;
import slmlab.tensor.State;

/// Save, load, resume: as if it had never stopped.
class EnvStateTest {

    static List<String> ids() {
        return Envs.all().stream().map(Envs.Entry::id).toList();
    }

    @ParameterizedTest
    @MethodSource("ids")
    void resumesFromASavedState(String id) {
        try (VecEnv env = Envs.make(id, 3, Map.of());
                VecEnv other = Envs.make(id, 3, Map.of())) {
            Played.assertResumes(env, other, 300, 200);
        }
    }

    @ParameterizedTest
    @MethodSource("ids")
    void resumesFromTheFirstObservation(String id) {
        try (VecEnv env = Envs.make(id, 3, Map.of());
                VecEnv other = Envs.make(id, 3, Map.of())) {
            Played.assertResumes(env, other, 0, 20);
        }
    }

    @Test
    void anEnvThatSavesItsFieldsIsNotReplayed() {
        State state = new State();
        try (VecEnv env = Envs.make("CartPole-v1", 2, Map.of());
                VecEnv other = Envs.make("Pendulum-v1", 2, Map.of())) {
            env.reset(1);
            env.step(Array.ofInts(Shape.of(2), 0, 1));
            env.save(state);
            assertThat(state.numbers()).containsKeys("env0.x", "env1.spin");
            assertThat(state.arrays()).doesNotContainKey("actions");
            other.reset(1);
            State replayed = new State();
            other.save(replayed);
            assertThat(replayed.arrays()).containsKey("actions");
        }
    }

    @Test
    void fieldsAreSavedWithRepeatedActionsToo() {
        try (VecEnv env = Wrappers.actionRepeat(Envs.make("CartPole-v1", 3, Map.of()), 2);
                VecEnv other = Wrappers.actionRepeat(Envs.make("CartPole-v1", 3, Map.of()), 2)) {
            Played.assertResumes(env, other, 40, 200);
        }
    }

    @Test
    void theBrighterOfTwoImagesIsReplayed() {
        try (VecEnv env = Wrappers.actionRepeat(Envs.make("Catch-v0", 3, Map.of()), 2, true);
                VecEnv other = Wrappers.actionRepeat(Envs.make("Catch-v0", 3, Map.of()), 2, true)) {
            other.reset(9);
            for (int t = 0; t < 4; t++) { // its flags and images are of other episodes when it loads
                other.step(Array.ofInts(Shape.of(3), 0, 1, 2));
            }
            Played.assertResumes(env, other, 7, 50);
        }
    }

    @Test
    void logsEpisodesLongerThanItsCapacity() {
        int size = 2000; // begins with 64 rows
        try (VecEnv env = Envs.make("Pendulum-v1", size, Map.of());
                VecEnv other = Envs.make("Pendulum-v1", size, Map.of())) {
            Played.assertResumes(env, other, 150, 3);
        }
    }

    @Test
    void keepsTheActionsOfTheLongestEpisode() {
        var log = new ActionLog(DType.INT32, 1 << 10, 5); // room for 8
        int[] age = {0, 0};
        Array action = Array.zeros(DType.INT32, Shape.of(1 << 10));
        int[] read = new int[1];
        for (int t = 0; t < 1000; t++) {
            action.ints()[7] = t;
            log.add(action, age);
            age[1]++;
            for (int back = 1; back <= age[1]; back++) {
                log.read(back, 7, read, 0, 1);
                assertThat(read[0]).isEqualTo(t + 1 - back);
            }
            if (t % 70 == 0) {
                age[1] = 0;
            }
        }
        assertThat(log.capacity()).isEqualTo(128);
    }

    /// Counts its steps. Its actions are so many numbers that those of 64 steps are kept, in a vector of two.
    private static final class Endless implements Env {
        private int age;
        private double start;

        @Override
        public Space obsSpace() {
            return Space.Box.of(-1000, 1000, 2);
        }

        @Override
        public Space actionSpace() {
            return Space.Box.of(-1, 1, 1 << 19);
        }

        @Override
        public void reset(NumpyRandom random, Frame frame) {
            age = 0;
            start = random.random();
            show(frame);
        }

        @Override
        public void step(Frame frame) {
            age++;
            frame.reward(1);
            if (frame.actionValue(0) > 0) {
                frame.terminate();
            }
            show(frame);
        }

        private void show(Frame frame) {
            frame.obs(0, age);
            frame.obs(1, start);
        }
    }

    @Test
    void anEpisodeLongerThanTheLogIsSavedAndTruncatedAfterALoad() {
        try (VecEnv env = new EnvVector("Endless", Endless::new, 2, 0)) {
            Step step = env.reset(1);
            Array action = Array.zeros(DType.FLOAT32, Shape.of(2, 1 << 19));
            for (int t = 1; t <= 70; t++) {
                action.floats()[1 << 19] = t == 60 ? 1 : 0; // the second env ends its episode
                env.step(action);
            }
            float[] seen = step.obs().floats().clone();
            assertThat(new float[] {seen[0], seen[2]}).containsExactly(70, 10);
            State state = new State();
            env.save(state);
            env.step(action); // the run continues
            assertThat(step.obs().floats()[0]).isEqualTo(71);

            env.load(state);
            State unmoved = new State(); // saved again before a step
            env.save(unmoved);
            env.load(unmoved);
            assertThat(step.obs().floats()).isEqualTo(seen);
            env.step(action);
            assertThat(step.truncated().bytes()).containsExactly(1, 0);
            assertThat(step.terminated().bytes()).containsOnly(0);
            assertThat(step.reward().floats()).containsExactly(0, 1);
            assertThat(step.finalObs().floats()).startsWith(seen[0], seen[1]);
            assertThat(step.obs().floats()[0]).isEqualTo(0);
            assertThat(step.obs().floats()[1]).isNotEqualTo(seen[1]); // another start
            assertThat(step.obs().floats()[2]).isEqualTo(11);
            env.step(action);
            assertThat(step.truncated().bytes()).containsOnly(0);
            assertThat(step.obs().floats()[0]).isEqualTo(1);
        }
    }

    @Test
    void refusesAStateOfAnotherEnv() {
        State state = new State();
        try (VecEnv env = Envs.make("CartPole-v1", 3, Map.of());
                VecEnv smaller = Envs.make("CartPole-v1", 2, Map.of());
                VecEnv other = Envs.make("Acrobot-v1", 3, Map.of())) {
            assertThatThrownBy(() -> env.save(state)).hasMessageContaining("CartPole-v1: save before reset");
            env.reset(1);
            env.save(state);
            assertThatThrownBy(() -> smaller.load(state))
                    .hasMessage("a state of 3 envs of CartPole-v1 does not fit 2 of CartPole-v1");
            assertThatThrownBy(() -> other.load(state)).hasMessageContaining("3 envs of CartPole-v1");
            assertThatThrownBy(() -> other.load(new State())).hasMessageContaining("the state has no id");
        }
    }

    @Test
    void refusesAnEnvWithRandomnessOfItsOwn() {
        State state = new State();
        try (VecEnv env = Envs.make("FrozenLake-v1", 3, Map.of());
                VecEnv firm = Envs.make("FrozenLake-v1", 3, Map.of("is_slippery", false))) {
            env.reset(1);
            RandomStream random = RandomStream.ofSeed(2);
            for (int t = 0; t < 7; t++) {
                env.step(Played.action(env, random));
            }
            env.save(state);
            assertThatThrownBy(() -> firm.load(state))
                    .hasMessageContaining("replaying the saved actions gave a different result");
        }
    }

    @Test
    void randomStateIsWrittenWithoutAnArrayOfItsOwn() {
        NumpyRandom random = NumpyRandom.ofSeed(4);
        random.integers(0, 3);
        long[] six = new long[6];
        random.copyTo(six);
        assertThat(six).isEqualTo(random.state());
        assertThat(NumpyRandom.ofState(six).random()).isEqualTo(random.random());
    }
}
