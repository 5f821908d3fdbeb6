package slmlab.tensor.distribution;

import slmlab.tensor.Tensor;

/// A batch of distributions over actions, one for each row of its parameters.
///
/// Parameters have the shape `[batch, n]`, or any number of axes in front of the last. Log-probabilities, entropies
/// and divergences have one number for each row: `[batch]`. Discrete actions are INT32, `[batch]` for one choice and
/// `[batch, n]` for several; continuous actions are FLOAT32 `[batch, n]`.
public interface Distribution {

    /// Draws an action for each row, another one in every run. No gradient passes through it: see `rsample` where
    /// there is one.
    Tensor sample();

    /// The most likely action.
    Tensor mode();

    /// The logarithm of an action's probability, or of its density.
    Tensor logProb(Tensor action);

    /// −E[log p], in nats.
    Tensor entropy();

    /// Kullback and Leibler's divergence of `other` from this, E[log p − log q]. It needs another distribution of
    /// the same kind.
    Tensor kl(Distribution other);

    /// A draw together with its log-probability, which may be more exact than [#logProb] of the action.
    default Draw draw() {
        Tensor action = sample();
        return new Draw(action, logProb(action), action);
    }

    /// The logarithm of a draw's probability, from [Draw#raw]: for whoever keeps draws to come back to them.
    default Tensor logProbOfRaw(Tensor raw) {
        return logProb(raw);
    }

    /// An action and the logarithm of its probability.
    ///
    /// @param raw what the action was made from, of its type and shape; the action itself where that tells all
    record Draw(Tensor action, Tensor logProb, Tensor raw) {}
}
