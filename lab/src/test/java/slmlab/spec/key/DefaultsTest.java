package slmlab.spec.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DefaultsTest {

    enum Mode {
        SLOW,
        FAST
    }

    record Inner(@Default("1") int size, @Required("x") String label) {}

    record Outer(
            @Default("0.5") double rate,
            @Default("fast") Mode mode,
            @Default("[1, 2]") List<Integer> widths,
            @Default("{size: 3, label: y}") Inner given,
            Inner own,
            @Nullable Inner none,
            @Default("auto") Object anything,
            @Rest Map<String, @Nullable Object> rest) {}

    record WrongType(@Default("fast") int size) {}

    record NoDefault(int size) {}

    @Test
    void aDefaultIsReadAsItsComponentsType() {
        assertThat(Defaults.of(Outer.class))
                .isEqualTo(new Outer(
                        0.5, Mode.FAST, List.of(1, 2), new Inner(3, "y"), new Inner(1, "x"), null, "auto", Map.of()));
    }

    @Test
    void someMayBeOthers() {
        assertThat(Defaults.of(Inner.class, Map.of("size", 7))).isEqualTo(new Inner(7, "x"));
        assertThatThrownBy(() -> Defaults.of(Inner.class, Map.of("sise", 7)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("sise");
    }

    @Test
    void aDefaultOfAnotherTypeIsRefused() {
        assertThatThrownBy(() -> Defaults.of(WrongType.class))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("WrongType.size")
                .hasMessageContaining("needs a whole number");
    }

    @Test
    void aComponentWithoutADefaultIsRefused() {
        assertThatThrownBy(() -> Defaults.of(NoDefault.class))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("NoDefault.size has no default; it needs @Default or @Nullable");
    }
}
