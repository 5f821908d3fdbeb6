package slmlab.tensor.op;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.function.BinaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.tensor.Array;
import slmlab.tensor.Backend;
import slmlab.tensor.Numbers;
import slmlab.tensor.Program;
import slmlab.tensor.Shape;
import slmlab.tensor.ShapeException;
import slmlab.tensor.Tensor;

class BatchMatmulTest {

    /// Each product of a batch has the bits that a product of its own has, whatever the kernels and the layout.
    @ParameterizedTest
    @CsvSource({
        "1, 1, 1, 1",
        "3, 5, 7, 4",
        "2, 13, 64, 17",
        "5, 1, 33, 64",
        "2, 64, 3, 130",
        "4, 8, 600, 21",
    })
    void eachProductHasTheBitsOfItsOwn(int batch, int m, int k, int n) {
        Numbers numbers = new Numbers(batch + m + k + n);
        Array a = numbers.normal(batch, m, k);
        Array b = numbers.normal(batch, k, n);
        Array turned = numbers.normal(batch, n, k);
        for (Backend backend : List.of(Backend.jvm(), Backend.scalar())) {
            Program.Options options = Program.Options.DEFAULT.backend(backend);
            assertThat(run(options, Tensor::matmul, a, b)).isEqualTo(run(options, BatchMatmulTest::oneByOne, a, b));
            assertThat(run(options, (x, y) -> x.matmul(y.transpose()), a, turned))
                    .isEqualTo(run(options, (x, y) -> oneByOne(x, y.transpose()), a, turned));
        }
    }

    @Test
    void vectorsAndTheirScalarTwinHaveTheSameBits() {
        // 32 columns fill whole vectors, so no number is summed in lanes
        Array a = new Numbers(1).normal(3, 5, 7);
        Array b = new Numbers(2).normal(3, 7, 32);
        assertThat(run(Program.Options.DEFAULT, Tensor::matmul, a, b))
                .isEqualTo(run(Program.Options.DEFAULT.backend(Backend.scalar()), Tensor::matmul, a, b));
    }

    @Test
    void anyNumberOfThreadsGivesTheSameBits() {
        Array a = new Numbers(1).normal(7, 61, 90); // 7·61 rows, which three threads share unevenly
        Array b = new Numbers(2).normal(7, 90, 70);
        float[] one = run(Program.Options.DEFAULT, Tensor::matmul, a, b);
        assertThat(run(Program.Options.DEFAULT.threads(3), Tensor::matmul, a, b))
                .isEqualTo(one);
        assertThat(run(Program.Options.DEFAULT.threads(2), Tensor::matmul, a, b))
                .isEqualTo(one);
    }

    @Test
    void aMatrixIsSharedByABatchOnEitherSide() {
        // [[1 2]] · {[[1] [1]], [[2] [0]]} = {[[3]], [[2]]};  {[[1 1]], [[2 0]]} · [[1] [2]] = {[[3]], [[2]]}
        Array row = Array.of(Shape.of(1, 2), 1, 2);
        Array columns = Array.of(Shape.of(2, 2, 1), 1, 1, 2, 0);
        Array rows = Array.of(Shape.of(2, 1, 2), 1, 1, 2, 0);
        Array column = Array.of(Shape.of(2, 1), 1, 2);
        assertThat(run(Program.Options.DEFAULT, Tensor::matmul, row, columns)).containsExactly(3, 2);
        assertThat(run(Program.Options.DEFAULT, Tensor::matmul, rows, column)).containsExactly(3, 2);
    }

    @Test
    void anEmptyBatchAndAnEmptySumAreFine() {
        assertThat(run(
                        Program.Options.DEFAULT,
                        Tensor::matmul,
                        Array.of(Shape.of(0, 2, 3)),
                        Array.of(Shape.of(0, 3, 2))))
                .isEmpty();
        assertThat(run(
                        Program.Options.DEFAULT,
                        Tensor::matmul,
                        Array.of(Shape.of(2, 1, 0)),
                        Array.of(Shape.of(2, 0, 2))))
                .containsExactly(0, 0, 0, 0);
    }

    @Test
    void batchesThatDoNotFitAreNamed() {
        Tensor a = Tensor.constant(Shape.of(2, 1, 3, 4), 1);
        assertThatThrownBy(() -> a.matmul(Tensor.constant(Shape.of(5, 4, 3), 1)))
                .isInstanceOf(ShapeException.class)
                .hasMessageContaining(
                        "matmul of [2, 1, 3, 4] and [5, 4, 3]: the axes before the last two must be equal")
                .hasMessageContaining("BatchMatmulTest.java");
        assertThatThrownBy(() -> a.matmul(Tensor.constant(Shape.of(3, 1, 4, 3), 1)))
                .hasMessageContaining("the axes before the last two must be equal");
        assertThatThrownBy(() -> a.matmul(Tensor.constant(Shape.of(4), 1)))
                .hasMessageContaining("needs [m, k] and [k, n]");
        assertThatThrownBy(() -> a.matmul(Tensor.constant(Shape.of(2, 1, 3, 4), 1)))
                .hasMessageContaining("needs [m, k] and [k, n]");
        assertThat(a.broadcast(Shape.of(2, 5, 3, 4))
                        .matmul(Tensor.constant(Shape.of(5, 4, 3), 1))
                        .shape())
                .isEqualTo(Shape.of(2, 5, 3, 3));
    }

    private static Tensor oneByOne(Tensor a, Tensor b) {
        List<Tensor> products = IntStream.range(0, a.shape().dim(0))
                .mapToObj(i -> matrix(a, i).matmul(matrix(b, i)))
                .toList();
        return Tensor.stack(0, products);
    }

    private static Tensor matrix(Tensor batch, int at) {
        return batch.slice(0, at, at + 1).reshape(batch.shape().without(0));
    }

    private static float[] run(Program.Options options, BinaryOperator<Tensor> f, Array a, Array b) {
        try (Program program = Program.trace(options, trace -> {
            Tensor x = trace.input("a", a.dtype(), a.shape());
            Tensor y = trace.input("b", b.dtype(), b.shape());
            trace.output("c", f.apply(x, y));
        })) {
            program.input("a").copyFrom(a);
            program.input("b").copyFrom(b);
            program.run();
            return program.output("c").floats().clone();
        }
    }
}
