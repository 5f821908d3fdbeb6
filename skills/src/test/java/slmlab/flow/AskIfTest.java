package slmlab.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AskIfTest {
    private static final Map<String, Object> ANSWERS =
            Map.of("init.agents", 2L, "init.fast", true, "type", "box", "gamma", 0.5);

    @ParameterizedTest
    @CsvSource({
        "init.agents > 1, true",
        "init.agents > 2, false",
        "init.agents < 3, true",
        "init.agents = 2, true",
        "init.agents = 2.0, true",
        "init.fast = yes, true",
        "init.fast = true, true",
        "init.fast != no, true",
        "type = box, true",
        "type != box, false",
        "gamma < 0.6, true",
        "none = x, false",
        "none != x, true",
        "none > 1, false",
        "none < 1, false"
    })
    void conditions(String text, boolean holds) {
        assertThat(AskIf.read(text).orElseThrow().holds(ANSWERS::get)).isEqualTo(holds);
    }

    @Test
    void whatIsNoCondition() {
        assertThat(AskIf.read("init.agents")).isEmpty();
        assertThat(AskIf.read("init.agents > many")).isEmpty();
        assertThat(AskIf.read("init.agents =")).isEmpty();
        AskIf condition = AskIf.read("init.fast = no").orElseThrow();
        assertThat(condition.failure(ANSWERS::get)).isEqualTo("init.fast is yes");
        assertThat(condition.failure(_ -> null)).isEqualTo("init.fast has no answer");
        assertThat(condition).hasToString("init.fast = no");
    }
}
