package slmlab.env;

import org.jspecify.annotations.Nullable;
import slmlab.tensor.Array;
import slmlab.tensor.State;

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

    /// Write all rows, for [#load].
    public void save(State to) {
        to.put("obs", obs);
        to.put("reward", reward);
        to.put("terminated", terminated);
        to.put("truncated", truncated);
        to.put("final_obs", finalObs);
        if (actionMask != null) {
            to.put("action_mask", actionMask);
        }
        if (finalMask != null) {
            to.put("final_mask", finalMask);
        }
    }

    /// Read what [#save] wrote.
    public void load(State from) {
        obs.copyFrom(from.array("obs"));
        reward.copyFrom(from.array("reward"));
        terminated.copyFrom(from.array("terminated"));
        truncated.copyFrom(from.array("truncated"));
        finalObs.copyFrom(from.array("final_obs"));
        if (actionMask != null) {
            actionMask.copyFrom(from.array("action_mask"));
        }
        if (finalMask != null) {
            finalMask.copyFrom(from.array("final_mask"));
        }
    }
}
