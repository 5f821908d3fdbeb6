package slmlab.experiment.plan;

import slmlab.agent.Algorithm;
import slmlab.agent.Clock;
import slmlab.agent.part.Parts;
import slmlab.agent.part.Sharing;
import slmlab.env.Space;
import slmlab.env.VecEnv;
import slmlab.env.wrapper.WrapperStack;
import slmlab.tensor.RandomStream;

/// Envs and an agent that fit together, made from a plan: what a session trains, a player shows and `check` tries.
///
/// @param worlds the envs with their wrappers
/// @param sharing what the agent shares with other workers
public record Learner(WrapperStack worlds, Clock clock, Algorithm algorithm, Sharing sharing) implements AutoCloseable {

    /// Make envs, nets and programs.
    ///
    /// @param random the agent's numbers
    /// @throws IllegalArgumentException if they do not fit together
    public static Learner make(Plan plan, RandomStream random, Sharing sharing) {
        WrapperStack worlds = Worlds.train(plan);
        try {
            return make(plan, worlds, random, sharing);
        } catch (RuntimeException | Error e) {
            worlds.env().close();
            throw e;
        }
    }

    /// Make an agent for these envs.
    static Learner make(Plan plan, WrapperStack worlds, RandomStream random, Sharing sharing) {
        Clock clock = new Clock(worlds.env().size(), plan.env().maxFrame());
        return new Learner(worlds, clock, agent(plan, worlds.env(), clock, random, sharing), sharing);
    }

    /// Make the agent of a plan, for envs like these.
    public static Algorithm agent(Plan plan, VecEnv env, Clock clock, RandomStream random, Sharing sharing) {
        return agent(plan, env, env.actionSpace(), env.hasActionMask(), clock, random, sharing);
    }

    /// Make the agent of a plan for actions of another space.
    static Algorithm agent(
            Plan plan, VecEnv env, Space action, boolean masked, Clock clock, RandomStream random, Sharing sharing) {
        return plan.algorithm()
                .make(new Parts(
                        env.obsSpace(),
                        action,
                        env.size(),
                        masked,
                        plan.acting(),
                        plan.memory(),
                        plan.net(),
                        plan.criticNet(),
                        clock,
                        random,
                        sharing));
    }

    @Override
    public void close() {
        worlds.env().close();
    }
}
