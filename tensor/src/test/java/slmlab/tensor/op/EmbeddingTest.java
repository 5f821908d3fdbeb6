package slmlab.tensor.op;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import slmlab.tensor.Array;
import slmlab.tensor.Backend;
import slmlab.tensor.DType;
import slmlab.tensor.Gradients;
import slmlab.tensor.Numbers;
import slmlab.tensor.Program;
import slmlab.tensor.Shape;
import slmlab.tensor.ShapeException;
import slmlab.tensor.Tensor;

class EmbeddingTest {

    @Test
    void rowsComeInTheOrderOfTheIndex() {
        Program program = program(Program.Options.DEFAULT, Shape.of(3, 2), Shape.of(2, 2));
        program.input("table").copyFrom(Array.of(Shape.of(3, 2), 0, 1, 10, 11, 20, 21));
        program.input("index").copyFrom(Array.ofInts(Shape.of(2, 2), 2, 0, 0, 1));
        program.run();
        assertThat(program.output("rows").shape()).isEqualTo(Shape.of(2, 2, 2));
        assertThat(program.output("rows").floats()).containsExactly(20, 21, 0, 1, 0, 1, 10, 11);
    }

    @Test
    void gradientsOfOneRowAreAddedInTheOrderOfTheIndex() {
        // as floats, 1e8 + 1 = 1e8: in this order 0 + 1e8 + 1 − 1e8 = 0, in another one 1
        Program program = program(Program.Options.DEFAULT, Shape.of(2, 1), Shape.of(4));
        program.input("index").copyFrom(Array.ofInts(Shape.of(4), 1, 1, 0, 1));
        program.input("weight").copyFrom(Array.of(Shape.of(4, 1), 1e8f, 1, 5, -1e8f));
        program.run();
        assertThat(program.output("gradient").floats()).containsExactly(5, 0);
    }

    @Test
    void vectorsScalarsAndThreadsHaveTheSameBits() {
        float[][] expected = learn(Program.Options.DEFAULT);
        for (Program.Options options : List.of(
                Program.Options.DEFAULT.backend(Backend.scalar()),
                Program.Options.DEFAULT.threads(2),
                Program.Options.DEFAULT.threads(3))) {
            assertThat(learn(options)).isDeepEqualTo(expected);
        }
    }

    /// Return the rows and the gradient of an embedding that is large enough for several threads.
    private static float[][] learn(Program.Options options) {
        try (Program program = program(options, Shape.of(11, 301), Shape.of(4000))) {
            Numbers numbers = new Numbers(4);
            program.input("table").copyFrom(numbers.normal(11, 301));
            program.input("index").copyFrom(numbers.indices(11, 4000));
            program.input("weight").copyFrom(numbers.normal(4000, 301));
            program.run();
            return new float[][] {
                program.output("rows").floats().clone(),
                program.output("gradient").floats().clone()
            };
        }
    }

    private static Program program(Program.Options options, Shape table, Shape index) {
        return Program.trace(options, trace -> {
            Tensor rows = trace.input("table", DType.FLOAT32, table);
            Tensor picked = rows.embedding(trace.input("index", DType.INT32, index));
            Tensor weight = trace.input("weight", DType.FLOAT32, picked.shape());
            trace.output("rows", picked);
            trace.output(
                    "gradient",
                    Gradients.of(picked.mul(weight).sum(), List.of(rows)).getFirst());
        });
    }

    @Test
    void whatDoesNotFitIsNamed() {
        Tensor table = Tensor.constant(Shape.of(3, 2), 1);
        assertThatThrownBy(() -> table.embedding(Tensor.constant(Shape.of(2), 1)))
                .isInstanceOf(ShapeException.class)
                .hasMessageContaining("embedding by an index of FLOAT32: needs INT32");
        Tensor index = Tensor.of(Array.ofInts(Shape.of(1), 0));
        assertThatThrownBy(() -> table.sum(0).embedding(index))
                .hasMessageContaining("embedding of [2]: needs a table [rows, width]");
        Program program = program(Program.Options.DEFAULT, Shape.of(3, 2), Shape.of(2));
        program.input("index").copyFrom(Array.ofInts(Shape.of(2), 0, 3));
        assertThatThrownBy(program::run)
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessageContaining("embedding in a table of [3, 2] at EmbeddingTest.java")
                .hasMessageContaining("index 3 at position 1; needs to lie in [0, 3)");
    }
}
