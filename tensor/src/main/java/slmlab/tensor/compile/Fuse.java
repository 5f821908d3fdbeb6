package slmlab.tensor.compile;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.DType;
import slmlab.tensor.Graph;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.internal.Matrix;
import slmlab.tensor.op.Binary;
import slmlab.tensor.op.Broadcast;
import slmlab.tensor.op.Conv2d;
import slmlab.tensor.op.Dot;
import slmlab.tensor.op.Leaf;
import slmlab.tensor.op.Matmul;
import slmlab.tensor.op.Op;
import slmlab.tensor.op.Reduce;
import slmlab.tensor.op.Unary;

/// Fuses what follows a matrix product or a convolution into it: the sum with a bias or another matrix, and the
/// activation. Also fuses a product into the sum over it.
final class Fuse {
    private final Map<Tensor, Integer> uses;
    private final Map<Tensor, Tensor> rebuilt = new HashMap<>();

    private Fuse(Map<Tensor, Integer> uses) {
        this.uses = uses;
    }

    /// Map the given roots to their fused forms.
    static UnaryOperator<Tensor> of(Collection<Tensor> roots) {
        List<Tensor> nodes = Graph.ordered(roots);
        Fuse fuse = new Fuse(uses(nodes, roots));
        for (Tensor node : nodes) {
            fuse.rebuilt.put(node, fuse.node(node));
        }
        return root -> Objects.requireNonNull(fuse.rebuilt.get(root));
    }

    /// Return how often each tensor is read; being a root counts as one read.
    static Map<Tensor, Integer> uses(Collection<Tensor> nodes, Collection<Tensor> roots) {
        Map<Tensor, Integer> uses = new HashMap<>();
        roots.forEach(root -> uses.merge(root, 1, Integer::sum));
        nodes.forEach(node -> node.inputs().forEach(input -> uses.merge(input, 1, Integer::sum)));
        return uses;
    }

    private Tensor node(Tensor node) {
        List<Tensor> inputs = new ArrayList<>();
        for (Tensor input : node.inputs()) {
            inputs.add(Objects.requireNonNull(rebuilt.get(input)));
        }
        if (node.op() == Binary.ADD) {
            Tensor second = sum(node, inputs, 1, 0);
            Tensor folded = second != null ? second : sum(node, inputs, 0, 1);
            if (folded != null) {
                return folded;
            }
        }
        if (node.op() instanceof Unary activation && isOnlyUse(node.input(0))) {
            Tensor before = inputs.getFirst();
            if (before.op() instanceof Matmul(Unary none) && none == null) {
                return with(node, new Matmul(activation), before.inputs());
            }
            if (before.op() instanceof Conv2d(Conv2d.Part part, Matrix.Conv sizes, Unary none)
                    && part == Conv2d.Part.OUTPUT
                    && none == null) {
                return with(node, new Conv2d(part, sizes, activation), before.inputs());
            }
        }
        if (node.op() instanceof Reduce(Reduce.Kind kind, int from, int to)
                && kind == Reduce.Kind.SUM
                && to == node.input(0).shape().rank()
                && isOnlyUse(node.input(0))) {
            Tensor folded = inputs.getFirst();
            if (folded.op() == Unary.SQUARE) {
                return dot(node, from, folded.input(0), folded.input(0));
            }
            if (folded.op() == Binary.MUL && isFull(folded.input(0)) && isFull(folded.input(1))) {
                return dot(node, from, folded.input(0), folded.input(1));
            }
        }
        return inputs.equals(node.inputs())
                ? node
                : new Tensor(node.op(), inputs, node.shape(), node.dtype(), node.source());
    }

    /// Return `inputs[product] + inputs[other]` as a product that starts from the other; null where that does
    /// not work.
    private @Nullable Tensor sum(Tensor node, List<Tensor> inputs, int product, int other) {
        Tensor before = inputs.get(product);
        Tensor start = inputs.get(other);
        if (!isOnlyUse(node.input(product)) || before.inputs().size() != 2) {
            return null;
        }
        if (before.op() instanceof Matmul(Unary activation) && activation == null) {
            return with(node, before.op(), List.of(before.input(0), before.input(1), start));
        }
        if (before.op() instanceof Conv2d(Conv2d.Part part, Matrix.Conv sizes, Unary activation)
                && part == Conv2d.Part.OUTPUT
                && activation == null
                && start.op() instanceof Broadcast
                && start.input(0).shape().equals(Shape.of(sizes.filters()))) {
            return with(node, before.op(), List.of(before.input(0), before.input(1), start.input(0)));
        }
        return null;
    }

    private static Tensor with(Tensor node, Op op, List<Tensor> inputs) {
        return new Tensor(op, inputs, node.shape(), DType.FLOAT32, node.source());
    }

    private static Tensor dot(Tensor node, int from, Tensor a, Tensor b) {
        return with(node, new Dot(from), List.of(a, b));
    }

    /// Return whether it is not broadcast, so that no copy is needed to make it contiguous.
    private static boolean isFull(Tensor tensor) {
        return !(tensor.op() instanceof Broadcast || tensor.op() instanceof Leaf.Constant);
    }

    private boolean isOnlyUse(Tensor before) {
        return uses.getOrDefault(before, 0) == 1;
    }
}
