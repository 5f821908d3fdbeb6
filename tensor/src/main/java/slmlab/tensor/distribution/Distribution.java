package slmlab.tensor.distribution;

import slmlab.tensor.Tensor;

/// A batch of distributions over actions, one for each row of its parameters.
///
/// Parameters have the shape `[batch, n]`, or any number of axes in front of the last. Log-probabilities,
/// entropies and divergences have one value per row: `[batch]`. Discrete actions are INT32, `[batch]` for a
/// single one and `[batch, n]` for several; continuous actions are FLOAT32 `[batch, n]`.
public interface Distribution {

    /// Draw an action for each row, a new one in every run. No gradient passes through it: use `rsample` where
    /// there is one.
    Tensor sample();

    /// Return the most likely action.
    Tensor mode();

    /// Return the log-probability or log-density of an action.
    Tensor logProb(Tensor action);

    /// Return the entropy −E[log p], in nats.
    Tensor entropy();

    /// Return the KL divergence KL(this ‖ other) = E[log p − log q]. Both must be distributions of the same
    /// kind.
    Tensor kl(Distribution other);

    /// Draw an action together with its log-probability, which may be more exact than [#logProb] of the action.
    default Draw draw() {
        Tensor action = sample();
        return new Draw(action, logProb(action), action);
    }

    /// Return the log-probability of a draw, from [Draw#raw]: for draws that are stored and evaluated later.
    default Tensor logProbOfRaw(Tensor raw) {
        return logProb(raw);
    }

    /// An action and its log-probability.
    ///
    /// @param raw what the action was computed from, of its type and shape; the action itself where that
    ///     suffices
    record Draw(Tensor action, Tensor logProb, Tensor raw) {}
}
