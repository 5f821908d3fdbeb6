package slmlab.onnx;

import static slmlab.onnx.OnnxAttribute.number;
import static slmlab.onnx.OnnxAttribute.numbers;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.Variable;
import slmlab.tensor.op.AddRows;
import slmlab.tensor.op.ArgMax;
import slmlab.tensor.op.BatchMatmul;
import slmlab.tensor.op.Broadcast;
import slmlab.tensor.op.Cast;
import slmlab.tensor.op.Concat;
import slmlab.tensor.op.Conv2d;
import slmlab.tensor.op.Dot;
import slmlab.tensor.op.Gather;
import slmlab.tensor.op.Leaf;
import slmlab.tensor.op.Matmul;
import slmlab.tensor.op.OneHot;
import slmlab.tensor.op.Pad;
import slmlab.tensor.op.Pointwise;
import slmlab.tensor.op.Reduce;
import slmlab.tensor.op.Reshape;
import slmlab.tensor.op.ScatterAdd;
import slmlab.tensor.op.Slice;
import slmlab.tensor.op.StopGradient;
import slmlab.tensor.op.TakeRows;
import slmlab.tensor.op.Transpose;

/// The nodes of one graph in one model, added inputs before outputs.
final class GraphNodes {
    private final OnnxModel model;
    private final BatchAxes axes;
    private final Map<String, OnnxValue> inputs;
    private final @Nullable OnnxValue noise;
    private final Map<Tensor, String> names = new HashMap<>(); // of values in their full shape
    private final Map<Tensor, Tensor> small = new HashMap<>(); // what a broadcast tensor repeats
    private @Nullable String rows;
    private int drawn;

    GraphNodes(OnnxModel model, BatchAxes axes, Map<String, OnnxValue> inputs, @Nullable OnnxValue noise) {
        this.model = model;
        this.axes = axes;
        this.inputs = inputs;
        this.noise = noise;
    }

    void node(Tensor node) {
        if (node.op() instanceof Broadcast) {
            small.put(node, small.getOrDefault(node.input(0), node.input(0)));
        } else if (!(node.op() instanceof Leaf.Constant
                || node.op() instanceof Leaf.Read)) { // written where they are read
            names.put(node, name(node));
        }
    }

    private String name(Tensor node) {
        return switch (node.op()) {
            case Leaf.Input(String input) ->
                Objects.requireNonNull(inputs.get(input), () -> "the graph reads %s".formatted(input))
                        .name();
            case Leaf.Numbers(Array array) -> {
                requireFixed(node, 0, node.shape().rank());
                yield model.weights("numbers", array.shape().dims(), array.floats());
            }
            case Leaf.Uniform _ -> draw(node);
            case Pointwise pointwise -> PointwiseNodes.add(model, pointwise, operands(node));
            case Cast _ -> model.cast(whole(node.input(0)), OnnxType.FLOAT);
            case StopGradient _ -> whole(node.input(0));
            case Reduce(Reduce.Kind kind, int from, int to) -> reduce(node, kind, from, to);
            case ArgMax(int axis) -> {
                requireFixed(node.input(0), axis, axis + 1);
                String best = model.node("ArgMax", wholes(node), number("axis", axis), number("keepdims", 0));
                yield model.cast(best, OnnxType.INT32);
            }
            case Gather(int axis) -> {
                requireFixed(node.input(0), axis, axis + 1);
                yield model.node("GatherElements", wholes(node), number("axis", axis));
            }
            case TakeRows() -> {
                requireFixed(node.input(0), 0, 1);
                yield model.node("Gather", wholes(node), number("axis", 0));
            }
            case OneHot(int n) -> {
                String index = model.node("Unsqueeze", List.of(whole(node.input(0)), model.longs(-1)));
                String range = model.ints(IntStream.range(0, n).toArray());
                yield model.cast(model.node("Equal", List.of(index, range)), OnnxType.FLOAT);
            }
            case Reshape _ -> model.reshape(whole(node.input(0)), inferred(node));
            case Transpose(List<Integer> order) -> transpose(node.input(0), order);
            case Slice(int axis, int from, int to) -> {
                requireFixed(node.input(0), axis, axis + 1);
                yield model.node(
                        "Slice", List.of(whole(node.input(0)), model.longs(from), model.longs(to), model.longs(axis)));
            }
            case Pad(int axis, int before, int after) -> {
                requireFixed(node, axis, axis + 1);
                long[] pads = new long[2 * node.shape().rank()];
                pads[axis] = before;
                pads[node.shape().rank() + axis] = after;
                yield model.node("Pad", List.of(whole(node.input(0)), model.longs(pads)));
            }
            case Concat(int axis) -> model.node("Concat", wholes(node), number("axis", axis));
            case Matmul _, BatchMatmul _ -> {
                int last = node.input(0).shape().rank() - 1;
                requireFixed(node.input(0), last, last + 1);
                yield model.node("MatMul", wholes(node));
            }
            case Conv2d conv when conv.part() == Conv2d.Part.OUTPUT -> convolve(node, conv);
            case Broadcast _, Leaf.Constant _, Leaf.Read _ -> throw new IllegalStateException(node + " is no node");
            case Conv2d _, ScatterAdd _, AddRows _, Dot _ -> throw OnnxGraph.refused(node.op());
        };
    }

    /// Return the name of a tensor in its full shape.
    String whole(Tensor tensor) {
        String known = names.get(tensor);
        if (known != null) {
            return known;
        }
        Tensor source = small.getOrDefault(tensor, tensor);
        if (source.shape().equals(tensor.shape())
                && !(tensor.op() instanceof Leaf.Constant && tensor.shape().rank() > 0)) {
            return source(source);
        }
        String to = model.node("Expand", List.of(source(source), shape(tensor, source)));
        names.put(tensor, to);
        return to;
    }

    /// Return the name of what a tensor repeats: constants and weights are written when they are first read.
    private String source(Tensor tensor) {
        Tensor source = small.getOrDefault(tensor, tensor);
        return switch (source.op()) {
            case Leaf.Constant(float value) -> model.scalar(value);
            case Leaf.Read(Variable variable) ->
                names.computeIfAbsent(
                        source,
                        _ -> model.weights(
                                variable.name(),
                                variable.shape().dims(),
                                variable.array().floats()));
            default -> Objects.requireNonNull(names.get(source));
        };
    }

    private List<String> wholes(Tensor node) {
        return node.inputs().stream().map(this::whole).toList();
    }

    /// Return the operands of an element-wise operation, not yet broadcast where that is left to ONNX.
    private List<String> operands(Tensor node) {
        Shape reached = Shape.SCALAR;
        for (Tensor input : node.inputs()) {
            reached = Objects.requireNonNull(Shape.broadcast(reached, smallShape(input)));
        }
        boolean grows = reached.equals(node.shape());
        List<String> operands = new ArrayList<>();
        for (Tensor input : node.inputs()) {
            operands.add(grows || !operands.isEmpty() ? source(input) : whole(input));
        }
        return operands;
    }

    private Shape smallShape(Tensor tensor) {
        Tensor source = small.getOrDefault(tensor, tensor);
        return source.op() instanceof Leaf.Constant ? Shape.SCALAR : source.shape();
    }

    /// Return the shape that a tensor is expanded to: 1 along an axis that its source has already.
    private String shape(Tensor tensor, Tensor source) {
        int[] to = axes.dims(tensor);
        int[] from = source.op() instanceof Leaf.Constant ? new int[0] : axes.dims(source);
        List<String> parts = new ArrayList<>();
        for (int axis = 0; axis < to.length; axis++) {
            int own = axis - to.length + from.length;
            if (to[axis] >= 0) {
                parts.add(model.longs(to[axis]));
            } else if (own >= 0 && from[own] == to[axis]) {
                parts.add(model.longs(1));
            } else {
                parts.add(to[axis] == -1 ? rows() : model.node("Mul", List.of(rows(), model.longs(-to[axis]))));
            }
        }
        return parts.isEmpty() ? model.longs() : model.node("Concat", parts, number("axis", 0));
    }

    /// Return the number of rows, a vector of one.
    private String rows() {
        if (rows == null) {
            OnnxValue batched = inputs.values().stream()
                    .filter(input -> input.dims().length > 0 && input.dims()[0] == -1)
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("no input has the batch as its first axis"));
            rows = model.node("Shape", List.of(batched.name()), number("start", 0), number("end", 1));
        }
        return rows;
    }

    private String draw(Tensor node) {
        OnnxValue from = Objects.requireNonNull(noise, "the graph draws random numbers");
        int count = axes.perRow(node);
        String columns = model.node(
                "Slice", List.of(from.name(), model.longs(drawn), model.longs(drawn + count), model.longs(1)));
        drawn += count;
        return model.reshape(columns, inferred(node));
    }

    private String reduce(Tensor node, Reduce.Kind kind, int from, int to) {
        requireFixed(node.input(0), from, to);
        long[] reduced = IntStream.range(from, to).asLongStream().toArray();
        String x = whole(node.input(0));
        return switch (kind) {
            case SUM -> model.node("ReduceSum", List.of(x, model.longs(reduced)), number("keepdims", 0));
            case MAX -> model.node("ReduceMax", List.of(x), numbers("axes", reduced), number("keepdims", 0));
            case MIN -> model.node("ReduceMin", List.of(x), numbers("axes", reduced), number("keepdims", 0));
        };
    }

    private String convolve(Tensor node, Conv2d conv) {
        String images = transpose(node.input(0), List.of(0, 3, 1, 2)); // [n, h, w, c] → [n, c, h, w]
        String filters = transpose(node.input(1), List.of(3, 2, 0, 1)); // [h, w, c, f] → [f, c, h, w]
        String maps = model.node(
                "Conv", List.of(images, filters), numbers("strides", conv.strideHeight(), conv.strideWidth()));
        return model.node("Transpose", List.of(maps), numbers("perm", 0, 2, 3, 1));
    }

    /// Transpose; weights are written in that order.
    private String transpose(Tensor x, List<Integer> order) {
        if (x.op() instanceof Leaf.Read(Variable variable)) {
            int[] dims = order.stream().mapToInt(axis -> x.shape().dim(axis)).toArray();
            return model.weights(variable.name(), dims, permuted(variable.array(), order));
        }
        return model.node(
                "Transpose",
                List.of(whole(x)),
                numbers("perm", order.stream().mapToLong(axis -> axis).toArray()));
    }

    private void requireFixed(Tensor tensor, int from, int to) {
        int[] dims = axes.dims(tensor);
        for (int axis = from; axis < to; axis++) {
            if (dims[axis] < 0) {
                throw new IllegalArgumentException(
                        "%s over axis %s of %s cannot be exported: it mixes the rows of a batch"
                                .formatted(tensor.op().label(), axis, tensor.shape()));
            }
        }
    }

    /// Return the shape of a tensor with −1 for the axis that grows.
    private int[] inferred(Tensor tensor) {
        int[] dims = axes.dims(tensor);
        int growing = 0;
        for (int axis = 0; axis < dims.length; axis++) {
            if (dims[axis] < 0) {
                dims[axis] = -1;
                growing++;
            }
        }
        if (growing > 1) {
            throw new IllegalArgumentException("%s to %s cannot be exported: two axes grow with the batch"
                    .formatted(tensor.op().label(), tensor.shape()));
        }
        return dims;
    }

    private static float[] permuted(Array array, List<Integer> order) {
        int[] strides = array.shape().strides();
        int[] dims = order.stream().mapToInt(array.shape()::dim).toArray();
        float[] from = array.floats();
        float[] to = new float[from.length];
        int[] at = new int[dims.length];
        for (int i = 0; i < to.length; i++) {
            int source = 0;
            for (int axis = 0; axis < at.length; axis++) {
                source += at[axis] * strides[order.get(axis)];
            }
            to[i] = from[source];
            for (int axis = at.length - 1; axis >= 0 && ++at[axis] == dims[axis]; axis--) {
                at[axis] = 0;
            }
        }
        return to;
    }
}
