package slmlab.tensor.distribution;

import slmlab.tensor.DType;
import slmlab.tensor.ShapeException;
import slmlab.tensor.Tensor;

/// A [Categorical] that can also be drawn in a way gradients pass through: as a soft one-hot row
/// (Concrete, relaxed one-hot).
///
/// Jang et al. 2017, arXiv:1611.01144; Maddison et al. 2017, arXiv:1611.00712. Sample, mode, log-probability, entropy
/// and divergence are those of the discrete choice, as SLM-Lab has it; the soft row's density is [#relaxedLogProb].
public final class GumbelSoftmax implements Distribution {
    private final Categorical categorical;
    private final Tensor temperature;

    private GumbelSoftmax(Categorical categorical, Tensor temperature) {
        this.categorical = categorical;
        this.temperature = temperature;
    }

    /// From logits `[batch, n]`.
    ///
    /// @param temperature a scalar: towards 0 rows get harder, and gradients noisier
    public static GumbelSoftmax of(Tensor logits, Tensor temperature) {
        return of(Categorical.of(logits), temperature);
    }

    /// From a categorical, which may be masked.
    public static GumbelSoftmax of(Categorical categorical, Tensor temperature) {
        if (temperature.shape().volume() != 1) {
            throw new ShapeException("temperature of shape %s: needs a scalar".formatted(temperature.shape()));
        }
        return new GumbelSoftmax(categorical, temperature);
    }

    /// The discrete choice.
    public Categorical categorical() {
        return categorical;
    }

    @Override
    public Tensor sample() {
        return categorical.sample();
    }

    /// A soft one-hot row `[batch, n]`: positive numbers with sum 1.
    public Tensor rsample() {
        Tensor logProbs = categorical.logProbs();
        return logProbs.add(Tensor.gumbel(logProbs.shape())).div(temperature).softmax(-1);
    }

    /// A one-hot row `[batch, n]`, exactly 0 and 1, with the gradient of the soft row that it is the maximum
    /// of ("straight through").
    public Tensor rsampleHard() {
        Tensor soft = rsample();
        Tensor hard = soft.argmax(-1).oneHot(categorical.size());
        return hard.add(soft.sub(soft.stopGradient()));
    }

    @Override
    public Tensor mode() {
        return categorical.mode();
    }

    /// Of choices, INT32 `[batch]`, or of one-hot rows, FLOAT32 `[batch, n]`.
    @Override
    public Tensor logProb(Tensor action) {
        if (action.dtype() == DType.INT32) {
            return categorical.logProb(action);
        }
        Tensor logProbs = categorical.logProbs();
        Kinds.action(this, action, DType.FLOAT32, logProbs.shape());
        return action.mul(logProbs).sum(-1);
    }

    /// The logarithm of a soft row's density on the simplex.
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
