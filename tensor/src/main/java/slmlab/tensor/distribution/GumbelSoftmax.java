package slmlab.tensor.distribution;

import slmlab.tensor.DType;
import slmlab.tensor.ShapeException;
import slmlab.tensor.Tensor;

/// A [Categorical] with a differentiable relaxation: a soft one-hot row (Concrete distribution).
///
/// Jang et al. 2017, arXiv:1611.01144; Maddison et al. 2017, arXiv:1611.00712. Sample, mode, log-probability,
/// entropy and divergence are those of the discrete distribution, as in SLM-Lab; the soft row's density is
/// [#relaxedLogProb].
public final class GumbelSoftmax implements Distribution {
    private final Categorical categorical;
    private final Tensor temperature;

    private GumbelSoftmax(Categorical categorical, Tensor temperature) {
        this.categorical = categorical;
        this.temperature = temperature;
    }

    /// Create it from logits `[batch, n]`.
    ///
    /// @param temperature a scalar: towards 0 rows become one-hot, and gradients noisier
    public static GumbelSoftmax of(Tensor logits, Tensor temperature) {
        return of(Categorical.of(logits), temperature);
    }

    /// Create it from a categorical, which may be masked.
    public static GumbelSoftmax of(Categorical categorical, Tensor temperature) {
        if (temperature.shape().volume() != 1) {
            throw new ShapeException("temperature of shape %s: needs a scalar".formatted(temperature.shape()));
        }
        return new GumbelSoftmax(categorical, temperature);
    }

    /// Return the discrete distribution.
    public Categorical categorical() {
        return categorical;
    }

    @Override
    public Tensor sample() {
        return categorical.sample();
    }

    /// Draw a soft one-hot row `[batch, n]`: positive numbers with sum 1.
    public Tensor rsample() {
        Tensor logProbs = categorical.logProbs();
        return logProbs.add(Tensor.gumbel(logProbs.shape())).div(temperature).softmax(-1);
    }

    /// Draw a one-hot row `[batch, n]`, exactly 0 and 1, with the gradient of the soft row (straight-through
    /// estimator).
    public Tensor rsampleHard() {
        Tensor soft = rsample();
        Tensor hard = soft.argmax(-1).oneHot(categorical.size());
        return hard.add(soft.sub(soft.stopGradient()));
    }

    @Override
    public Tensor mode() {
        return categorical.mode();
    }

    /// Return the log-probability of discrete actions, INT32 `[batch]`, or of one-hot rows, FLOAT32 `[batch,
    /// n]`.
    @Override
    public Tensor logProb(Tensor action) {
        if (action.dtype() == DType.INT32) {
            return categorical.logProb(action);
        }
        Tensor logProbs = categorical.logProbs();
        Kinds.action(this, action, DType.FLOAT32, logProbs.shape());
        return action.mul(logProbs).sum(-1);
    }

    /// Return the log-density of a soft row on the simplex.
    public Tensor relaxedLogProb(Tensor soft) {
        Tensor logProbs = categorical.logProbs();
        Kinds.action(this, soft, DType.FLOAT32, logProbs.shape());
        int n = categorical.size();
        double logFactorial = 0; // log (n − 1)!
        for (int i = 2; i < n; i++) {
            logFactorial += StrictMath.log(i);
        }
        Tensor logSoft = soft.log();
        Tensor score = logProbs.sub(logSoft.mul(temperature)).logSoftmax(-1);
        return score.sub(logSoft).sum(-1).add(temperature.log().mul(n - 1).add(logFactorial));
    }

    @Override
    public Tensor entropy() {
        return categorical.entropy();
    }

    @Override
    public Tensor kl(Distribution other) {
        return categorical.kl(Kinds.same(this, GumbelSoftmax.class, other).categorical);
    }
}
