package slmlab.bridge.gym;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.env.RandomActions;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.tensor.Array;
import slmlab.tensor.State;

/// Wrappers of Python packages around envs in a worker, the argument `gym_wrappers`.
@Tag("python")
class GymWrappersTest {
    private static final String FAULTY = PythonTestEnvs.EXOTIC + "Faulty-v0";
    private static final String DOUBLED = PythonTestEnvs.EXOTIC + "Doubled";

    @BeforeEach
    void needsGymnasium() {
        PythonTestEnvs.python();
    }

    @Test
    void theyAreAppliedFromTheInsideOutWithTheirArguments() {
        List<?> wrappers = List.of(Map.of("name", DOUBLED, "factor", 3, "shift", 1), DOUBLED);
        try (VecEnv env = PythonTestEnvs.make(FAULTY, 2, Map.of("gym_wrappers", wrappers), 2)) {
            Step step = env.reset(1);
            assertThat(step.obs().floats()).containsOnly(2); // (0 · 3 + 1) · 2
            env.step(PythonTestEnvs.zeros(env));
            assertThat(step.obs().floats()).containsOnly(8); // (1 · 3 + 1) · 2
        }
    }

    @Test
    void onTheCommandLineTheyAreNamesWithCommas() {
        Map<String, ?> arguments = Map.of("gym_wrappers", DOUBLED + ", " + DOUBLED);
        try (VecEnv env = PythonTestEnvs.make(FAULTY, 1, arguments, 1)) {
            Step step = env.reset(1);
            env.step(PythonTestEnvs.zeros(env));
            assertThat(step.obs().floats()).containsOnly(4);
        }
    }

    @Test
    void aWrappedVectorResumesBitForBit() {
        Map<String, ?> arguments = Map.of("gym_wrappers", List.of(DOUBLED));
        try (VecEnv env = PythonTestEnvs.make("gym:CartPole-v1", 2, arguments, 1);
                VecEnv other = PythonTestEnvs.make("gym:CartPole-v1", 2, arguments, 2)) {
            Step step = env.reset(4);
            RandomActions actions = PythonTestEnvs.actions(env, 1);
            for (int t = 0; t < 40; t++) {
                env.step(actions.next());
            }
            State state = new State();
            env.save(state);
            Step loaded = other.load(state);
            for (int t = 0; t < 40; t++) {
                Array action = actions.next();
                env.step(action);
                other.step(action);
                assertThat(loaded.obs().floats()).isEqualTo(step.obs().floats());
            }
        }
    }

    @Test
    void aWrapperThatKeepsStatisticsOverEpisodesIsNotResumed() {
        Map<String, ?> arguments = Map.of("gym_wrappers", List.of("gymnasium.wrappers:NormalizeReward"));
        try (VecEnv env = PythonTestEnvs.make("gym:Pendulum-v1", 1, arguments, 1)) {
            env.reset(4);
            RandomActions actions = PythonTestEnvs.actions(env, 1);
            for (int t = 0; t < 210; t++) { // into the second episode
                env.step(actions.next());
            }
            State state = new State();
            env.save(state);
            assertThatThrownBy(() -> env.load(state)).hasMessageContaining("gave another reward");
        }
    }

    static Stream<Arguments> wrong() {
        return Stream.of(
                Arguments.of(List.of("Doubled"), "gym_wrappers[0] is Doubled; needs module:Wrapper"),
                Arguments.of(List.of(DOUBLED, 3), "gym_wrappers[1] is 3; needs module:Wrapper"),
                Arguments.of(Map.of("name", DOUBLED), "gym_wrappers is {name=" + DOUBLED + "}; needs a list"),
                Arguments.of(List.of(Map.of("factor", 3)), "gym_wrappers[0] is {factor=3}; needs module:Wrapper"),
                Arguments.of(List.of("nowhere.at:All"), "gym_wrappers[0]: there is no Python module nowhere.at"),
                Arguments.of(List.of("json:All"), "gym_wrappers[0]: the module json has no All"),
                Arguments.of(List.of(PythonTestEnvs.EXOTIC + "Doubledd"), "has no Doubledd; did you mean Doubled?"),
                Arguments.of(List.of("json:JSONDecoder"), "gym_wrappers[0]: json:JSONDecoder is no gymnasium.Wrapper"),
                Arguments.of(
                        List.of(Map.of("name", DOUBLED, "factr", 3)),
                        "gym_wrappers[0]: TypeError: Doubled.__init__() got an unexpected keyword argument 'factr'"));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void wrongOnesAreNamedInOneLine(Object wrappers, String message) {
        assertThatThrownBy(() -> PythonTestEnvs.make(FAULTY, 1, Map.of("gym_wrappers", wrappers), 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(FAULTY)
                .hasMessageContaining(message)
                .message()
                .doesNotContain("\n");
    }

    @Test
    void aVectorOfTheEnvsOwnTakesNone() {
        Map<String, ?> arguments = Map.of("gym_wrappers", List.of(DOUBLED));
        assertThatThrownBy(() -> PythonTestEnvs.make(PythonTestEnvs.EXOTIC + "Counting-v0", 1, arguments, 1))
                .hasMessageContaining("gym_wrappers are for single envs");
    }

    @Test
    void miniGridsWrappersMakeOneFlatObservation() {
        PythonTestEnvs.needs("minigrid");
        Map<String, ?> arguments = Map.of("gym_wrappers", List.of("minigrid.wrappers:FlatObsWrapper"));
        try (VecEnv env = PythonTestEnvs.make("minigrid:MiniGrid-Empty-8x8-v0", 2, arguments, 1)) {
            assertThat(env.obsSpace().row().volume()).isEqualTo(2835); // 7 · 7 · 3 and the mission, one-hot
            assertThat(((PythonVector) env).notes()).isEmpty();
            env.reset(1);
            env.step(PythonTestEnvs.zeros(env));
        }
    }
}
