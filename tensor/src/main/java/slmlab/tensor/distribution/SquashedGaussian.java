package slmlab.tensor.distribution;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.ShapeException;
import slmlab.tensor.Tensor;

/// The tanh of a [DiagonalGaussian], so that actions lie in (−1, 1), or between bounds.
///
/// Haarnoja et al. 2018, arXiv:1801.01290, appendix C.
public final class SquashedGaussian implements Distribution {
    /// Largest absolute value of an action before the inverse tanh: one float below ±1.
    private static final double EDGE = 1 - 0x1p-23;

    private final DiagonalGaussian gaussian;
    private final @Nullable Bounds bounds;

    private SquashedGaussian(DiagonalGaussian gaussian, @Nullable Bounds bounds) {
        this.gaussian = gaussian;
        this.bounds = bounds;
    }

    /// Create it over (−1, 1).
    public static SquashedGaussian of(Tensor mean, Tensor logStd) {
        return new SquashedGaussian(DiagonalGaussian.of(mean, logStd), null);
    }

    /// Create it over (low, high) of each action `[n]`.
    public static SquashedGaussian of(Tensor mean, Tensor logStd, Array low, Array high) {
        return new SquashedGaussian(
                DiagonalGaussian.of(mean, logStd), Bounds.of(mean.shape().dim(-1), low, high));
    }

    /// Return the Gaussian before squashing.
    public DiagonalGaussian gaussian() {
        return gaussian;
    }

    @Override
    public Tensor sample() {
        return draw().action();
    }

    @Override
    public Draw draw() {
        return at(gaussian.sample());
    }

    /// Draw with gradients to mean and standard deviation, with the exact log-density.
    public Draw rsample() {
        return at(gaussian.rsample());
    }

    /// Return the squashed mean: the median, and the action of the policy without exploration. (The mode has no
    /// closed form.)
    @Override
    public Tensor mode() {
        return ontoBounds(gaussian.mean().tanh());
    }

    /// Compute the log-probability of an action; one at or beyond a bound is moved to the nearest value inside.
    /// Near the bounds this loses precision: [#draw], [#rsample] and [#logProbOfRaw] compute it exactly, from
    /// the value before squashing.
    @Override
    public Tensor logProb(Tensor action) {
        Kinds.action(this, action, DType.FLOAT32, gaussian.mean().shape());
        Tensor y = fromBounds(action).clamp(-EDGE, EDGE);
        Tensor u = y.log1p().sub(y.neg().log1p()).mul(0.5); // artanh
        return logProbOfRaw(u);
    }

    /// Estimate the entropy, which has no closed form, by −log p of one draw. It and its gradient are unbiased;
    /// each call draws again.
    @Override
    public Tensor entropy() {
        return rsample().logProb().neg();
    }

    /// Compute the KL divergence of the Gaussians: squashing both alike does not change it. The bounds must be
    /// the same.
    @Override
    public Tensor kl(Distribution other) {
        SquashedGaussian q = Kinds.same(this, SquashedGaussian.class, other);
        boolean alike = bounds == null ? q.bounds == null : q.bounds != null && bounds.isSame(q.bounds);
        if (!alike) {
            throw new IllegalArgumentException("divergence of squashed Gaussians: needs the same bounds on both");
        }
        return gaussian.kl(q.gaussian);
    }

    private Draw at(Tensor u) {
        return new Draw(ontoBounds(u.tanh()), logProbOfRaw(u), u);
    }

    /// Compute log N(u) − Σ log |da/du|, where log(1 − tanh² u) = 2(log 2 − u − softplus(−2u)), written with
    /// |u| because it is even.
    ///
    /// @param u value before squashing
    @Override
    public Tensor logProbOfRaw(Tensor u) {
        Tensor size = u.abs();
        Tensor slope = size.add(size.mul(-2).exp().log1p())
                .neg()
                .add(StrictMath.log(2))
                .mul(2);
        Tensor logProb = gaussian.logProb(u).sub(slope.sum(-1));
        return bounds == null ? logProb : logProb.sub(bounds.logVolume);
    }

    private Tensor ontoBounds(Tensor y) {
        return bounds == null ? y : y.mul(bounds.scale).add(bounds.offset);
    }

    private Tensor fromBounds(Tensor action) {
        return bounds == null ? action : action.sub(bounds.offset).div(bounds.scale);
    }

    /// @param logVolume Σ log scale
    private record Bounds(float[] low, float[] high, Tensor scale, Tensor offset, double logVolume) {
        static Bounds of(int n, Array lows, Array highs) {
            float[] low = lows.floats().clone();
            float[] high = highs.floats().clone();
            if (low.length != n || high.length != n) {
                throw new ShapeException(
                        "bounds %s and %s of %s actions: needs one each".formatted(lows.shape(), highs.shape(), n));
            }
            float[] scale = new float[n];
            float[] offset = new float[n];
            double logVolume = 0;
            for (int i = 0; i < n; i++) {
                double half = ((double) high[i] - low[i]) / 2;
                if (!(half > 0 && half <= Float.MAX_VALUE)) {
                    throw new IllegalArgumentException(
                            "action %s lies in [%s, %s]: needs finite bounds, low before high"
                                    .formatted(i, low[i], high[i]));
                }
                scale[i] = (float) half;
                offset[i] = (float) (((double) high[i] + low[i]) / 2);
                logVolume += StrictMath.log(half);
            }
            return new Bounds(
                    low,
                    high,
                    Tensor.of(Array.of(lows.shape(), scale)),
                    Tensor.of(Array.of(lows.shape(), offset)),
                    logVolume);
        }

        boolean isSame(Bounds other) {
            return Arrays.equals(low, other.low) && Arrays.equals(high, other.high);
        }
    }
}
