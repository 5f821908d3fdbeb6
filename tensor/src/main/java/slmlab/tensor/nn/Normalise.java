package slmlab.tensor.nn;

import java.util.Arrays;
import java.util.stream.IntStream;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;
import slmlab.tensor.ShapeException;
import slmlab.tensor.Tensor;
import slmlab.tensor.Variable;

/// What layers with running statistics share.
final class Normalise {
    private Normalise() {}

    static Array filled(Shape shape, double value) {
        float[] numbers = new float[shape.volume()];
        Arrays.fill(numbers, (float) value);
        return Array.of(shape, numbers);
    }

    /// The axes that a feature's statistics are taken over: all but the last.
    static int[] batchAxes(Tensor x) {
        return IntStream.range(0, x.shape().rank() - 1).toArray();
    }

    /// How many numbers each feature has, at least `least` of them.
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

    /// The standard deviation with `eps` under the root.
    static Tensor deviation(Tensor variance, double eps) {
        return variance.add(eps).sqrt();
    }

    /// A step of size `momentum` from `from` towards `to`.
    static Tensor towards(Tensor from, Tensor to, double momentum) {
        return from.add(to.sub(from).mul(momentum));
    }
}
