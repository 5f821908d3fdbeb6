package slmlab.tensor;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import slmlab.tensor.op.AddRows;
import slmlab.tensor.op.ArgMax;
import slmlab.tensor.op.BatchMatmul;
import slmlab.tensor.op.Binary;
import slmlab.tensor.op.Broadcast;
import slmlab.tensor.op.Cast;
import slmlab.tensor.op.Concat;
import slmlab.tensor.op.Conv2d;
import slmlab.tensor.op.Dot;
import slmlab.tensor.op.Gather;
import slmlab.tensor.op.Leaf;
import slmlab.tensor.op.Matmul;
import slmlab.tensor.op.OneHot;
import slmlab.tensor.op.Op;
import slmlab.tensor.op.Pad;
import slmlab.tensor.op.Reduce;
import slmlab.tensor.op.Reshape;
import slmlab.tensor.op.ScatterAdd;
import slmlab.tensor.op.Slice;
import slmlab.tensor.op.StopGradient;
import slmlab.tensor.op.TakeRows;
import slmlab.tensor.op.Ternary;
import slmlab.tensor.op.Transpose;
import slmlab.tensor.op.Unary;

/// Writes a graph as text, one tensor a line, inputs before outputs: the operation, its settings, and the numbers of
/// the lines it reads. Shapes follow from those of inputs and variables, so no other line has one.
///
/// ```
/// input obs FLOAT32 [1,4]
/// variable net.body.0.weight [4,64] [1,0]
/// matmul 0 1
/// tanh 2
/// output action 3
/// ```
final class GraphWriter {
    private final StringBuilder text = new StringBuilder();
    private final Map<Tensor, Integer> lines = new HashMap<>();

    private GraphWriter() {}

    static String write(Graph graph) {
        if (graph.assigns() || !graph.guards().isEmpty()) {
            throw new IllegalArgumentException("a graph that assigns variables or has guards cannot be written");
        }
        GraphWriter writer = new GraphWriter();
        for (Tensor node : graph.nodes()) {
            writer.line(node);
        }
        graph.outputs()
                .forEach((name, value) -> writer.text
                        .append("output ")
                        .append(encoded(name))
                        .append(' ')
                        .append(writer.lines.get(value))
                        .append('\n'));
        return writer.text.toString();
    }

    private void line(Tensor node) {
        text.append(settings(node.op(), node));
        for (Tensor input : node.inputs()) {
            text.append(' ').append(lines.get(input));
        }
        text.append('\n');
        lines.put(node, lines.size());
    }

    private static String settings(Op op, Tensor node) {
        return switch (op) {
            case Leaf.Input(String name) -> words("input", encoded(name), node.dtype(), list(node.shape()));
            case Leaf.Read(Variable variable) ->
                words("variable", encoded(variable.name()), list(variable.shape()), list(variable.savedOrder()));
            case Leaf.Constant(float value) -> words("constant", value, list(node.shape()));
            case Leaf.Numbers(Array array) ->
                words(
                        "numbers",
                        list(array.shape()),
                        Arrays.toString(array.floats()).replace(" ", ""));
            case Leaf.Uniform _ -> words("uniform", list(node.shape()));
            case Unary unary -> unary.label();
            case Binary binary -> binary.label();
            case Ternary ternary -> ternary.label();
            case Cast _ -> "to_float";
            case StopGradient _ -> "stop_gradient";
            case Reduce(Reduce.Kind kind, int from, int to) ->
                words("reduce", kind.name().toLowerCase(Locale.ROOT), from, to);
            case ArgMax(int axis) -> words("argmax", axis);
            case Gather(int axis) -> words("gather", axis);
            case ScatterAdd(int axis, int size) -> words("scatter_add", axis, size);
            case TakeRows() -> "embedding";
            case OneHot(int n) -> words("one_hot", n);
            case Reshape(Shape to) -> words("reshape", list(to));
            case Transpose(List<Integer> order) -> words("transpose", list(order));
            case Broadcast(Shape to) -> words("broadcast", list(to));
            case Slice(int axis, int from, int to) -> words("slice", axis, from, to);
            case Pad(int axis, int before, int after) -> words("pad", axis, before, after);
            case Concat(int axis) -> words("concat", axis);
            case Matmul(Unary activation) when activation == null -> "matmul";
            case BatchMatmul() -> "matmul";
            case Conv2d(Conv2d.Part part, var sizes, Unary activation)
            when part == Conv2d.Part.OUTPUT && activation == null ->
                words("conv2d", sizes.strideHeight(), sizes.strideWidth());
            case Matmul _, Conv2d _, Dot _, AddRows _ ->
                throw new IllegalArgumentException("%s cannot be written: it is a gradient, or fused".formatted(node));
        };
    }

    private static String words(Object... words) {
        return Arrays.stream(words).map(String::valueOf).collect(Collectors.joining(" "));
    }

    private static String list(Shape shape) {
        return Arrays.toString(shape.dims()).replace(" ", "");
    }

    private static String list(List<Integer> numbers) {
        return numbers.toString().replace(" ", "");
    }

    /// Return a name without spaces, as in a URL.
    private static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8);
    }
}
