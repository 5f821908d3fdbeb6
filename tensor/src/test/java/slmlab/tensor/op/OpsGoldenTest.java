package slmlab.tensor.op;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.tensor.Array;
import slmlab.tensor.Backend;
import slmlab.tensor.DType;
import slmlab.tensor.Golden;
import slmlab.tensor.Gradients;
import slmlab.tensor.Program;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;

/// Every operation, value and gradient, against PyTorch's numbers (`scripts/golden/ops.py`), by the kernels of
/// a [Program].
class OpsGoldenTest {
    private static final Golden GOLDEN = Golden.read("ops.safetensors");
    private static final Map<String, Function<List<Tensor>, Tensor>> FUNCTIONS = functions();

    static Iterable<String> cases() {
        return GOLDEN.cases();
    }

    @Test
    void everyRecordedCaseIsTested() {
        assertThat(FUNCTIONS.keySet()).isEqualTo(GOLDEN.cases());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void asPyTorch(String name) {
        check(name, Backend.jvm());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void asPyTorchWithScalarKernels(String name) {
        check(name, Backend.scalar());
    }

    private static void check(String name, Backend backend) {
        List<Array> inputs = GOLDEN.inputs(name);
        var f = Objects.requireNonNull(FUNCTIONS.get(name));
        try (Program program = Program.trace(Program.Options.DEFAULT.backend(backend), trace -> {
            List<Tensor> tensors = new ArrayList<>();
            for (int i = 0; i < inputs.size(); i++) {
                tensors.add(trace.input(
                        "in" + i, inputs.get(i).dtype(), inputs.get(i).shape()));
            }
            Tensor y = f.apply(tensors);
            trace.output("y", y);
            List<Tensor> by = tensors.stream()
                    .filter(input -> input.dtype() == DType.FLOAT32)
                    .toList();
            if (y.dtype() == DType.FLOAT32 && !by.isEmpty()) {
                List<Tensor> gradients = Gradients.of(GOLDEN.weighted(y), by);
                for (int i = 0; i < gradients.size(); i++) {
                    trace.output("g" + i, gradients.get(i));
                }
            }
        })) {
            for (int i = 0; i < inputs.size(); i++) {
                program.input("in" + i).copyFrom(inputs.get(i));
            }
            program.run();
            program.outputs().forEach((output, array) -> {
                String recorded = name + "/" + output;
                if (GOLDEN.has(recorded)) {
                    GOLDEN.assertClose(recorded, array);
                } else { // PyTorch has no gradient: ours must be zero
                    assertThat(array.floats()).as(recorded).containsOnly(0f);
                }
            });
        }
    }

    private static Map<String, Function<List<Tensor>, Tensor>> functions() {
        var all = new TreeMap<String, Function<List<Tensor>, Tensor>>();
        unary(all);
        binary(all);
        ternary(all);
        alongAxes(all);
        matrices(all);
        byIndex(all);
        shapes(all);
        together(all);
        return all;
    }

    private static void unary(Map<String, Function<List<Tensor>, Tensor>> all) {
        one(all, "neg", Tensor::neg);
        one(all, "abs", Tensor::abs);
        one(all, "sign", Tensor::sign);
        one(all, "square", Tensor::square);
        one(all, "erf", Tensor::erf);
        one(all, "tanh", Tensor::tanh);
        one(all, "sigmoid", Tensor::sigmoid);
        one(all, "relu", Tensor::relu);
        one(all, "leaky_relu", a -> a.leakyRelu(0.01));
        one(all, "elu", a -> a.elu(1.5));
        one(all, "selu", Tensor::selu);
        one(all, "gelu", Tensor::gelu);
        one(all, "silu", Tensor::silu);
        one(all, "softplus", Tensor::softplus);
        one(all, "sin", Tensor::sin);
        one(all, "cos", Tensor::cos);
        one(all, "exp", Tensor::exp);
        one(all, "log", Tensor::log);
        one(all, "sqrt", Tensor::sqrt);
        one(all, "reciprocal", Tensor::reciprocal);
        one(all, "reciprocal_negative", Tensor::reciprocal);
        one(all, "log1p", Tensor::log1p);
        one(all, "log1p_small", Tensor::log1p);
    }

    private static void binary(Map<String, Function<List<Tensor>, Tensor>> all) {
        var plain = Map.<String, BinaryOperator<Tensor>>of(
                "add", Tensor::add, "sub", Tensor::sub, "mul", Tensor::mul, "min", Tensor::min, "max", Tensor::max);
        plain.forEach((name, f) -> {
            two(all, name, f);
            two(all, name + "_row", f);
            two(all, name + "_column", f);
            two(all, name + "_scalar", f);
        });
        one(all, "numbers", a -> a.add(0.3).sub(1.7).mul(2.5).min(1.5));
        one(all, "min_number", a -> a.min(0.5));
        one(all, "max_number", a -> a.max(0.5));
        two(all, "min_ties", Tensor::min);
        two(all, "max_ties", Tensor::max);
        two(all, "add_outer", (a, b) -> a.broadcast(Shape.of(5, 7)).add(b));
        two(all, "mul_outer", (a, b) -> a.mul(b.broadcast(Shape.of(5, 7))));
        two(all, "mul_middle", Tensor::mul);
        two(all, "max_middle", Tensor::max);
        two(all, "div", Tensor::div);
        two(all, "div_row", Tensor::div);
        two(all, "div_column", Tensor::div);
        one(all, "div_number", a -> a.div(3));
        two(all, "pow", Tensor::pow);
        two(all, "pow_row", Tensor::pow);
        Map.of("m2", -2.0, "m1_5", -1.5, "0_5", 0.5, "3", 3.0, "1", 1.0, "2", 2.0, "0", 0.0)
                .forEach((label, exponent) -> one(all, "pow_" + label, a -> a.pow(exponent)));
        Map.of("3", 3.0, "1", 1.0, "2", 2.0, "0", 0.0)
                .forEach((label, exponent) -> one(all, "pow_" + label + "_ties", a -> a.pow(exponent)));
        two(all, "lt", Tensor::lt);
        two(all, "le", Tensor::le);
        two(all, "gt", Tensor::gt);
        two(all, "ge", Tensor::ge);
        two(all, "eq", Tensor::eq);
        two(all, "ne", Tensor::ne);
        one(all, "lt_number", a -> a.lt(0.5));
        one(all, "le_number", a -> a.le(0.5));
        one(all, "gt_number", a -> a.gt(0.5));
        one(all, "ge_number", a -> a.ge(0.5));
        one(all, "eq_number", a -> a.eq(0.5));
        one(all, "ne_number", a -> a.ne(0.5));
    }

    private static void ternary(Map<String, Function<List<Tensor>, Tensor>> all) {
        all.put("select", in -> in.get(0).select(in.get(1), in.get(2)));
        all.put("select_broadcast", in -> in.get(0).broadcast(Shape.of(5, 7)).select(in.get(1), in.get(2)));
        for (String name : List.of("clamp", "clamp_rows", "clamp_crossed")) {
            all.put(name, in -> in.get(0).clamp(in.get(1), in.get(2)));
        }
        one(all, "clamp_number", a -> a.clamp(-0.5, 0.5));
    }

    private static void alongAxes(Map<String, Function<List<Tensor>, Tensor>> all) {
        for (String label : List.of("all", "0", "1", "2", "01", "12", "02")) {
            int[] axes = axes(label);
            one(all, "sum_" + label, a -> a.sum(axes));
            one(all, "max_over_" + label, a -> a.maxOver(axes));
            one(all, "min_over_" + label, a -> a.minOver(axes));
        }
        for (String label : List.of("all", "1", "12", "02")) {
            int[] axes = axes(label);
            one(all, "mean_" + label, a -> a.mean(axes));
            one(all, "variance_" + label, a -> a.variance(axes));
            one(all, "log_sum_exp_" + label, a -> a.logSumExp(axes));
        }
        one(all, "sum_long", a -> a.sum(1));
        one(all, "mean_columns", a -> a.mean(0));
        one(all, "variance_shifted", a -> a.variance(1));
        one(all, "sum_single", a -> a.sum(0, 2));
        one(all, "log_sum_exp_large", a -> a.logSumExp(1));
        one(all, "log_sum_exp_masked", a -> a.logSumExp(1));
        for (int axis = 0; axis < 3; axis++) {
            int along = axis;
            one(all, "argmax_" + axis, a -> a.argmax(along));
            one(all, "argmax_ties_" + axis, a -> a.argmax(along - 3));
            one(all, "softmax_" + axis, a -> a.softmax(along - 3));
            one(all, "log_softmax_" + axis, a -> a.logSoftmax(along));
        }
        one(all, "softmax_large", a -> a.softmax(1));
        one(all, "softmax_masked", a -> a.softmax(1));
        one(all, "log_softmax_large", a -> a.logSoftmax(1));
    }

    private static int[] axes(String label) {
        return label.equals("all")
                ? new int[0]
                : label.chars().map(digit -> digit - '0').toArray();
    }

    private static void matrices(Map<String, Function<List<Tensor>, Tensor>> all) {
        for (String size : List.of("", "_wide", "_row", "_column")) {
            two(all, "matmul" + size, Tensor::matmul);
            two(all, "matmul_tn" + size, (a, b) -> a.transpose().matmul(b));
            two(all, "matmul_nt" + size, (a, b) -> a.matmul(b.transpose()));
            two(all, "matmul_tt" + size, (a, b) -> a.transpose().matmul(b.transpose()));
        }
        all.put(
                "matmul_bias_tanh",
                in -> in.get(0).matmul(in.get(1)).add(in.get(2)).tanh());
        all.put(
                "matmul_bias_relu",
                in -> in.get(0).matmul(in.get(1)).add(in.get(2)).relu());
        all.put("matmul_add", in -> in.get(2).add(in.get(0).matmul(in.get(1))).sigmoid());
        one(all, "matmul_square", a -> a.matmul(a).add(a));
        for (String size : List.of("", "_wide", "_one_right", "_one_left", "_grows")) {
            two(all, "matmul_batch" + size, Tensor::matmul);
        }
        two(all, "matmul_batch_tt", (a, b) -> a.transpose().matmul(b.transpose()));
        all.put("attention", in -> attention(in.get(0), in.get(1), in.get(2)));
        two(all, "conv2d_1", (a, b) -> a.conv2d(b, 1, 1));
        two(all, "conv2d_2", (a, b) -> a.conv2d(b, 2, 2));
        two(all, "conv2d_2_1", (a, b) -> a.conv2d(b, 2, 1));
        two(all, "conv2d_1_3", (a, b) -> a.conv2d(b, 1, 3));
        two(all, "conv2d_4", (a, b) -> a.conv2d(b, 4, 2));
        two(all, "conv2d_point", (a, b) -> a.conv2d(b, 1, 1));
        two(all, "conv2d_cut", (a, b) -> a.conv2d(b, 2, 2));
    }

    /// Two heads of width 3 over 5 positions, from rows of [heads · width].
    private static Tensor attention(Tensor query, Tensor key, Tensor value) {
        Tensor weights =
                heads(query).matmul(heads(key).transpose()).div(Math.sqrt(3)).softmax(3);
        return weights.matmul(heads(value)).transpose(0, 2, 1, 3).reshape(2, 5, 6);
    }

    private static Tensor heads(Tensor x) {
        return x.reshape(2, 5, 2, 3).transpose(0, 2, 1, 3);
    }

    private static void byIndex(Map<String, Function<List<Tensor>, Tensor>> all) {
        two(all, "gather_0", (a, index) -> a.gather(0, index));
        two(all, "gather_1", (a, index) -> a.gather(-1, index));
        two(all, "gather_middle", (a, index) -> a.gather(1, index));
        two(all, "scatter_add_0", (a, index) -> a.scatterAdd(0, index, 6));
        two(all, "scatter_add_1", (a, index) -> a.scatterAdd(1, index, 4));
        two(all, "embedding", Tensor::embedding);
        two(all, "embedding_repeated", (table, index) -> table.embedding(index).tanh());
        two(all, "embedding_one", Tensor::embedding);
        one(all, "one_hot", index -> index.oneHot(7));
    }

    private static void shapes(Map<String, Function<List<Tensor>, Tensor>> all) {
        one(all, "reshape", a -> a.reshape(7, -1));
        one(all, "reshape_of_transpose", a -> a.transpose().reshape(21, 5));
        one(all, "insert_axis", a -> a.insertAxis(1).mul(2));
        one(all, "transpose", Tensor::transpose);
        one(all, "transpose_201", a -> a.transpose(2, 0, 1));
        two(all, "transpose_tanh", (a, b) -> a.transpose().tanh().mul(b));
        one(all, "broadcast", a -> a.broadcast(Shape.of(3, 5, 7)));
        one(all, "broadcast_new", a -> a.broadcast(Shape.of(3, 5, 7)));
        one(all, "slice_0", a -> a.slice(0, 1, 4));
        one(all, "slice_1", a -> a.slice(-1, 2, 5));
        one(all, "slice_middle", a -> a.slice(1, 4, 5).mul(3));
        one(all, "pad_0", a -> a.pad(0, 1, 2));
        one(all, "pad_1", a -> a.pad(-1, 0, 3));
        all.put("concat_0", in -> Tensor.concat(0, in));
        two(all, "concat_1", (a, b) -> Tensor.concat(1, List.of(a, b, a)));
        all.put("stack_0", in -> Tensor.stack(0, in));
        two(all, "stack_1", (a, b) -> Tensor.stack(1, List.of(a, b, b)));
        all.put("stack_last", in -> Tensor.stack(-1, in));
        two(all, "stop_gradient", (a, b) -> a.mul(b.stopGradient()).add(b));
        one(all, "to_float_int", Tensor::toFloat);
        one(all, "to_float_byte", Tensor::toFloat);
    }

    private static void together(Map<String, Function<List<Tensor>, Tensor>> all) {
        two(
                all,
                "reused",
                (a, b) -> a.mul(b).tanh().mul(a).add(a.square().neg().exp().mul(b)));
        all.put("ppo", in -> {
            Tensor ratio = in.get(0).sub(in.get(1)).exp();
            Tensor advantage = in.get(2);
            return ratio.mul(advantage)
                    .min(ratio.clamp(0.8, 1.2).mul(advantage))
                    .mean();
        });
        one(all, "second_order", a -> {
            Tensor loss = a.tanh().mul(a.sigmoid()).mul(a.exp()).sum();
            return Gradients.of(loss, List.of(a)).getFirst();
        });
    }

    private static void one(Map<String, Function<List<Tensor>, Tensor>> all, String name, UnaryOperator<Tensor> f) {
        all.put(name, in -> f.apply(in.getFirst()));
    }

    private static void two(Map<String, Function<List<Tensor>, Tensor>> all, String name, BinaryOperator<Tensor> f) {
        all.put(name, in -> f.apply(in.get(0), in.get(1)));
    }
}
