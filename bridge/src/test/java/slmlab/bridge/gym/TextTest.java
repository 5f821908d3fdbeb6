package slmlab.bridge.gym;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.env.VecEnv;

/// Observations with text: encoded where its length is fixed, left out of a Dict where it is not.
@Tag("python")
class TextTest {

    @BeforeEach
    void needsGymnasium() {
        PythonTestEnvs.python();
    }

    @Test
    void textOfALimitedLengthIsItsCodesAsGymnasiumFlattensIt() {
        try (VecEnv env = PythonTestEnvs.make(PythonTestEnvs.EXOTIC + "Exotic/Words-v0", 1, Map.of(), 1)) {
            assertThat(env.obsSpace()) // 62 letters and digits, and one code for no letter
                    .isEqualTo(Space.Box.of(0, 62, 8));
            Step step = env.reset(1);
            for (int t = 0; t < 30; t++) {
                float[] codes = step.obs().floats();
                int end = 0;
                while (end < 8 && codes[end] < 62) {
                    end++;
                }
                for (int k = end; k < 8; k++) {
                    assertThat(codes[k]).isEqualTo(62);
                }
                env.step(PythonTestEnvs.zeros(env));
            }
        }
    }

    @Test
    void textOfAnyLengthIsLeftOutOfADictWithALine() {
        try (VecEnv env = PythonTestEnvs.make(PythonTestEnvs.EXOTIC + "Exotic/Spoken-v0", 2, Map.of(), 2)) {
            assertThat(env.obsSpace())
                    .isInstanceOfSatisfying(
                            Space.Dict.class,
                            dict -> assertThat(dict.entries())
                                    .containsOnlyKeys("way", "word")); // one-hot, and four codes
            assertThat(env.obsSpace().row().volume()).isEqualTo(3 + 4);
            assertThat(((PythonVector) env).notes())
                    .singleElement()
                    .asString()
                    .contains("'speech'", "is left out of the observation", "gym_wrappers");
            env.reset(1);
            env.step(PythonTestEnvs.zeros(env));
        }
    }

    @Test
    void soItIsOfADictWithinADict() {
        try (VecEnv env = PythonTestEnvs.make(PythonTestEnvs.EXOTIC + "Exotic/SpokenWithin-v0", 1, Map.of(), 1)) {
            assertThat(env.obsSpace().row().volume()).isEqualTo(2 + 1);
            assertThat(((PythonVector) env).notes())
                    .satisfiesExactly(
                            note -> assertThat(note).contains("'in.speech'"),
                            note -> assertThat(note).contains("'out.speech'"));
            env.reset(1);
            env.step(PythonTestEnvs.zeros(env));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "OnlySpoken  | nothing is left of the observation",
                "SpokenAlone | Speech spaces have no fixed size, so the lab cannot use",
                "SpokenTuple | Speech spaces have no fixed size, so the lab cannot use",
                "ManyWords   | Sequence spaces have no fixed size, so the lab cannot use",
                "TextActions | actions of Text(",
            })
    void whatLeavesNothingToLearnFromIsRefused(String name, String message) {
        assertThatThrownBy(() ->
                        PythonTestEnvs.make(PythonTestEnvs.EXOTIC + "Exotic/%s-v0".formatted(name), 1, Map.of(), 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message)
                .message()
                .doesNotContain("\n");
    }

    @Test
    void miniGridIsTrainedAsItIs() {
        PythonTestEnvs.needs("minigrid");
        try (VecEnv env = PythonTestEnvs.make("minigrid:MiniGrid-Empty-8x8-v0", 2, Map.of(), 1)) {
            assertThat(env.obsSpace().row().volume()).isEqualTo(4 + 7 * 7 * 3); // direction and image
            assertThat(((PythonVector) env).notes()).singleElement().asString().contains("'mission'");
            env.reset(1);
            for (int t = 0; t < 20; t++) {
                env.step(PythonTestEnvs.zeros(env));
            }
        }
    }
}
