package slmlab.tensor.distribution;

import slmlab.tensor.DType;
import slmlab.tensor.Tensor;

/// Independent normal distributions: mean `[batch, n]`, and the log standard deviation as `[batch, n]` or as
/// one row `[n]` for all.
public final class DiagonalGaussian implements Distribution {
    private static final double HALF_LOG_2_PI = 0.5 * StrictMath.log(2 * Math.PI);

    private final Tensor mean;
    private final Tensor logStd;

    private DiagonalGaussian(Tensor mean, Tensor logStd) {
        this.mean = mean;
        this.logStd = logStd;
    }

    public static DiagonalGaussian of(Tensor mean, Tensor logStd) {
        return new DiagonalGaussian(mean, logStd.broadcast(mean.shape()));
    }

    public Tensor mean() {
        return mean;
    }

    /// Return the log standard deviation, `[batch, n]`.
    public Tensor logStd() {
        return logStd;
    }

    @Override
    public Tensor sample() {
        return rsample().stopGradient();
    }

    /// Draw μ + σ·ε, with gradients to μ and σ.
    public Tensor rsample() {
        return mean.add(logStd.exp().mul(Tensor.normal(mean.shape())));
    }

    @Override
    public Tensor mode() {
        return mean;
    }

    @Override
    public Tensor logProb(Tensor action) {
        Kinds.action(this, action, DType.FLOAT32, mean.shape());
        Tensor z = action.sub(mean).mul(logStd.neg().exp());
        return z.square().mul(-0.5).sub(logStd).sub(HALF_LOG_2_PI).sum(-1);
    }

    @Override
    public Tensor entropy() {
        return logStd.add(0.5 + HALF_LOG_2_PI).sum(-1);
    }

    @Override
    public Tensor kl(Distribution other) {
        DiagonalGaussian q = Kinds.same(this, DiagonalGaussian.class, other);
        Tensor logRatio = logStd.sub(q.logStd); // log σ_p/σ_q
        Tensor shift = mean.sub(q.mean).mul(q.logStd.neg().exp());
        Tensor spread = logRatio.mul(2).exp().add(shift.square()).sub(1).mul(0.5);
        return spread.sub(logRatio).sum(-1);
    }
}
