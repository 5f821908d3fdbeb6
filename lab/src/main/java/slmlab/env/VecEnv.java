package slmlab.env;

import slmlab.tensor.Array;

/// Many envs in step: what the lab runs. One env is a vector of one.
public interface VecEnv extends AutoCloseable {

    /// How many envs there are.
    int size();

    Space obsSpace();

    Space actionSpace();

    /// Begins an episode in every env, env `i` from seed + i, as Gymnasium's vectors do.
    Step reset(long seed);

    /// Advances every env by its action. One that ended restarts at once: `obs` has its new episode, `finalObs` its
    /// old one's end.
    ///
    /// @param action INT32 [size, …] for choices, FLOAT32 [size, …] for boxes
    Step step(Array action);

    @Override
    void close();
}
