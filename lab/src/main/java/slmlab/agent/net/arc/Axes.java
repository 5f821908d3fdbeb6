package slmlab.agent.net.arc;

import slmlab.spec.key.ConfigException;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;

/// PyTorch's axes against ours: images are [rows, c, h, w] there and [rows, h, w, c] here; everything else is the
/// same.
final class Axes {
    private static final int[] OF_IMAGE = {0, 3, 1, 2};

    private Axes() {}

    /// Ours → PyTorch's.
    static Tensor torch(Tensor x) {
        return x.shape().rank() == 4 ? x.transpose(0, 3, 1, 2) : x;
    }

    /// PyTorch's → ours.
    static Tensor ours(Tensor x) {
        return x.shape().rank() == 4 ? x.transpose(0, 2, 3, 1) : x;
    }

    /// PyTorch's `dim` of tensors with so many axes, counted from the front. The first are the rows of the
    /// batch, which no module of a net may mix.
    ///
    /// @param axes how many there are, the rows among them
    static int dim(int dim, int axes) {
        int counted = dim < 0 ? dim + axes : dim;
        if (counted < 1 || counted >= axes) {
            throw new ConfigException("dim is %s of %s axes; needs to lie in [1, %s]: axis 0 are the rows of the batch"
                    .formatted(dim, axes, axes - 1));
        }
        return counted;
    }

    /// Our axis for PyTorch's `dim`.
    static int of(int dim, Tensor x) {
        Shape shape = x.shape();
        int counted = dim(dim, shape.rank());
        return shape.rank() == 4 ? OF_IMAGE[counted] : counted;
    }
}
