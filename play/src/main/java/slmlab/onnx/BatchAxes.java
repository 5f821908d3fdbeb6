package slmlab.onnx;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import slmlab.tensor.Array;
import slmlab.tensor.Graph;
import slmlab.tensor.Tensor;
import slmlab.tensor.op.Broadcast;
import slmlab.tensor.op.Conv2d;
import slmlab.tensor.op.Leaf;
import slmlab.tensor.op.Op;
import slmlab.tensor.op.Reshape;

/// Which axes of a computation grow with the batch. A traced graph has fixed sizes; two graphs of the same computation,
/// for different numbers of rows, tell them apart: a size that is the same in both is fixed, one that grows as the rows
/// do is a multiple of the batch. Anything else is refused, and so is a computation that differs otherwise.
final class BatchAxes {
    private final int fewRows;
    private final int manyRows;
    private final Map<Tensor, Tensor> twins = new HashMap<>();
    private final Map<Tensor, int[]> dims = new HashMap<>();

    /// @param few the graph for `fewRows` rows, whose tensors can be asked for
    /// @param many the same computation for `manyRows` rows
    BatchAxes(Graph few, int fewRows, Graph many, int manyRows) {
        this.fewRows = fewRows;
        this.manyRows = manyRows;
        Deque<Tensor> open = new ArrayDeque<>();
        few.outputs().forEach((name, tensor) -> {
            Tensor twin = many.outputs().get(name);
            if (twin == null) {
                throw new IllegalArgumentException("the graph of %s rows has no output %s".formatted(manyRows, name));
            }
            match(tensor, twin, open);
        });
        while (!open.isEmpty()) {
            Tensor next = open.pop();
            Tensor twin = Objects.requireNonNull(twins.get(next));
            for (int i = 0; i < next.inputs().size(); i++) {
                match(next.input(i), twin.input(i), open);
            }
        }
    }

    /// Return the sizes of a tensor's axes, −k for an axis of k elements for each row.
    int[] dims(Tensor tensor) {
        return Objects.requireNonNull(dims.get(tensor)).clone();
    }

    /// Return the elements of a tensor for each row, whose only growing axis must be the first.
    int perRow(Tensor tensor) {
        int[] dims = dims(tensor);
        boolean fits =
                dims.length > 0 && dims[0] < 0 && Arrays.stream(dims).skip(1).noneMatch(dim -> dim < 0);
        if (!fits) {
            throw new IllegalArgumentException(
                    "%s of the shape %s cannot be exported: it does not belong to single rows"
                            .formatted(tensor.op().label(), tensor.shape()));
        }
        return Arrays.stream(dims).reduce(-1, (a, b) -> a * b);
    }

    private void match(Tensor tensor, Tensor twin, Deque<Tensor> open) {
        Tensor known = twins.putIfAbsent(tensor, twin);
        if (known != null) {
            require(known == twin, tensor);
            return;
        }
        require(
                isSame(tensor.op(), twin.op())
                        && tensor.inputs().size() == twin.inputs().size()
                        && tensor.shape().rank() == twin.shape().rank(),
                tensor);
        dims.put(tensor, grown(tensor, twin));
        open.push(tensor);
    }

    private int[] grown(Tensor tensor, Tensor twin) {
        int[] sizes = tensor.shape().dims().clone();
        for (int axis = 0; axis < sizes.length; axis++) {
            int few = sizes[axis];
            int many = twin.shape().dim(axis);
            if (few != many) {
                require(few % fewRows == 0 && few / fewRows == many / manyRows && many % manyRows == 0, tensor);
                sizes[axis] = -(few / fewRows);
            }
        }
        return sizes;
    }

    private void require(boolean fits, Tensor tensor) {
        if (!fits) {
            throw new IllegalArgumentException(
                    "%s is not the same for %s and %s rows apart from the number of rows, so it cannot be exported for any number"
                            .formatted(tensor.op().label(), fewRows, manyRows));
        }
    }

    private static boolean isSame(Op a, Op b) {
        return switch (a) {
            case Leaf.Numbers(Array numbers) ->
                b instanceof Leaf.Numbers(Array others) && Arrays.equals(numbers.floats(), others.floats());
            case Leaf.Uniform _ -> b instanceof Leaf.Uniform;
            case Reshape _ -> b instanceof Reshape;
            case Broadcast _ -> b instanceof Broadcast;
            case Conv2d one ->
                b instanceof Conv2d other
                        && one.part() == other.part()
                        && one.strideHeight() == other.strideHeight()
                        && one.strideWidth() == other.strideWidth();
            default -> a.equals(b);
        };
    }
}
