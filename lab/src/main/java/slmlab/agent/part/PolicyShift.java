package slmlab.agent.part;

import slmlab.tensor.Tensor;

/// How far a policy has moved from the one that acted, over the rows of a minibatch. Both are scalars.
///
/// @param approxKl E[(r − 1) − log r], an estimate of KL(π_old ‖ π_θ) that is never negative; Schulman 2020,
///     http://joschu.net/blog/kl-approx.html
/// @param clipFraction the share of rows with |r − 1| > ε
public record PolicyShift(Tensor approxKl, Tensor clipFraction) {

    /// Traced.
    ///
    /// @param logRatio log π_θ − log π_old, `[rows]`
    /// @param ratio r, `[rows]`
    /// @param eps ε of the clipped objective
    public static PolicyShift of(Batch rows, Tensor logRatio, Tensor ratio, Tensor eps) {
        Tensor moved = ratio.sub(1);
        return new PolicyShift(
                rows.mean(moved.sub(logRatio)), rows.mean(moved.abs().gt(eps)));
    }
}
