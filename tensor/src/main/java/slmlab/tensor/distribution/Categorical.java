package slmlab.tensor.distribution;

import slmlab.tensor.DType;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;

/// One of `n` choices, from logits `[batch, n]`; actions are INT32 `[batch]`.
public final class Categorical implements Distribution {
    /// What the logit of an impossible choice is set to: e to this is 0, and yet no sum or product with it
    /// leaves the floats.
    private static final double IMPOSSIBLE = -1e9;

    private final Tensor logProbs;

    private Categorical(Tensor logProbs) {
        this.logProbs = logProbs;
    }

    public static Categorical of(Tensor logits) {
        return new Categorical(logits.logSoftmax(-1));
    }

    /// With a mask `[batch, n]` that is 0 where a choice is impossible, else 1.
    ///
    /// An impossible choice is never drawn, and its logit has no effect and no gradient. Its log-probability is
    /// about −1e9, not −∞, so that a mistake shows and can be traced. A row that allows nothing is taken as one
    /// where all is equally likely.
    public static Categorical of(Tensor logits, Tensor mask) {
        return of(mask.toFloat().select(logits, Tensor.of(IMPOSSIBLE)));
    }

    /// The logarithm of each choice's probability, `[batch, n]`.
    public Tensor logProbs() {
        return logProbs;
    }

    /// Each choice's probability, `[batch, n]`.
    public Tensor probs() {
        return logProbs.exp();
    }

    /// By Gumbel's trick: the largest of log-probability plus noise.
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

    /// A choice that is impossible in `other` alone counts with 1e9 times its probability, where the exact
    /// value is infinite.
    @Override
    public Tensor kl(Distribution other) {
        Tensor others = Kinds.same(this, Categorical.class, other).logProbs;
        return probs().mul(logProbs.sub(others)).sum(-1);
    }

    /// Scores whose largest is a draw. They come from log-probabilities, as the noise would drown
    /// beside large logits.
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
