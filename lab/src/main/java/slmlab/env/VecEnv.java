package slmlab.env;

import java.awt.image.BufferedImage;
import java.util.List;
import slmlab.tensor.Array;
import slmlab.tensor.State;

/// A vector of envs that step together, which is what the lab runs. A single env is a vector of one.
///
/// Threads: one thread at a time uses a vector, and with it the [Step] it returns. What threads step its envs inside
/// is its own affair.
public interface VecEnv extends AutoCloseable {

    /// Return the number of envs.
    int size();

    Space obsSpace();

    Space actionSpace();

    /// Return whether steps have an action mask.
    boolean hasActionMask();

    /// Return what the envs tell about themselves besides their spaces.
    default Traits traits() {
        return Traits.NONE;
    }

    /// Return whether what the last step ended in an env was a part of a longer game only; see [Env#endedPart].
    default boolean endedPart(int env) {
        return false;
    }

    /// From now on leave an env alone for one step after its episode has ended; call it before the first reset. The
    /// end of a part of a longer game pauses nothing.
    default void pauseAfterEnds() {
        throw new IllegalArgumentException(
                "env.autoreset is next_step, and %s steps its envs all together, so none can wait; remove the key"
                        .formatted(getClass().getSimpleName()));
    }

    /// Return whether the last step left an env alone, see [#pauseAfterEnds]: it still shows the first observation
    /// of its episode, and its reward is 0.
    default boolean isPaused(int env) {
        return false;
    }

    /// Return the names of the terms whose sum is the reward; none where the envs do not tell.
    default List<String> rewardTerms() {
        return List.of();
    }

    /// Return one term of an env's reward in the last step; see [Env#rewardTerm].
    default double rewardTerm(int env, int term) {
        throw new UnsupportedOperationException(
                "%s has no terms of its reward".formatted(getClass().getSimpleName()));
    }

    /// Begin an episode in every env, env `i` with seed + i, as Gymnasium's vectors do.
    Step reset(long seed);

    /// Step every env with its action. An env that ended restarts at once: `obs` has the new episode's first
    /// observation, `finalObs` the old one's last.
    ///
    /// @param action INT32 [size, …] for discrete actions, FLOAT32 [size, …] for continuous ones
    Step step(Array action);

    /// Write everything that [#load] needs.
    void save(State to);

    /// Resume bit for bit from a saved vector of the same envs, and return the step it was saved at.
    Step load(State from);

    /// Return an image of one env in its current state. The next call may draw over it.
    default BufferedImage render(int index) {
        throw new UnsupportedOperationException(
                "%s cannot be rendered".formatted(getClass().getSimpleName()));
    }

    @Override
    void close();
}
