package slmlab.tensor.op;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.tensor.Array;
import slmlab.tensor.Backend;
import slmlab.tensor.DType;
import slmlab.tensor.GradientCheck;
import slmlab.tensor.Gradients;
import slmlab.tensor.Numbers;
import slmlab.tensor.Program;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.compile.Reference;

/// Every operation: its gradient against central differences, its second gradient too, and its float32 kernels
/// against the reference. A new operation gets a row here.
public class OpsTest {
    private static final double GRADIENT = 1e-6;
    private static final double VALUE = 1e-5;

    /// @param smooth whether a second derivative exists that is worth a check
    public record Row(
            String name, Function<List<Tensor>, Tensor> f, Function<Numbers, List<Array>> inputs, boolean smooth) {
        @Override
        public String toString() {
            return name;
        }
    }

    public static Stream<Row> rows() {
        List<Row> rows = new ArrayList<>();
        Function<Numbers, List<Array>> normal = n -> List.of(n.normal(5, 7));
        Function<Numbers, List<Array>> kinked = n -> List.of(n.awayFromZero(3, 17));
        Function<Numbers, List<Array>> positive = n -> List.of(n.uniform(0.3, 3, 4, 9));
        unary(rows, "neg", Tensor::neg, normal);
        unary(rows, "abs", Tensor::abs, kinked);
        unary(rows, "sign", Tensor::sign, kinked);
        unary(rows, "square", Tensor::square, normal);
        unary(rows, "reciprocal", Tensor::reciprocal, positive);
        unary(rows, "sqrt", Tensor::sqrt, positive);
        unary(rows, "exp", Tensor::exp, normal);
        unary(rows, "log", Tensor::log, positive);
        unary(rows, "log1p", Tensor::log1p, positive);
        unary(rows, "erf", Tensor::erf, normal);
        unary(rows, "sin", Tensor::sin, normal);
        unary(rows, "cos", Tensor::cos, normal);
        unary(rows, "tanh", Tensor::tanh, normal);
        unary(rows, "sigmoid", Tensor::sigmoid, normal);
        unary(rows, "relu", Tensor::relu, kinked);
        unary(rows, "leaky relu", x -> x.leakyRelu(0.01), kinked);
        unary(rows, "elu", x -> x.elu(1.3), kinked);
        unary(rows, "selu", Tensor::selu, kinked);
        unary(rows, "gelu", Tensor::gelu, normal);
        unary(rows, "silu", Tensor::silu, normal);
        unary(rows, "softplus", Tensor::softplus, kinked);
        unary(rows, "pow by number", x -> x.pow(2.5), positive);
        unary(rows, "clamp by numbers", x -> x.clamp(-0.05, 0.06), kinked);
        unary(rows, "stop gradient", x -> x.mul(2).add(x.stopGradient().mul(0)), normal);

        binary(rows, "add", Tensor::add, n -> List.of(n.normal(5, 7), n.normal(5, 7)));
        binary(rows, "sub, row", Tensor::sub, n -> List.of(n.normal(5, 7), n.normal(7)));
        binary(rows, "mul, column", Tensor::mul, n -> List.of(n.normal(5, 7), n.normal(5, 1)));
        binary(rows, "div, scalar", Tensor::div, n -> List.of(n.normal(5, 7), n.uniform(1, 2)));
        binary(
                rows,
                "mul, both repeated",
                (a, b) -> a.broadcast(Shape.of(5, 7)).mul(b),
                n -> List.of(n.normal(5, 1), n.normal(1, 7)));
        binary(rows, "add, new axis", Tensor::add, n -> List.of(n.normal(2, 3, 5), n.normal(3, 1)));
        binary(rows, "pow", Tensor::pow, n -> List.of(n.uniform(0.5, 2, 3, 5), n.normal(3, 5)));
        binary(rows, "min", Tensor::min, n -> List.of(n.distinct(4, 9), n.uniform(-0.01, 0.0, 4, 9)));
        binary(rows, "max", Tensor::max, n -> List.of(n.distinct(4, 9), n.uniform(-0.01, 0.0, 4, 9)));
        for (var comparison : Map.<String, Function<List<Tensor>, Tensor>>of(
                        "lt", in -> in.get(0).lt(in.get(1)),
                        "le", in -> in.get(0).le(in.get(1)),
                        "gt", in -> in.get(0).gt(in.get(1)),
                        "ge", in -> in.get(0).ge(in.get(1)),
                        "eq", in -> in.get(0).eq(in.get(1)),
                        "ne", in -> in.get(0).ne(in.get(1)))
                .entrySet()) {
            rows.add(new Row(
                    comparison.getKey(), comparison.getValue(), n -> List.of(n.normal(5, 7), n.normal(5, 7)), false));
        }
        rows.add(new Row(
                "select",
                in -> in.get(0).gt(0).select(in.get(1), in.get(2)),
                n -> List.of(n.awayFromZero(4, 5), n.normal(4, 5), n.normal(5)),
                false));
        rows.add(new Row(
                "clamp",
                in -> in.get(0).clamp(in.get(1), in.get(2)),
                n -> List.of(n.distinct(3, 17), n.uniform(-0.52, -0.51, 17), n.uniform(0.51, 0.52)),
                false));

        unary(rows, "sum of all", x -> x.sum().square(), n -> List.of(n.normal(3, 5)));
        unary(rows, "sum 0", x -> x.sum(0), n -> List.of(n.normal(3, 17)));
        unary(rows, "sum -1", x -> x.sum(-1), n -> List.of(n.normal(3, 17)));
        unary(rows, "sum 1 of 3", x -> x.sum(1), n -> List.of(n.normal(2, 3, 4)));
        unary(rows, "sum 0 and 2", x -> x.sum(0, 2), n -> List.of(n.normal(2, 3, 4)));
        unary(rows, "sum of a transpose", x -> x.transpose().sum(0), n -> List.of(n.normal(3, 17)));
        binary(rows, "dot of rows", (a, b) -> a.mul(b).sum(1), n -> List.of(n.normal(3, 17), n.normal(3, 17)));
        unary(rows, "sum of squares", x -> x.square().sum(), n -> List.of(n.normal(3, 17)));
        unary(rows, "mean 0 1", x -> x.mean(0, 1), n -> List.of(n.normal(2, 3, 4)));
        unary(rows, "max over 1", x -> x.maxOver(1), n -> List.of(n.distinct(4, 9)));
        unary(rows, "max over 0 and 2", x -> x.maxOver(0, 2), n -> List.of(n.distinct(2, 3, 4)));
        unary(rows, "min over all", x -> x.minOver(), n -> List.of(n.distinct(4, 9)));
        unary(rows, "variance", x -> x.variance(0), n -> List.of(n.normal(6, 3)));
        unary(rows, "variance of all", x -> x.variance(), n -> List.of(n.normal(6, 3)));
        unary(rows, "logsumexp", x -> x.logSumExp(1), n -> List.of(n.normal(4, 9)));
        unary(rows, "softmax", x -> x.softmax(1), n -> List.of(n.normal(4, 9)));
        unary(rows, "softmax over 0", x -> x.softmax(0), n -> List.of(n.normal(4, 9)));
        unary(rows, "log softmax", x -> x.logSoftmax(-1), n -> List.of(n.normal(2, 3, 5)));

        binary(rows, "matmul", Tensor::matmul, n -> List.of(n.normal(5, 7), n.normal(7, 3)));
        binary(rows, "matmul tn", (a, b) -> a.transpose().matmul(b), n -> List.of(n.normal(7, 5), n.normal(7, 3)));
        binary(rows, "matmul nt", (a, b) -> a.matmul(b.transpose()), n -> List.of(n.normal(5, 7), n.normal(18, 7)));
        binary(
                rows,
                "matmul tt",
                (a, b) -> a.transpose().matmul(b.transpose()),
                n -> List.of(n.normal(7, 5), n.normal(3, 7)));
        binary(rows, "matmul of batches", Tensor::matmul, n -> List.of(n.normal(3, 5, 7), n.normal(3, 7, 4)));
        binary(rows, "matmul, one for all", Tensor::matmul, n -> List.of(n.normal(2, 3, 5), n.normal(5, 4)));
        binary(rows, "matmul, all by one", Tensor::matmul, n -> List.of(n.normal(2, 5), n.normal(3, 5, 4)));
        binary(rows, "matmul, batch grows", Tensor::matmul, n -> List.of(n.normal(2, 3, 2, 4), n.normal(3, 4, 17)));
        binary(
                rows,
                "matmul of batches tt",
                (a, b) -> a.transpose(1, 2, 0).matmul(b.transpose(1, 2, 0)),
                n -> List.of(n.normal(5, 3, 4), n.normal(2, 3, 5)));
        rows.add(new Row(
                "linear tanh",
                in -> in.get(0).matmul(in.get(1)).add(in.get(2)).tanh(),
                n -> List.of(n.normal(6, 4), n.normal(4, 19), n.normal(19)),
                true));
        rows.add(new Row(
                "sum of products",
                in -> in.get(0)
                        .matmul(in.get(1))
                        .add(in.get(1).transpose().matmul(in.get(0).transpose()).transpose()),
                n -> List.of(n.normal(6, 4), n.normal(4, 5)),
                true));
        binary(rows, "conv2d", (x, w) -> x.conv2d(w, 1, 1), n -> List.of(n.normal(2, 5, 4, 3), n.normal(3, 2, 3, 4)));
        binary(
                rows,
                "conv2d stride 2, 3",
                (x, w) -> x.conv2d(w, 2, 3),
                n -> List.of(n.normal(2, 7, 8, 2), n.normal(3, 2, 2, 5)));

        rows.add(new Row(
                "conv2d with bias and tanh",
                in -> in.get(0).conv2d(in.get(1), 2, 1).add(in.get(2)).tanh(),
                n -> List.of(n.normal(2, 7, 8, 2), n.normal(3, 2, 2, 5), n.normal(5)),
                true));
        rows.add(new Row(
                "gather",
                in -> in.get(0).gather(1, in.get(1)),
                n -> List.of(n.normal(5, 4), n.indices(4, 5, 3)),
                true));
        rows.add(new Row(
                "gather 0",
                in -> in.get(0).gather(0, in.get(1)),
                n -> List.of(n.normal(5, 2, 3), n.indices(5, 7, 2, 3)),
                true));
        rows.add(new Row(
                "scatter add",
                in -> in.get(0).scatterAdd(1, in.get(1), 4),
                n -> List.of(n.normal(5, 3), n.indices(4, 5, 3)),
                true));
        rows.add(new Row(
                "embedding",
                in -> in.get(0).embedding(in.get(1)),
                n -> List.of(n.normal(5, 3), n.indices(5, 2, 7)),
                true));
        rows.add(new Row(
                "one hot",
                in -> in.get(0).oneHot(4).mul(in.get(1)),
                n -> List.of(n.indices(4, 5), n.normal(5, 4)),
                true));
        rows.add(new Row(
                "argmax",
                in -> in.get(0).argmax(1).toFloat().mul(in.get(1)),
                n -> List.of(n.distinct(5, 4), n.normal(5)),
                false));
        rows.add(new Row(
                "concat",
                in -> Tensor.concat(1, in).square(),
                n -> List.of(n.normal(3, 2), n.normal(3, 4), n.normal(3, 1)),
                true));
        rows.add(new Row(
                "stack", in -> Tensor.stack(1, in).square(), n -> List.of(n.normal(3, 2), n.normal(3, 2)), true));
        unary(rows, "slice", x -> x.slice(1, 2, 5).square(), n -> List.of(n.normal(3, 7)));
        unary(
                rows,
                "slices side by side",
                x -> x.slice(1, 4, 7).mul(x.slice(1, 0, 3)).add(x.slice(1, 3, 4).exp()),
                n -> List.of(n.normal(3, 9)));
        unary(rows, "slices that overlap", x -> x.slice(0, 0, 3).mul(x.slice(0, 2, 5)), n -> List.of(n.normal(5, 4)));
        unary(rows, "pad", x -> x.pad(0, 1, 2).add(1).square(), n -> List.of(n.normal(3, 4)));
        unary(rows, "reshape", x -> x.reshape(2, -1).square(), n -> List.of(n.normal(4, 3)));
        unary(rows, "transpose", x -> x.transpose(2, 0, 1).mul(Tensor.of(3)), n -> List.of(n.normal(2, 3, 4)));
        unary(rows, "broadcast", x -> x.broadcast(Shape.of(2, 3, 4)).square(), n -> List.of(n.normal(3, 1)));
        return rows.stream();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void gradientMatchesCentralDifferences(Row row) {
        for (long seed = 1; seed <= 3; seed++) {
            assertThat(GradientCheck.worstError(row.f, inputs(row, seed)))
                    .as("seed %d", seed)
                    .isLessThan(GRADIENT);
        }
    }

    static Stream<Row> smoothRows() {
        return rows().filter(Row::smooth);
    }

    @ParameterizedTest
    @MethodSource("smoothRows")
    void secondGradientMatchesCentralDifferences(Row row) {
        Function<List<Tensor>, Tensor> slope = in -> {
            Tensor y = row.f.apply(in);
            List<Tensor> by =
                    in.stream().filter(x -> x.dtype() == DType.FLOAT32).toList();
            List<Tensor> gradients = Gradients.of(y.mul(y.add(1)).sum(), by);
            return gradients.stream()
                    .map(g -> g.square().sum())
                    .reduce(Tensor::add)
                    .orElseThrow();
        };
        double error = GradientCheck.worstError(slope, inputs(row, 5));
        assertThat(error).isLessThan(GRADIENT * 100);
    }

    @ParameterizedTest
    @MethodSource("rows")
    void kernelsMatchTheReference(Row row) {
        Array[] at = inputs(row, 9);
        Map<String, Array> expected = compute(row, at, Backend.reference());
        for (Backend backend : List.of(Backend.jvm(), Backend.scalar())) {
            compute(row, at, backend).forEach((name, array) -> assertClose(name, array, expected));
        }
    }

    private static Map<String, Array> compute(Row row, Array[] at, Backend backend) {
        Program program = Program.trace(Program.Options.DEFAULT.backend(backend), trace -> {
            List<Tensor> inputs = new ArrayList<>();
            for (int i = 0; i < at.length; i++) {
                inputs.add(trace.input("x" + i, at[i].dtype(), at[i].shape()));
            }
            Tensor y = row.f.apply(inputs);
            trace.output("y", y);
            List<Tensor> by =
                    inputs.stream().filter(x -> x.dtype() == DType.FLOAT32).toList();
            List<Tensor> gradients = Gradients.of(y.mul(y.add(1)).mean(), by);
            for (int i = 0; i < gradients.size(); i++) {
                trace.output("gradient " + i, gradients.get(i));
            }
        });
        for (int i = 0; i < at.length; i++) {
            program.input("x" + i).copyFrom(at[i]);
        }
        program.run();
        return program.outputs();
    }

    public static void assertClose(String what, Array actual, Map<String, Array> all) {
        Array expected = Objects.requireNonNull(all.get(what));
        assertThat(actual.shape()).isEqualTo(expected.shape());
        double[] a = Reference.widen(actual);
        double[] e = Reference.widen(expected);
        for (int i = 0; i < a.length; i++) {
            assertThat(a[i]).as("%s[%d]", what, i).isCloseTo(e[i], within(VALUE * Math.max(1, Math.abs(e[i]))));
        }
    }

    private static org.assertj.core.data.Offset<Double> within(double value) {
        return org.assertj.core.data.Offset.offset(value);
    }

    private static Array[] inputs(Row row, long seed) {
        return row.inputs.apply(new Numbers(seed)).toArray(Array[]::new);
    }

    private static void unary(
            List<Row> rows, String name, Function<Tensor, Tensor> f, Function<Numbers, List<Array>> inputs) {
        rows.add(new Row(name, in -> f.apply(in.getFirst()), inputs, true));
    }

    private static void binary(
            List<Row> rows, String name, BinaryOperator<Tensor> f, Function<Numbers, List<Array>> inputs) {
        rows.add(new Row(name, in -> f.apply(in.get(0), in.get(1)), inputs, true));
    }
}
