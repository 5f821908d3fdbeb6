package slmlab.tensor.nn;

import slmlab.tensor.Tensor;

/// A batch without its mean, arranged so that the gradient of a normalization takes few passes over the batch.
///
/// The gradient by the mean is computed in vectors of one number per feature: the variance has none, because
/// the centred values add up to 0, and the one of the output is the sum of the output's gradient, which the
/// bias needs anyway.
///
/// @param mean     `[features]`
/// @param centred  the batch less its mean, for which the mean is a constant
/// @param variance `[features]`, biased
record Centred(Tensor mean, Tensor centred, Tensor variance) {

    /// @param x features are the last axis
    static Centred of(Tensor x) {
        int[] axes = Normalize.batchAxes(x);
        Tensor mean = x.mean(axes);
        Tensor centred = x.sub(mean.stopGradient());
        return new Centred(mean, centred, centred.square().mean(axes));
    }

    /// Return `(x − mean)·scale + shift`.
    ///
    /// @param scale `[features]`
    /// @param shift `[features]`
    Tensor affine(Tensor scale, Tensor shift) {
        Tensor zero = mean.stopGradient().sub(mean); // carries the gradient by the mean
        return centred.mul(scale).add(zero.mul(scale).add(shift));
    }
}
