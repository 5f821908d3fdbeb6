package slmlab.agent.part;

import slmlab.env.Space;
import slmlab.env.VecEnv;

/// What an agent must know of the envs it acts in.
///
/// @param stacked how many single observations each is a stack of
/// @param masked whether the envs tell which actions can be taken
public record EnvSpaces(Space obs, int stacked, Space action, int envs, boolean masked) {

    /// Spaces of single observations.
    public EnvSpaces(Space obs, Space action, int envs, boolean masked) {
        this(obs, 1, action, envs, masked);
    }

    /// Return those of a vector of envs.
    public static EnvSpaces of(VecEnv env) {
        return new EnvSpaces(
                env.obsSpace(), env.traits().stacked(), env.actionSpace(), env.size(), env.hasActionMask());
    }

    /// Return the same with actions of another space.
    public EnvSpaces withAction(Space other, boolean isMasked) {
        return new EnvSpaces(obs, stacked, other, envs, isMasked);
    }
}
