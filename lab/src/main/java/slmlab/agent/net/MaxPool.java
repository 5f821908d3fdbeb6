package slmlab.agent.net;

import java.util.List;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;

/// Max pooling over windows of 3 that overlap: PyTorch's `MaxPool2d(3, stride=2, padding=1)`, one axis at a time.
final class MaxPool {
    private MaxPool() {}

    /// Return how long an axis is afterwards.
    static int half(int size) {
        return (size + 1) / 2;
    }

    /// Return max(x[2i − 1], x[2i], x[2i + 1]) for each i along an axis; beyond the ends there is nothing.
    static Tensor halved(Tensor x, int axis) {
        int size = half(x.shape().dim(axis));
        Shape nothing = x.shape().with(axis, 1);
        Tensor lowest = Tensor.constant(nothing, -Float.MAX_VALUE);
        Tensor whole = x.shape().dim(axis) % 2 == 0 ? x : Tensor.concat(axis, List.of(x, lowest));
        Tensor pairs =
                whole.reshape(x.shape().with(axis, size).insert(axis + 1, 2).dims());
        Tensor even = one(pairs, axis, 0);
        Tensor odd = one(pairs, axis, 1);
        Tensor before = size == 1 ? lowest : Tensor.concat(axis, List.of(lowest, odd.slice(axis, 0, size - 1)));
        return before.max(even).max(odd);
    }

    private static Tensor one(Tensor pairs, int axis, int which) {
        return pairs.slice(axis + 1, which, which + 1)
                .reshape(pairs.shape().without(axis + 1).dims());
    }
}
