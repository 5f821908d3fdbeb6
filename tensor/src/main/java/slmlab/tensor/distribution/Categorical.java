package slmlab.tensor.distribution;

import slmlab.tensor.DType;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;

/// A categorical distribution over `n` actions, from logits `[batch, n]`; actions are INT32 `[batch]`.
public final class Categorical implements Distribution {
    /// Logit of a masked action: exp of it is 0, and yet sums and products with it stay finite.
    private static final double IMPOSSIBLE = -1e9;

    private final Tensor logProbs;

    private Categorical(Tensor logProbs) {
        this.logProbs = logProbs;
    }

    public static Categorical of(Tensor logits) {
        return new Categorical(logits.logSoftmax(-1));
    }

    /// Create it with a mask `[batch, n]` that is 0 for actions that are not allowed, else 1.
    ///
    /// A masked action is never drawn, and its logit has no effect and no gradient. Its log-probability is
    /// about −1e9, not −∞, so that a mistake shows and can be traced. A row that allows nothing is treated as
    /// uniform.
    public static Categorical of(Tensor logits, Tensor mask) {
        return of(mask.toFloat().select(logits, Tensor.of(IMPOSSIBLE)));
    }

    /// Return the log-probability of each action, `[batch, n]`.
    public Tensor logProbs() {
        return logProbs;
    }

    /// Return the probability of each action, `[batch, n]`.
    public Tensor probs() {
        return logProbs.exp();
    }

    /// Draw by the Gumbel-max trick: the largest of log-probability plus noise.
    @Override
    public Tensor sample() {
        return noisy().argmax(-1);
    }

    @Override
    public Tensor mode() {
        return logProbs.argmax(-1);
    }

    @Override
    public Tensor logProb(Tensor action) {
        Kinds.action(this, action, DType.INT32, batch());
        return logProbs.gather(-1, action.insertAxis(-1)).reshape(batch());
    }

    @Override
    public Tensor entropy() {
        return probs().mul(logProbs).sum(-1).neg();
    }

    /// Compute the KL divergence. An action that is masked in `other` alone counts with 1e9 times its
    /// probability, where the exact value is infinite.
    @Override
    public Tensor kl(Distribution other) {
        Tensor others = Kinds.same(this, Categorical.class, other).logProbs;
        return probs().mul(logProbs.sub(others)).sum(-1);
    }

    /// Return scores whose argmax is a draw. They use log-probabilities, because large logits would swamp the
    /// noise.
    Tensor noisy() {
        return logProbs.add(Tensor.gumbel(logProbs.shape())).stopGradient();
    }

    Shape batch() {
        return logProbs.shape().without(-1);
    }

    int size() {
        return logProbs.shape().dim(-1);
    }
}
