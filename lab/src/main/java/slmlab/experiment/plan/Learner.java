package slmlab.experiment.plan;

import org.jspecify.annotations.Nullable;
import slmlab.agent.Algorithm;
import slmlab.agent.Clock;
import slmlab.agent.part.Parts;
import slmlab.agent.part.Sharing;
import slmlab.env.Space;
import slmlab.env.VecEnv;
import slmlab.env.wrapper.WrapperStack;
import slmlab.tensor.Pool;
import slmlab.tensor.RandomStream;

/// Envs and an agent that fit together, made from a plan: what a session trains, a player shows and `check` tries.
///
/// @param worlds the envs with their wrappers
/// @param sharing what the agent shares with other workers
/// @param pool spare threads of the agent's programs; null for none
public record Learner(
        WrapperStack worlds,
        Clock clock,
        Algorithm algorithm,
        Sharing sharing,
        @Nullable Pool pool) implements AutoCloseable {

    /// Make envs, nets and programs.
    ///
    /// @param random the agent's numbers
    /// @param threads that the agent's programs share, and worlds outside the JVM
    /// @throws IllegalArgumentException if they do not fit together
    public static Learner make(Plan plan, RandomStream random, Sharing sharing, int threads) {
        WrapperStack worlds = Worlds.train(plan, threads);
        @Nullable Pool pool = threads > 1 ? new Pool(threads) : null;
        try {
            return make(plan, worlds, random, sharing, pool);
        } catch (RuntimeException | Error e) {
            close(worlds, pool);
            throw e;
        }
    }

    /// Make an agent for these envs.
    private static Learner make(
            Plan plan, WrapperStack worlds, RandomStream random, Sharing sharing, @Nullable Pool pool) {
        VecEnv env = worlds.env();
        Clock clock = new Clock(env.size(), plan.env().maxFrame());
        Algorithm algorithm = agent(plan, env, env.actionSpace(), env.hasActionMask(), clock, random, sharing, pool);
        return new Learner(worlds, clock, algorithm, sharing, pool);
    }

    /// Make the agent of a plan, for envs like these.
    public static Algorithm agent(Plan plan, VecEnv env, Clock clock, RandomStream random, Sharing sharing) {
        return agent(plan, env, env.actionSpace(), env.hasActionMask(), clock, random, sharing, null);
    }

    /// Make the agent of a plan for actions of another space.
    static Algorithm agent(
            Plan plan,
            VecEnv env,
            Space action,
            boolean masked,
            Clock clock,
            RandomStream random,
            Sharing sharing,
            @Nullable Pool pool) {
        return plan.algorithm()
                .make(new Parts(
                        env.obsSpace(),
                        env.traits().stacked(),
                        action,
                        env.size(),
                        masked,
                        plan.acting(),
                        plan.memory(),
                        plan.net(),
                        plan.criticNet(),
                        clock,
                        random,
                        sharing,
                        pool));
    }

    @Override
    public void close() {
        close(worlds, pool);
    }

    private static void close(WrapperStack worlds, @Nullable Pool pool) {
        if (pool != null) {
            pool.close();
        }
        worlds.env().close();
    }
}
