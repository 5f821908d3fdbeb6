package slmlab.tensor.nn;

import slmlab.tensor.Tensor;

/// A batch without its mean, arranged so that the gradient of a normalization takes few passes over the batch.
///
/// The gradient by the mean is computed in vectors of one number per feature: the variance has none, because
/// the centered values add up to 0, and the one of the output is the sum of the output's gradient, which the
/// bias needs anyway.
///
/// @param mean     `[features]`
/// @param centered  the batch less its mean, for which the mean is a constant
/// @param variance `[features]`, biased
record Centered(Tensor mean, Tensor centered, Tensor variance) {

    /// @param x features are the last axis
    static Centered of(Tensor x) {
        int[] axes = Normalize.batchAxes(x);
        Tensor mean = x.mean(axes);
        Tensor centered = x.sub(mean.stopGradient());
        return new Centered(mean, centered, centered.square().mean(axes));
    }

    /// Return `(x − mean)·scale + shift`.
    ///
    /// @param scale `[features]`
    /// @param shift `[features]`
    Tensor affine(Tensor scale, Tensor shift) {
        Tensor zero = mean.stopGradient().sub(mean); // carries the gradient by the mean
        return centered.mul(scale).add(zero.mul(scale).add(shift));
    }
}
