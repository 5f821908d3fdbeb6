package slmlab.env;

import java.awt.image.BufferedImage;
import slmlab.tensor.Array;
import slmlab.tensor.State;

/// Many envs in step: what the lab runs. One env is a vector of one.
public interface VecEnv extends AutoCloseable {

    /// How many envs there are.
    int size();

    Space obsSpace();

    Space actionSpace();

    /// Whether steps tell which actions can be taken.
    boolean hasActionMask();

    /// Begins an episode in every env, env `i` from seed + i, as Gymnasium's vectors do.
    Step reset(long seed);

    /// Advances every env by its action. One that ended restarts at once: `obs` has its new episode, `finalObs` its
    /// old one's end.
    ///
    /// @param action INT32 [size, …] for choices, FLOAT32 [size, …] for boxes
    Step step(Array action);

    /// Writes all that [#load] needs.
    void save(State to);

    /// Goes on, bit for bit, from where a vector of the same envs was saved: the step is as that one's last was.
    Step load(State from);

    /// A picture of one env as it stands. The next call may draw over it.
    default BufferedImage render(int index) {
        throw new UnsupportedOperationException(
                "%s draws no pictures".formatted(getClass().getSimpleName()));
    }

    @Override
    void close();
}
