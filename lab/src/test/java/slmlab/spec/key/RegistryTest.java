package slmlab.spec.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import slmlab.spec.text.Problem;

class RegistryTest {

    record Square(double side) {
        String draw(String color) {
            return color + " square of " + side;
        }
    }

    record Circle(double radius) {
        String draw(String color) {
            return color + " circle of " + radius;
        }
    }

    record Frame(int width) {}

    private static final Registry<String, String> SHAPES = new Registry<String, String>("shape", "type")
            .add("Square", new Square(1), Square::draw)
            .add("Circle", new Circle(2), Circle::draw);

    private final Problems problems = new Problems();

    @Test
    void aNamedComponentIsReadAndMade() {
        Configured<String, String> circle = Objects.requireNonNull(
                SHAPES.read(Map.of("type", "Circle", "radius", 3, "width", 7), "net", problems, new Frame(1)));
        assertThat(problems.list()).isEmpty();
        assertThat(circle.config()).isEqualTo(new Circle(3));
        assertThat(circle.common(Frame.class)).isEqualTo(new Frame(7));
        assertThat(circle.make("red")).isEqualTo("red circle of 3.0");
    }

    @Test
    void unknownKeysNameTheComponentAndAllItKnows() {
        SHAPES.read("Square", Map.of("sides", 3), "net", problems, new Frame(1));
        assertThat(problems.list())
                .containsExactly(new Problem("net.sides", "unknown key; did you mean side? Square knows: side, width"));
    }

    @Test
    void anUnknownNameIsAProblemWithASuggestion() {
        assertThat(SHAPES.read(Map.of("type", "Sqare"), "net", problems)).isNull();
        assertThat(SHAPES.read(Map.of(), "net", problems)).isNull();
        assertThat(SHAPES.read(Map.of("type", 3), "net", problems)).isNull();
        assertThat(problems.list())
                .containsExactly(
                        new Problem("net.type", "unknown shape 'Sqare'; did you mean Square? Known: Square, Circle"),
                        new Problem("net.type", "is missing; name one of Square, Circle"),
                        new Problem("net.type", "is 3; name one of Square, Circle"));
    }

    @Test
    void entriesAreFoundByName() {
        assertThat(SHAPES.names()).containsExactly("Square", "Circle");
        assertThat(SHAPES.entry("Circle").defaults()).isEqualTo(new Circle(2));
        assertThatThrownBy(() -> SHAPES.entry("Circel")).hasMessageContaining("did you mean Circle?");
    }

    @Test
    void aNameIsGivenOnce() {
        Registry<String, String> registry = new Registry<String, String>("shape").add("A", new Circle(1), Circle::draw);
        assertThatThrownBy(() -> registry.add("A", new Circle(1), Circle::draw)).hasMessageContaining("already");
    }

    record Whole(@Inline First first, @Inline Second second) {}

    record First(int one) {}

    record Second(int two) {}

    @Test
    void partsThatAreInlineReadFromOneMapping() {
        var registry = new Registry<Integer, Integer>("sum")
                .add(
                        "sum",
                        new Whole(new First(1), new Second(2)),
                        (whole, more) -> whole.first.one + whole.second.two + more);
        Problems problems = new Problems();
        var read = Objects.requireNonNull(registry.read("sum", Map.of("two", 20, "three", 3), "p", problems));
        assertThat(read.make(100)).isEqualTo(121);
        assertThat(Written.of(read.config())).isEqualTo(Map.of("one", 1, "two", 20));
        assertThat(problems.list()).extracting(Problem::path).containsExactly("p.three");
    }
}
