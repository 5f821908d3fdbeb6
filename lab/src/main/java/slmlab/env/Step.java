package slmlab.env;

import org.jspecify.annotations.Nullable;
import slmlab.tensor.Array;

/// What the envs show now: one object per [VecEnv], overwritten by every call.
///
/// @param obs what each env shows: after an end, the first observation of its next episode
/// @param reward of the action just taken, FLOAT32
/// @param terminated 1 where the world's rules ended the episode, UINT8
/// @param truncated 1 where the episode was cut short, UINT8
/// @param finalObs the true last observation; its rows count only where an episode ended
/// @param actionMask 1 for each action that can be taken, UINT8; null where all can
/// @param finalMask 1 for each action that could have been taken at `finalObs`; its rows count only where an
///                  episode was truncated
public record Step(
        Array obs,
        Array reward,
        Array terminated,
        Array truncated,
        Array finalObs,
        @Nullable Array actionMask,
        @Nullable Array finalMask) {}
