package slmlab.tensor.compile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.DType;
import slmlab.tensor.Graph;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.internal.Elementwise;
import slmlab.tensor.internal.Kernels;
import slmlab.tensor.op.BatchMatmul;
import slmlab.tensor.op.Binary;
import slmlab.tensor.op.Broadcast;
import slmlab.tensor.op.Leaf;
import slmlab.tensor.op.Matmul;
import slmlab.tensor.op.Op;
import slmlab.tensor.op.Pointwise;
import slmlab.tensor.op.Reduce;
import slmlab.tensor.op.Reshape;
import slmlab.tensor.op.Slice;
import slmlab.tensor.op.StopGradient;
import slmlab.tensor.op.Ternary;
import slmlab.tensor.op.Transpose;
import slmlab.tensor.op.Unary;

/// Rebuilds a graph without redundancy: common sub-expressions are merged, constants are folded, neutral
/// operations are removed.
///
/// No rule changes the bits of a result. Dead code is dropped, because only what the roots depend on is
/// rebuilt.
public final class Simplify {
    private final Map<Tensor, Tensor> rebuilt = new HashMap<>();
    private final Map<Key, Tensor> known = new HashMap<>();

    private Simplify() {}

    /// Map the given roots to their simplified forms.
    public static UnaryOperator<Tensor> of(Collection<Tensor> roots) {
        Simplify simplify = new Simplify();
        for (Tensor node : Graph.ordered(roots)) {
            List<Tensor> inputs = new ArrayList<>();
            for (Tensor input : node.inputs()) {
                inputs.add(Objects.requireNonNull(simplify.rebuilt.get(input)));
            }
            Tensor simple = node.source().as(() -> simplify.node(node.op(), inputs, node));
            simplify.rebuilt.put(node, simple);
        }
        return root -> Objects.requireNonNull(simplify.rebuilt.get(root));
    }

    private Tensor node(Op op, List<Tensor> inputs, Tensor like) {
        return node(op, inputs, like.shape(), like.dtype(), like);
    }

    private Tensor node(Op op, List<Tensor> inputs, Shape shape, DType dtype, Tensor like) {
        Tensor shorter = rewrite(op, inputs, shape, dtype, like);
        if (shorter != null) {
            return shorter;
        }
        Key key = new Key(op, inputs.stream().map(Tensor::id).toList(), shape);
        return known.computeIfAbsent(
                key,
                _ -> like.op().equals(op)
                                && like.inputs().equals(inputs)
                                && like.shape().equals(shape)
                        ? like
                        : new Tensor(op, List.copyOf(inputs), shape, dtype, like.source()));
    }

    private @Nullable Tensor rewrite(Op op, List<Tensor> inputs, Shape shape, DType dtype, Tensor like) {
        return switch (op) {
            case StopGradient() -> inputs.getFirst();
            case Matmul(Unary activation)
            when activation == null && inputs.stream().anyMatch(Simplify::isZero) -> constant(0, shape, like);
            case BatchMatmul() when inputs.stream().anyMatch(Simplify::isZero) -> constant(0, shape, like);
            case Pointwise pointwise -> pointwise(pointwise, inputs, shape, like);
            case Broadcast _, Reshape _, Transpose _, Slice _ -> view(op, inputs.getFirst(), shape, dtype, like);
            case Reduce(Reduce.Kind kind, int _, int _)
            when inputs.getFirst().op() instanceof Leaf.Constant(float value) -> {
                int folded = shape.volume() == 0 ? 0 : inputs.getFirst().shape().volume() / shape.volume();
                yield constant(kind == Reduce.Kind.SUM ? value * folded : value, shape, like);
            }
            default -> null;
        };
    }

    private @Nullable Tensor view(Op op, Tensor x, Shape shape, DType dtype, Tensor like) {
        if (x.shape().equals(shape) && !(op instanceof Transpose)) {
            return x;
        }
        if (x.op() instanceof Leaf.Constant(float value)) {
            return constant(value, shape, like);
        }
        if ((op instanceof Broadcast && x.op() instanceof Broadcast)
                || (op instanceof Reshape && x.op() instanceof Reshape)) {
            return node(op, x.inputs(), shape, dtype, like);
        }
        if (op instanceof Transpose outer && x.op() instanceof Transpose inner) {
            int[] order = Transpose.permute(inner.axes(), outer.axes());
            boolean identity = IntStream.range(0, order.length).allMatch(axis -> order[axis] == axis);
            if (identity) {
                return x.input(0);
            }
            Op both = new Transpose(Arrays.stream(order).boxed().toList());
            return node(both, x.inputs(), shape, dtype, like);
        }
        return null;
    }

    private @Nullable Tensor pointwise(Pointwise op, List<Tensor> inputs, Shape shape, Tensor like) {
        if (inputs.stream().allMatch(input -> input.op() instanceof Leaf.Constant)) {
            return constant(fold(op, inputs), shape, like);
        }
        Tensor neutral = neutral(op, inputs, shape, like);
        return neutral != null ? neutral : beforeBroadcast(op, inputs, shape, like);
    }

    /// Compute on the small operands and broadcast the result, where all operands are broadcast alike.
    private @Nullable Tensor beforeBroadcast(Pointwise op, List<Tensor> inputs, Shape shape, Tensor like) {
        Shape small = null;
        for (Tensor input : inputs) {
            if (input.op() instanceof Broadcast) {
                Shape from = input.input(0).shape();
                if (small != null && !small.equals(from)) {
                    return null;
                }
                small = from;
            } else if (!(input.op() instanceof Leaf.Constant)) {
                return null;
            }
        }
        Shape from = Objects.requireNonNull(small);
        List<Tensor> smaller = inputs.stream()
                .map(input ->
                        input.op() instanceof Leaf.Constant(float value) ? constant(value, from, like) : input.input(0))
                .toList();
        Tensor result = node(op, smaller, from, DType.FLOAT32, like);
        return node(new Broadcast(shape), List.of(result), shape, DType.FLOAT32, like);
    }

    private @Nullable Tensor neutral(Pointwise op, List<Tensor> inputs, Shape shape, Tensor like) {
        Tensor a = inputs.getFirst();
        if (op instanceof Unary) {
            return op == Unary.NEG && a.op() == Unary.NEG ? a.input(0) : null;
        }
        if (!(op instanceof Binary binary)) {
            return null;
        }
        Tensor b = inputs.get(1);
        float left = a.op() instanceof Leaf.Constant(float value) ? value : Float.NaN;
        float right = b.op() instanceof Leaf.Constant(float value) ? value : Float.NaN;
        return switch (binary) {
            case ADD -> right == 0 ? a : left == 0 ? b : null;
            case SUB -> right == 0 ? a : null;
            case MUL -> {
                if (right == 1) {
                    yield a;
                }
                if (left == 1) {
                    yield b;
                }
                if (right == -1) {
                    yield node(Unary.NEG, List.of(a), shape, DType.FLOAT32, like);
                }
                if (left == -1) {
                    yield node(Unary.NEG, List.of(b), shape, DType.FLOAT32, like);
                }
                yield a == b ? node(Unary.SQUARE, List.of(a), shape, DType.FLOAT32, like) : null;
            }
            case DIV -> right == 1 ? a : isPowerOfTwo(right) ? times(a, 1 / right, shape, like) : null;
            case POW -> {
                if (right == 1) {
                    yield a;
                }
                if (right == 2) {
                    yield node(Unary.SQUARE, List.of(a), shape, DType.FLOAT32, like);
                }
                yield right == 0 ? constant(1, shape, like) : null;
            }
            case MIN, MAX, LT, LE, EQ, NE, TANH_GRAD, SIGMOID_GRAD, RELU_GRAD -> null;
        };
    }

    private Tensor times(Tensor a, float factor, Shape shape, Tensor like) {
        return node(Binary.MUL, List.of(a, constant(factor, shape, like)), shape, DType.FLOAT32, like);
    }

    private Tensor constant(float value, Shape shape, Tensor like) {
        return node(new Leaf.Constant(value), List.of(), shape, DType.FLOAT32, like);
    }

    private static boolean isZero(Tensor tensor) {
        return tensor.op() instanceof Leaf.Constant(float value) && value == 0;
    }

    private static boolean isPowerOfTwo(float value) {
        return Math.abs(value) >= Float.MIN_NORMAL
                && (Float.floatToRawIntBits(value) & 0x007fffff) == 0
                && Math.abs(value) < 0x1p126f;
    }

    /// Return the value of an operation on constants, by the kernel that would compute it.
    private static float fold(Pointwise op, List<Tensor> inputs) {
        float[] operands = new float[3];
        for (int i = 0; i < inputs.size(); i++) {
            operands[i] = ((Leaf.Constant) inputs.get(i).op()).value();
        }
        Elementwise kernels = Kernels.scalar().elementwise();
        float[] y = new float[1];
        switch (op) {
            case Unary unary -> unary.kernel().run(kernels, operands, 0, y, 0, 1);
            case Binary binary -> binary.kernel().run(kernels, operands, 0, operands, 1, y, 0, 1);
            case Ternary ternary -> ternary.kernel().run(kernels, operands, 0, operands, 1, operands, 2, y, 0, 1);
        }
        return y[0];
    }

    private record Key(Op op, List<Long> inputs, Shape shape) {}
}
