package slmlab.spec.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuggestionTest {
    private static final List<String> KNOWN =
            List.of("PPO", "DQN", "Adam", "AdamW", "RMSprop", "clip_eps_spec", "clip_grad_val", "gamma", "lam");

    @ParameterizedTest
    @CsvSource({
        "ppo,      PPO",
        "adam,     Adam",
        "Adma,     Adam",
        "rmsprop,  RMSprop",
        "gama,     gamma",
        "clip_eps, clip_eps_spec",
        "clip_grad, clip_grad_val",
        "CLIP_EPS_SPEC, clip_eps_spec",
    })
    void theNearestWordIsMeantWhateverItsCase(String word, String meant) {
        assertThat(Suggestion.of(word, KNOWN)).contains(meant);
    }

    @ParameterizedTest
    @CsvSource({"momentum", "clp", "x"})
    void aWordThatIsFarFromAllHasNone(String word) {
        assertThat(Suggestion.of(word, KNOWN)).isEmpty();
        assertThat(Suggestion.hint(word, KNOWN)).isEmpty();
    }

    @Test
    void aHintEndsAMessage() {
        assertThat(Suggestion.hint("adam", KNOWN)).isEqualTo("; did you mean Adam?");
    }
}
