package slmlab.tensor.distribution;

import slmlab.tensor.DType;
import slmlab.tensor.Shape;
import slmlab.tensor.ShapeException;
import slmlab.tensor.Tensor;

/// Checks of the arguments of distributions.
final class Kinds {
    private Kinds() {}

    /// Return the other distribution of a divergence, after checking that it is of the same kind.
    static <D extends Distribution> D same(D one, Class<D> kind, Distribution other) {
        if (kind.isInstance(other)) {
            return kind.cast(other);
        }
        throw new IllegalArgumentException("divergence of %s from %s: needs two of the same kind"
                .formatted(other.getClass().getSimpleName(), one.getClass().getSimpleName()));
    }

    /// Return an action, after checking its type and shape.
    static Tensor action(Distribution of, Tensor action, DType dtype, Shape shape) {
        if (action.dtype() != dtype || !action.shape().equals(shape)) {
            throw new ShapeException("action of %s is %s %s; needs %s %s"
                    .formatted(of.getClass().getSimpleName(), action.dtype(), action.shape(), dtype, shape));
        }
        return action;
    }
}
