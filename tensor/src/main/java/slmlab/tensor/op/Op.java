package slmlab.tensor.op;

import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.Tensor;
import slmlab.tensor.compile.Lowering;
import slmlab.tensor.compile.View;

/// One kind of operation: what produces a [Tensor]. Equal operations on equal inputs give equal values, so a
/// graph keeps one of them.
///
/// The shape rule is where the operation is applied (a static `of` beside it), the rest is here.
public sealed interface Op
        permits Leaf,
                Pointwise,
                Cast,
                StopGradient,
                Reduce,
                ArgMax,
                Dot,
                Matmul,
                BatchMatmul,
                Conv2d,
                Gather,
                ScatterAdd,
                OneHot,
                TakeRows,
                AddRows,
                Reshape,
                Transpose,
                Broadcast,
                Slice,
                Pad,
                Concat {

    /// Return the name used in errors and listings.
    String label();

    /// Return the gradient of a loss with respect to each input, given `g`, the gradient with respect to this
    /// output; null where there is none.
    default @Nullable Tensor[] gradient(Tensor out, Tensor g) {
        return new @Nullable Tensor[out.inputs().size()];
    }

    /// Return the value in double precision, by the simplest loops, against which gradients and kernels are
    /// checked.
    double[] reference(Tensor out, List<double[]> inputs);

    /// Emit the kernel calls that compute `out` on the JVM; return the location of the result.
    View lower(Tensor out, List<View> inputs, Lowering lowering);
}
