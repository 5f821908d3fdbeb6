package slmlab.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.spec.key.Problems;

/// What a person types, and what a file says, become the same plain values.
class AnswerReaderTest {

    private static Question question(AnswerType type, List<Question> columns) {
        List<String> options = type == AnswerType.CHOICE ? List.of("euler", "rk4") : List.of();
        return new Question("key", "Ask?", "Why.", type, 0.0, 10.0, options, columns, false, false, null, null, null);
    }

    private static Question column(String key, AnswerType type, boolean isOptional, @Nullable Object preset) {
        AskIf condition = key.equals("limit") ? AskIf.read("name = clock").orElseThrow() : null;
        return new Question(
                key, key, "", type, null, null, List.of(), List.of(), isOptional, false, preset, condition, null);
    }

    private static Object typed(Question question, String text) {
        return AnswerReader.typed(question, text, Map.of("environment.max_steps", (Object) 200L)::get);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
                    NUMBER  ; 3.0          ; 3
                    NUMBER  ; 2e-1         ; 0.2
                    INTEGER ; 1e1          ; 10
                    YES_NO  ; Yes          ; true
                    YES_NO  ; n            ; false
                    CHOICE  ; rk4          ; rk4
                    TEXT    ; x < 5 || y   ; x < 5 || y
                    LIST    ; left, right  ; [left, right]
                    LIST    ; [a, '3']     ; [a, 3]
                    NUMBERS ; 1 2.5,3      ; [1, 2.5, 3]
                    NUMBERS ; [1, 2]       ; [1, 2]
                    VALUE   ; '{a: [1.0]}' ; '{a=[1]}'
                    """)
    void typedAnswers(AnswerType type, String text, String value) {
        assertThat(typed(question(type, List.of()), text)).hasToString(value);
    }

    @Test
    void wrongAnswersSayWhatIsNeeded() {
        assertThatThrownBy(() -> typed(question(AnswerType.NUMBER, List.of()), "x"))
                .hasMessage("is 'x'; needs a number");
        assertThatThrownBy(() -> typed(question(AnswerType.NUMBER, List.of()), "11"))
                .hasMessage("is '11'; needs a number from 0 to 10");
        assertThatThrownBy(() -> typed(question(AnswerType.INTEGER, List.of()), "2.5"))
                .hasMessage("is '2.5'; needs a whole number from 0 to 10");
        assertThatThrownBy(() -> typed(question(AnswerType.YES_NO, List.of()), "perhaps"))
                .hasMessage("is 'perhaps'; needs yes or no");
        assertThatThrownBy(() -> typed(question(AnswerType.CHOICE, List.of()), "rk5"))
                .hasMessage("is 'rk5'; did you mean rk4?; needs one of euler, rk4");
        assertThatThrownBy(() -> typed(question(AnswerType.VALUE, List.of()), "{a: "))
                .hasMessageContaining("is not valid YAML");
        assertThatThrownBy(() -> typed(question(AnswerType.NUMBERS, List.of()), "1, x"))
                .hasMessage("[1] is 'x'; needs a number");
    }

    @Test
    void aValueOfARowExtendsToTheNextColumn() {
        Question rows = question(
                AnswerType.ROWS,
                List.of(
                        column("name", AnswerType.TEXT, false, null),
                        column("update", AnswerType.TEXT, true, null),
                        column("low", AnswerType.NUMBER, true, null),
                        column("limit", AnswerType.INTEGER, true, "{environment.max_steps}")));
        assertThat(typed(rows, "name=x update=x + dt * (v == 1 ? low : 2) low=-1.0\n\nname=\"a b\""))
                .isEqualTo(List.of(
                        Map.of("name", "x", "update", "x + dt * (v == 1 ? low : 2)", "low", -1L),
                        Map.of("name", "a b")));
        assertThat(typed(rows, "{name: y, low: 3}")).isEqualTo(List.of(Map.of("name", "y", "low", 3L)));
        // the default of a column is an earlier answer, and asked for a clock alone
        assertThat(typed(rows, "name=clock")).isEqualTo(List.of(Map.of("name", "clock", "limit", 200L)));
        assertThatThrownBy(() -> typed(rows, "low=1")).hasMessageContaining("[0].name is missing; needs a text");
        assertThatThrownBy(() -> typed(rows, "name=x\nname=y low=up"))
                .hasMessageContaining("[1].low is 'up'; needs a number");
        assertThatThrownBy(() -> typed(rows, "size=3")).hasMessageContaining("does not begin with a column");
        assertThatThrownBy(() -> typed(rows, "{name: x, lwo: 3}"))
                .hasMessageContaining("[0].lwo is an unknown column; did you mean low?");
        assertThatThrownBy(() -> typed(rows, "name=x limit=3"))
                .hasMessageContaining("[0].limit is not asked, since name is x; remove it");
    }

    @Test
    void aFileAndAPersonMeanTheSame() {
        Question numbers = question(AnswerType.NUMBERS, List.of());
        Problems problems = new Problems();
        Object read = new AnswerReader(problems, _ -> null).value(numbers, List.of(1, 2.0, "3"), "numbers");
        assertThat(problems.list()).isEmpty();
        assertThat(read).isEqualTo(typed(numbers, "1 2 3"));
    }
}
