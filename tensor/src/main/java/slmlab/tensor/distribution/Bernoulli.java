package slmlab.tensor.distribution;

import java.util.List;
import slmlab.tensor.DType;
import slmlab.tensor.Tensor;

/// Independent Bernoulli distributions, from logits `[batch, n]`; actions are INT32 `[batch, n]` of 0 and 1.
public final class Bernoulli implements Distribution {
    private final Tensor logits;

    private Bernoulli(Tensor logits) {
        this.logits = logits;
    }

    public static Bernoulli of(Tensor logits) {
        return new Bernoulli(logits);
    }

    /// Return the probability of 1 for each of them.
    public Tensor probs() {
        return logits.sigmoid();
    }

    @Override
    public Tensor sample() {
        return isPositive(probs().sub(Tensor.uniform(logits.shape())));
    }

    @Override
    public Tensor mode() {
        return isPositive(logits);
    }

    @Override
    public Tensor logProb(Tensor action) {
        Kinds.action(this, action, DType.INT32, logits.shape());
        return action.toFloat()
                .mul(logits)
                .sub(logits.softplus())
                .sum(-1); // log p(1) = x − softplus(x), log p(0) = −softplus(x)
    }

    /// Compute, with x = |logit|, softplus(−x) + x·σ(−x), in which nothing cancels.
    @Override
    public Tensor entropy() {
        Tensor x = logits.abs();
        return x.neg().exp().log1p().add(x.mul(x.neg().sigmoid())).sum(-1);
    }

    @Override
    public Tensor kl(Distribution other) {
        Tensor others = Kinds.same(this, Bernoulli.class, other).logits;
        return probs().mul(logits.sub(others))
                .add(others.softplus())
                .sub(logits.softplus())
                .sum(-1);
    }

    /// Return an INT32 indicator, by argmax over (0, x), because only indices are INT32.
    private static Tensor isPositive(Tensor x) {
        return Tensor.stack(x.shape().rank(), List.of(Tensor.constant(x.shape(), 0), x.stopGradient()))
                .argmax(-1);
    }
}
