package slmlab.tensor;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// One kind of operation: what a [Tensor] is made by. Equal operations on equal inputs give equal values, so a graph
/// keeps one of them.
///
/// The shape rule stands where the operation is applied (a static `of` beside it), the rest here.
interface Op {

    /// The name that errors and listings use.
    String label();

    /// The gradient of a loss by each input, given `g`, the gradient by this output; null where there is none.
    default @Nullable Tensor[] gradient(Tensor out, Tensor g) {
        return new @Nullable Tensor[out.inputs().size()];
    }

    /// The value in double precision, by the plainest loops: what gradients and kernels are checked against.
    double[] reference(Tensor out, List<double[]> inputs);

    /// Emits the kernel calls that compute `out`, and tells where the result lies.
    View lower(Tensor out, List<View> inputs, Lowering lowering);
}
