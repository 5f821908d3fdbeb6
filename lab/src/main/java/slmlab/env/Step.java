package slmlab.env;

import org.jspecify.annotations.Nullable;
import slmlab.tensor.Array;

/// What a vector of envs returns: one object per [VecEnv], overwritten by every call.
///
/// @param obs observation of each env; where an episode ended, the first observation of the next one
/// @param reward reward of the action just taken, FLOAT32
/// @param terminated 1 where the rules of the environment ended the episode, UINT8
/// @param truncated 1 where the episode was cut short, UINT8
/// @param finalObs the true last observation; its rows count only where an episode ended
/// @param actionMask 1 for each action that is allowed, UINT8; null where all are
/// @param finalMask 1 for each action that was allowed at `finalObs`; its rows count only where an episode was
///     truncated
public record Step(
        Array obs,
        Array reward,
        Array terminated,
        Array truncated,
        Array finalObs,
        @Nullable Array actionMask,
        @Nullable Array finalMask) {

    /// Return whether an env allows a discrete action next.
    ///
    /// @param choice the action, counted from 0
    public boolean allows(int env, int choice) {
        return actionMask == null || actionMask.bytes()[env * actionMask.shape().dim(1) + choice] != 0;
    }
}
