package slmlab.tensor.distribution;

import slmlab.tensor.DType;
import slmlab.tensor.Tensor;

/// Independent Beta distributions, stretched from (0, 1) to (−1, 1): α and β `[batch, n]`, at least 1 each, so that
/// every one has a single mode. No probability lies beyond a bound, as it does with a clipped Gaussian.
///
/// Chou, Maturana and Scherer 2017, "Improving Stochastic Policy Gradients in Continuous Control with Deep
/// Reinforcement Learning using the Beta Distribution".
public final class Beta implements Distribution {
    private static final double LOG_2 = StrictMath.log(2);
    private static final double HALF_LOG_2_PI = 0.5 * StrictMath.log(2 * Math.PI);
    /// Largest absolute value of an action, so that both logarithms of the density stay finite.
    private static final double EDGE = 1 - 0x1p-20;
    /// Added to both counts of the mode, which otherwise is 0/0 for the uniform distribution.
    private static final double TINY = 1e-6;

    private final Tensor alpha;
    private final Tensor beta;
    private final Tensor n; // α + β
    private final Tensor logMean; // ln α/n
    private final Tensor logRest; // ln β/n

    private Beta(Tensor alpha, Tensor beta) {
        this.alpha = alpha;
        this.beta = beta;
        this.n = alpha.add(beta);
        this.logMean = alpha.div(n).log();
        this.logRest = beta.div(n).log();
    }

    public static Beta of(Tensor alpha, Tensor beta) {
        return new Beta(alpha, beta.broadcast(alpha.shape()));
    }

    /// Return the mean, `[batch, n]`.
    public Tensor mean() {
        return alpha.sub(beta).div(n);
    }

    /// Return the standard deviation, `[batch, n]`.
    public Tensor std() {
        return alpha.mul(beta).div(n.add(1)).sqrt().div(n).mul(2);
    }

    /// Draw x = g/(g + h) of two gamma draws.
    @Override
    public Tensor sample() {
        Tensor g = Gamma.sample(alpha);
        Tensor h = Gamma.sample(beta);
        return g.sub(h).div(g.add(h)).clamp(-EDGE, EDGE);
    }

    @Override
    public Tensor mode() {
        return alpha.sub(beta).div(n.sub(2 - 2 * TINY)).clamp(-1, 1);
    }

    /// Compute the log-density; an action at a bound is moved to the nearest value inside.
    @Override
    public Tensor logProb(Tensor action) {
        Kinds.action(this, action, DType.FLOAT32, alpha.shape());
        Tensor y = action.clamp(-EDGE, EDGE);
        Tensor logX = y.log1p().sub(LOG_2); // x = (1 + y)/2
        Tensor logNotX = y.neg().log1p().sub(LOG_2);
        // with ln Γ(z) = (z − ½)·ln z − z + ½·ln 2π + c(z), and the large terms taken together
        return alpha.sub(1)
                .mul(logX.sub(logMean))
                .add(beta.sub(1).mul(logNotX.sub(logRest)))
                .add(height())
                .sum(-1);
    }

    /// Return −ln B(α, β) − ln 2 + (α − 1)·ln α/n + (β − 1)·ln β/n: about the log-density at the mean.
    private Tensor height() {
        return n.log()
                .sub(logMean)
                .sub(logRest)
                .mul(0.5)
                .sub(HALF_LOG_2_PI + LOG_2)
                .add(Gamma.correction(n).sub(Gamma.correction(alpha)).sub(Gamma.correction(beta)));
    }

    /// Return ψ(z) − ψ(n) − ln z/n: what the mean of ln x differs by from the logarithm of the mean.
    private Tensor offset(Tensor z) {
        Tensor halves = n.reciprocal().sub(z.reciprocal()).mul(0.5);
        return halves.add(Gamma.slope(z)).sub(Gamma.slope(n));
    }

    @Override
    public Tensor entropy() {
        return height().add(alpha.sub(1).mul(offset(alpha)))
                .add(beta.sub(1).mul(offset(beta)))
                .neg()
                .sum(-1);
    }

    @Override
    public Tensor kl(Distribution other) {
        Beta q = Kinds.same(this, Beta.class, other);
        Tensor meanLogX = logMean.add(offset(alpha)); // E ln x
        Tensor meanLogNotX = logRest.add(offset(beta));
        Tensor own =
                height().add(alpha.sub(1).mul(offset(alpha))).add(beta.sub(1).mul(offset(beta)));
        Tensor others = q.height()
                .add(q.alpha.sub(1).mul(meanLogX.sub(q.logMean)))
                .add(q.beta.sub(1).mul(meanLogNotX.sub(q.logRest)));
        return own.sub(others).sum(-1);
    }
}
