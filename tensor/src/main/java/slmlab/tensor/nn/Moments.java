package slmlab.tensor.nn;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;

/// Mean and variance of each feature over a batch, of which some rows may not count.
///
/// @param variance biased
/// @param share    Σ wᵢ² of the weights of all numbers: 1/n where n of them count alike
record Moments(Tensor mean, Tensor variance, Tensor share) {

    /// @param weights `[rows]`, 1 in total; null where all rows count alike
    static Moments of(Tensor x, @Nullable Tensor weights) {
        int[] axes = Normalize.batchAxes(x);
        int rows = x.shape().dim(0);
        int places = x.shape().volume() / rows / x.shape().dim(-1); // of an image; else 1
        int[] column = new int[x.shape().rank()];
        Arrays.fill(column, 1);
        column[0] = rows;
        Tensor all = weights == null ? Tensor.constant(Shape.of(rows), 1.0 / rows) : weights;
        Tensor each = all.div(places).reshape(column); // [rows, 1, …]
        Tensor mean = x.mul(each).sum(axes);
        Tensor variance = x.sub(mean).square().mul(each).sum(axes);
        return new Moments(mean, variance, all.square().sum().div(places));
    }

    /// Return n/(n − 1) times the biased variance.
    Tensor unbiased() {
        return variance.div(share.neg().add(1));
    }
}
