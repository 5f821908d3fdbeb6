package slmlab.tensor.nn;

import java.util.Arrays;
import java.util.stream.IntStream;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;
import slmlab.tensor.ShapeException;
import slmlab.tensor.Tensor;
import slmlab.tensor.Variable;

/// Functions shared by layers with running statistics.
final class Normalize {
    private Normalize() {}

    static Array filled(Shape shape, double value) {
        float[] numbers = new float[shape.volume()];
        Arrays.fill(numbers, (float) value);
        return Array.of(shape, numbers);
    }

    /// Return the axes that a feature's statistics are taken over: all but the last.
    static int[] batchAxes(Tensor x) {
        return IntStream.range(0, x.shape().rank() - 1).toArray();
    }

    /// Return the number of values per feature, which must be at least `least`.
    static int samples(Tensor x, Variable weight, int least) {
        Shape shape = x.shape();
        int features = weight.shape().dim(0);
        boolean fits = shape.rank() >= 2 && shape.dim(-1) == features && shape.volume() >= least * features;
        if (!fits) {
            throw new ShapeException("batch norm %s %s of %s: needs [batch, %s] of at least %s rows"
                    .formatted(weight.name(), weight.shape(), shape, features, least));
        }
        return shape.volume() / features;
    }

    /// Return the standard deviation with `eps` under the root.
    static Tensor deviation(Tensor variance, double eps) {
        return variance.add(eps).sqrt();
    }

    /// Return a step of size `momentum` from `from` towards `to`.
    static Tensor towards(Tensor from, Tensor to, double momentum) {
        return from.add(to.sub(from).mul(momentum));
    }
}
