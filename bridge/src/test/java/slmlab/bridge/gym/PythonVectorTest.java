package slmlab.bridge.gym;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.awt.image.BufferedImage;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.env.Envs;
import slmlab.env.RandomActions;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.tensor.Array;
import slmlab.tensor.State;

@Tag("python")
class PythonVectorTest {

    @BeforeEach
    void needsGymnasium() {
        PythonTestEnvs.python();
    }

    @ParameterizedTest
    @ValueSource(strings = {"gym:CartPole-v1", "gym:Blackjack-v1", "gym:FrozenLake-v1", "gym:Pendulum-v1"})
    void aLoadedVectorResumesBitForBit(String id) {
        try (VecEnv env = PythonTestEnvs.make(id, 3, Map.of(), 1);
                VecEnv other = PythonTestEnvs.make(id, 3, Map.of(), 2)) {
            Step step = env.reset(4);
            Step loaded = other.reset(99);
            RandomActions actions = PythonTestEnvs.actions(env, 1);
            for (int part = 0; part < 3; part++) { // in the first episodes, and in later ones
                State state = new State();
                env.save(state);
                assertThat(other.load(state)).isSameAs(loaded);
                assertSame(step, loaded);
                for (int t = 0; t < 70; t++) {
                    Array action = actions.next();
                    env.step(action);
                    other.step(action);
                    assertSame(step, loaded);
                }
            }
        }
    }

    /// Env by env as the lab's own vector of CartPole does, which has the same episodes.
    @Test
    void anEnvPausesAfterItsEnd() {
        try (VecEnv ours = Envs.make("CartPole-v1", 3, Map.of());
                VecEnv env = PythonTestEnvs.make("gym:CartPole-v1", 3, Map.of(), 2);
                VecEnv other = PythonTestEnvs.make("gym:CartPole-v1", 3, Map.of(), 1)) {
            ours.pauseAfterEnds();
            env.pauseAfterEnds();
            other.pauseAfterEnds();
            Step expected = ours.reset(4);
            Step step = env.reset(4);
            RandomActions actions = PythonTestEnvs.actions(env, 1);
            int paused = 0;
            Step loaded = null;
            for (int t = 0; t < 120; t++) {
                Array action = actions.next();
                ours.step(action);
                env.step(action);
                assertSame(expected, step);
                if (loaded != null) {
                    other.step(action);
                    assertSame(expected, loaded);
                }
                boolean ended = false;
                for (int i = 0; i < 3; i++) {
                    assertThat(env.isPaused(i)).isEqualTo(ours.isPaused(i));
                    paused += env.isPaused(i) ? 1 : 0;
                    ended |= step.terminated().bytes()[i] != 0;
                }
                if (ended && loaded == null) { // a state between the end and the pause
                    State state = new State();
                    env.save(state);
                    loaded = other.load(state);
                }
            }
            assertThat(paused).isGreaterThan(8);
            assertThat(loaded).isNotNull();
        }
    }

    @Test
    void aVectorOfTheEnvsOwnCannotPause() {
        try (VecEnv env =
                PythonTestEnvs.make(PythonTestEnvs.EXOTIC + "Counting-v0", 2, Map.of("mode", "SameStep"), 2)) {
            assertThatThrownBy(env::pauseAfterEnds).hasMessageContaining("env.autoreset is next_step");
        }
    }

    @Test
    void aTimeLimitedEpisodeAfterATruncationResumesBitForBitUpToTheNext() {
        Map<String, ?> limited = Map.of("max_episode_steps", 20);
        try (VecEnv env = PythonTestEnvs.make("gym:Pendulum-v1", 2, limited, 1);
                VecEnv other = PythonTestEnvs.make("gym:Pendulum-v1", 2, limited, 2)) {
            Step step = env.reset(4);
            RandomActions actions = PythonTestEnvs.actions(env, 1);
            for (int t = 1; t <= 47; t++) {
                env.step(actions.next());
                assertThat(step.truncated().bytes()).containsOnly(t % 20 == 0 ? 1 : 0);
            }
            State state = new State(); // seven steps into the third episode
            env.save(state);
            assertThat(state.array("age").ints()).containsOnly(7);
            Step loaded = other.load(state);
            assertSame(step, loaded);
            for (int t = 48; t <= 85; t++) {
                Array action = actions.next();
                env.step(action);
                other.step(action);
                assertSame(step, loaded);
                assertThat(loaded.truncated().bytes()).as("step %s", t).containsOnly(t % 20 == 0 ? 1 : 0);
                if (t % 20 == 0) {
                    assertThat(loaded.finalObs().floats())
                            .isEqualTo(step.finalObs().floats());
                }
            }
        }
    }

    private static void assertSame(Step a, Step b) {
        assertThat(text(a)).isEqualTo(text(b));
    }

    private static String text(Step step) {
        State state = new State();
        state.put("obs", step.obs());
        StringBuilder text = new StringBuilder();
        for (Array array : new Array[] {step.obs(), step.reward(), step.terminated(), step.truncated()}) {
            text.append(
                    switch (array.dtype()) {
                        case FLOAT32 -> java.util.Arrays.toString(array.floats());
                        case INT32 -> java.util.Arrays.toString(array.ints());
                        case UINT8 -> java.util.Arrays.toString(array.bytes());
                    });
        }
        return text.toString();
    }

    @Test
    void anEnvWhoseRandomNumbersComeFromElsewhereIsNotLoaded() {
        try (VecEnv env = PythonTestEnvs.make(PythonTestEnvs.EXOTIC + "Secretive-v0", 1, Map.of(), 1)) {
            env.reset(1);
            State state = new State();
            env.save(state);
            assertThatThrownBy(() -> env.load(state)).hasMessageContaining("draws random numbers from elsewhere");
        }
    }

    /// Two envs, the actions of the first no longer kept when the state is saved; the second began lately.
    @Test
    void anEpisodeLongerThanTheLogOfActionsIsSavedAndEndsAsTruncatedOnResume() {
        String wide = PythonTestEnvs.EXOTIC + "Endless-v0"; // 2 · 2^19 numbers a step: 64 steps are kept
        try (VecEnv env = PythonTestEnvs.make(wide, 2, Map.of("lengths", List.of(1000, 60)), 1)) {
            Step step = env.reset(5);
            Array action = PythonTestEnvs.zeros(env);
            for (int t = 0; t < 70; t++) {
                env.step(action);
            }
            float[] seen = step.obs().floats().clone();
            assertThat(seen).containsExactly(70, 5, 10, 6); // age, and the seed of the env
            State state = new State();
            env.save(state);
            assertThat(((PythonVector) env).notes()).last().asString().contains("64 steps", "begins a new episode");
            env.step(action); // the run continues
            assertThat(step.obs().floats()).startsWith(71);

            Step loaded = env.load(state);
            assertThat(loaded.obs().floats()).isEqualTo(seen);
            State unmoved = new State(); // saved again before a step
            env.save(unmoved);
            env.load(unmoved);
            assertThat(loaded.obs().floats()).isEqualTo(seen);
            env.step(action);
            assertThat(loaded.truncated().bytes()).containsExactly(1, 0);
            assertThat(loaded.terminated().bytes()).containsOnly(0);
            assertThat(loaded.reward().floats()).containsExactly(0, 1);
            assertThat(loaded.finalObs().floats()).startsWith(70, 5);
            assertThat(loaded.obs().floats()).containsExactly(0, 7, 11, 6); // a seed that no env has had
            env.step(action);
            assertThat(loaded.truncated().bytes()).containsOnly(0);
            assertThat(loaded.obs().floats()).containsExactly(1, 7, 12, 6);
            State again = new State(); // the new episode is short, and replayed as any other
            env.save(again);
            env.step(action);
            assertThat(env.load(again).obs().floats()).containsExactly(1, 7, 12, 6);
            env.step(action);
            assertThat(loaded.obs().floats()).containsExactly(2, 7, 13, 6);
        }
    }

    @Test
    void aStepAllocatesNothingHere() {
        try (VecEnv env = PythonTestEnvs.make("gym:CartPole-v1", 4, Map.of(), 2)) {
            env.reset(1);
            Array action = PythonTestEnvs.zeros(env);
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            long least = Long.MAX_VALUE;
            for (int round = 0; round < 10; round++) { // the JIT compiler itself allocates now and then
                long before = threads.getCurrentThreadAllocatedBytes();
                for (int t = 0; t < 1_000; t++) {
                    env.step(action);
                }
                least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
            }
            assertThat(least).as("bytes of 1000 steps").isLessThan(1_000);
        }
    }

    @Test
    void aStateOfAnotherEnvIsRefused() {
        try (VecEnv env = PythonTestEnvs.make("gym:CartPole-v1", 1, Map.of(), 1);
                VecEnv other = PythonTestEnvs.make("gym:Pendulum-v1", 1, Map.of(), 1)) {
            env.reset(1);
            State state = new State();
            env.save(state);
            assertThatThrownBy(() -> other.load(state))
                    .hasMessage("a state of 1 envs of gym:CartPole-v1 does not fit 1 of gym:Pendulum-v1");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"SameStep", "Disabled"})
    void aVectorOfTheEnvsOwnRestartsAtOnce(String mode) {
        try (VecEnv env = PythonTestEnvs.make(PythonTestEnvs.EXOTIC + "Counting-v0", 2, Map.of("mode", mode), 2)) {
            assertThat(((PythonVector) env).notes()).isEmpty();
            Step step = env.reset(3);
            float first = step.obs().floats()[1];
            for (int t = 1; t <= 12; t++) {
                env.step(PythonTestEnvs.zeros(env));
                assertThat(step.terminated().bytes()[0]).isEqualTo((byte) (t % 3 == 0 ? 1 : 0));
                assertThat(step.terminated().bytes()[1]).isEqualTo((byte) (t % 4 == 0 ? 1 : 0));
                assertThat(step.obs().floats()[0]).isEqualTo(t % 3);
                assertThat(step.obs().floats()[2]).isEqualTo(t % 4);
                if (t == 3) {
                    assertThat(step.finalObs().floats()[0]).isEqualTo(3);
                    assertThat(step.finalObs().floats()[1]).isEqualTo(first);
                }
            }
        }
    }

    @Test
    void aVectorThatRestartsOneStepLaterShowsItsLastObservationInBetweenAndSaysSo() {
        try (VecEnv env =
                PythonTestEnvs.make(PythonTestEnvs.EXOTIC + "Counting-v0", 1, Map.of("mode", "NextStep"), 1)) {
            assertThat(((PythonVector) env).notes())
                    .singleElement()
                    .asString()
                    .contains("one step later", "reward 0", "AutoresetMode.SAME_STEP");
            Step step = env.reset(3);
            for (int t = 1; t <= 8; t++) {
                env.step(PythonTestEnvs.zeros(env));
                assertThat(step.terminated().bytes()[0]).isEqualTo((byte) (t % 4 == 3 ? 1 : 0));
                assertThat(step.obs().floats()[0]).isEqualTo(t % 4);
                assertThat(step.reward().floats()[0]).isEqualTo(t % 4 == 0 ? 0 : 1);
            }
        }
    }

    @Test
    void aVectorOfTheEnvsOwnIsSavedByItsWorker() {
        Map<String, ?> own = Map.of("vectorization_mode", "vector_entry_point");
        try (VecEnv env = PythonTestEnvs.make("gym:CartPole-v1", 5, own, 1);
                VecEnv other = PythonTestEnvs.make("gym:CartPole-v1", 5, own, 1)) {
            Step step = env.reset(4);
            other.reset(5);
            RandomActions actions = PythonTestEnvs.actions(env, 1);
            for (int t = 0; t < 30; t++) {
                env.step(actions.next());
            }
            State state = new State();
            env.save(state);
            Step loaded = other.load(state);
            for (int t = 0; t < 60; t++) {
                Array action = actions.next();
                env.step(action);
                other.step(action);
                assertSame(step, loaded);
            }
        }
    }

    @Test
    void anImageIsTheEnvsOwn() {
        try (VecEnv env = PythonTestEnvs.make(PythonTestEnvs.EXOTIC + "Faulty-v0", 3, Map.of(), 2)) {
            env.reset(1);
            env.step(PythonTestEnvs.zeros(env));
            env.step(PythonTestEnvs.zeros(env));
            BufferedImage image = env.render(2);
            assertThat(image.getWidth()).isEqualTo(3);
            assertThat(image.getHeight()).isEqualTo(2);
            assertThat(image.getRGB(1, 1) & 0xffffff).isEqualTo(0x020202);
            assertThatThrownBy(() -> env.render(3)).hasMessageContaining("no env 3 to render");
        }
    }

    @Test
    void anEnvThatDoesNotDrawSaysSo() {
        try (VecEnv env = PythonTestEnvs.make(PythonTestEnvs.EXOTIC + "Exotic/Nested-v0", 1, Map.of(), 1)) {
            env.reset(1);
            assertThatThrownBy(() -> env.render(0)).hasMessageContaining("env 0 cannot be drawn: NotImplementedError");
            env.step(PythonTestEnvs.zeros(env)); // and continues
        }
    }

    @Test
    void wrongCallsAreRefusedAndTheVectorKeepsWorking() {
        try (VecEnv env = PythonTestEnvs.make("gym:CartPole-v1", 2, Map.of(), 1)) {
            Array action = PythonTestEnvs.zeros(env);
            assertThatThrownBy(() -> env.step(action)).hasMessage("gym:CartPole-v1: step before reset");
            env.reset(1);
            action.ints()[1] = 2;
            assertThatThrownBy(() -> env.step(action))
                    .hasMessageContaining("action 2 of env 1 lies outside Discrete(2)");
            env.step(PythonTestEnvs.zeros(env));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gym:CartPol-v1        | no env gym:CartPol-v1: Environment `CartPol` doesn't exist. Did you mean: `CartPole`?",
                "CartPole-v9           | no env CartPole-v9; did you mean",
                "gym:Nonsense-v0       | no env gym:Nonsense-v0: Environment `Nonsense` doesn't exist",
                "nowhere:Thing-v0      | no env nowhere:Thing-v0: there is no Python package nowhere",
                "src.test.python.exotic:Exotic/DictActions-v0 | actions of Dict({a=Discrete(2)}) are not supported",
            })
    void whatCannotBeMadeIsSaidInOneLine(String id, String message) {
        assertThatThrownBy(() -> PythonTestEnvs.make(id, 2, Map.of(), 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message)
                .message()
                .doesNotContain("\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "wind               | 3    | got an unexpected keyword argument 'wind'",
                "max_episode_steps  | 0    | max_episode_steps is 0; needs a whole number of at least 1",
                "worker_timeout     | -1   | worker_timeout is -1; needs a positive number of seconds",
                "restart_workers    | 1    | restart_workers is 1; needs true or false",
                "vectorization_mode | 1    | vectorization_mode is 1; needs vector_entry_point",
            })
    void wrongArgumentsAreSaidInOneLine(String key, int value, String message) {
        assertThatThrownBy(() -> PythonTestEnvs.make("gym:CartPole-v1", 1, Map.of(key, value), 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("gym:CartPole-v1: ")
                .hasMessageContaining(message)
                .message()
                .doesNotContain("\n");
    }
}
