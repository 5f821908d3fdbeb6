package slmlab.agent.facts;

/// The amounts that an algorithm works on at a time, from which its memory is estimated.
///
/// Start from [#none], [#rollout] or [#replay] and add to it:
///
/// ```java
/// AlgorithmShape.rollout("time_horizon", config.timeHorizon()).withMinibatch(config.minibatchSize()).withCritics(1)
/// ```
///
/// @param key           the key of `horizon`; empty where there is none
/// @param horizon       steps of each env that a rollout holds, unless it waits for episodes; 0 without a rollout
/// @param minibatch     the most rows of a batch from a rollout; infinite for all of it
/// @param stepReturns   rewards that a replay sums
/// @param imitates      whether past rollouts are kept too
/// @param actors        nets that act and learn
/// @param critics       nets that value and learn
/// @param targetActors  copies of actors that follow them
/// @param targetCritics copies of critics that follow them
public record AlgorithmShape(
        String key,
        double horizon,
        double minibatch,
        double stepReturns,
        boolean imitates,
        int actors,
        int critics,
        int targetActors,
        int targetCritics) {

    /// Return the shape of what learns nothing.
    public static AlgorithmShape none() {
        return new AlgorithmShape("", 0, 0, 0, false, 0, 0, 0, 0);
    }

    /// Return the shape of one net that learns from a whole rollout at a time.
    ///
    /// @param key of `agent.algorithm` that sets the horizon
    public static AlgorithmShape rollout(String key, int horizon) {
        return new AlgorithmShape(key, horizon, Double.POSITIVE_INFINITY, 0, false, 1, 0, 0, 0);
    }

    /// Return the shape of one net that learns from batches of a replay.
    ///
    /// @param stepReturns rewards that the replay sums; 1 without n-step returns
    public static AlgorithmShape replay(int stepReturns) {
        return new AlgorithmShape("", 0, 0, stepReturns, false, 1, 0, 0, 0);
    }

    /// Return the same, with a rollout that is learned from in minibatches.
    public AlgorithmShape withMinibatch(int rows) {
        return new AlgorithmShape(
                key, horizon, rows, stepReturns, imitates, actors, critics, targetActors, targetCritics);
    }

    /// Return the same with a replay of past rollouts beside the rollout.
    public AlgorithmShape withImitation() {
        return new AlgorithmShape(
                key, horizon, minibatch, stepReturns, true, actors, critics, targetActors, targetCritics);
    }

    /// Return the same with nets that value.
    public AlgorithmShape withCritics(int count) {
        return new AlgorithmShape(
                key, horizon, minibatch, stepReturns, imitates, actors, count, targetActors, targetCritics);
    }

    /// Return the same with target networks.
    public AlgorithmShape withTargets(int ofActors, int ofCritics) {
        return new AlgorithmShape(key, horizon, minibatch, stepReturns, imitates, actors, critics, ofActors, ofCritics);
    }
}
