package slmlab.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpecNameTest {

    /// Return names that would leave the data folder, or make a folder that some system or shell cannot name.
    static String[] wrong() {
        return new String[] {
            "",
            " ",
            ".",
            "..",
            "../evil",
            "/evil",
            "a/b",
            "a\\b",
            "a\nb",
            "a\tb",
            "a\0b",
            "a\u007fb",
            "a\u0085b",
            "a\u2028b",
            "a\u202eb",
            "a\ud800b",
            "a:b",
            "a*b",
            "a?b",
            "a\"b",
            "a<b",
            "a>b",
            "a|b",
            " a",
            "a ",
            ".hidden",
            "-option",
            "x".repeat(300),
            "ü".repeat(65)
        };
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void aNameThatCannotBeAFolderNameIsRefused(String name) {
        assertThatThrownBy(() -> SpecName.check(name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("the spec's name ")
                .hasMessageContaining("name")
                .message()
                .doesNotContainPattern("\\p{Cntrl}")
                .hasSizeLessThan(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a", "ppo_cartpole", "PPO 2.0 (tanh), γ=0.99", "größe", "倒立摆", "a..b", "con", "~x", "ppo_${env}"
            })
    void otherNamesAreTheUsersOwn(String name) {
        SpecName.check(name);
        assertThat(SpecName.problem(name)).isNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 127, 128})
    void aNameMayHave128Bytes(int length) {
        SpecName.check("x".repeat(length));
    }
}
