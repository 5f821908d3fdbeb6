package slmlab.experiment.plan;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import slmlab.agent.Algorithm;
import slmlab.agent.Clock;
import slmlab.agent.part.AgentContext;
import slmlab.agent.part.EnvSpaces;
import slmlab.agent.part.Sharing;
import slmlab.env.VecEnv;
import slmlab.env.wrapper.WrapperStack;
import slmlab.tensor.Pool;
import slmlab.tensor.RandomStream;

/// Envs and an agent that fit together, made from a plan: what a session trains, a player shows and `check` tries.
///
/// @param stack the envs with their wrappers
/// @param sharing what the agent shares with other workers
/// @param pool spare threads of the agent's programs; null for none
public record Learner(
        WrapperStack stack,
        Clock clock,
        Algorithm algorithm,
        Sharing sharing,
        @Nullable Pool pool) implements AutoCloseable {

    /// Make envs, nets and programs.
    ///
    /// @param random the agent's numbers
    /// @param threads that the agent's programs share, and environments outside the JVM
    /// @throws IllegalArgumentException if they do not fit together
    public static Learner make(Plan plan, RandomStream random, Sharing sharing, int threads) {
        return make(plan, random, sharing, threads, _ -> {});
    }

    /// Make the same, with a look at the envs before there are nets and programs.
    ///
    /// @param check throws if the run must not begin
    static Learner make(Plan plan, RandomStream random, Sharing sharing, int threads, Consumer<WrapperStack> check) {
        WrapperStack stack = EnvFactory.train(plan, threads);
        @Nullable Pool pool = threads > 1 ? new Pool(threads) : null;
        try {
            check.accept(stack);
            return make(plan, stack, random, sharing, pool);
        } catch (RuntimeException | Error e) {
            close(stack, pool);
            throw e;
        }
    }

    /// Make an agent for these envs.
    private static Learner make(
            Plan plan, WrapperStack stack, RandomStream random, Sharing sharing, @Nullable Pool pool) {
        VecEnv env = stack.env();
        Clock clock = new Clock(env.size(), plan.env().maxFrame());
        Algorithm algorithm = agent(plan, EnvSpaces.of(env), clock, random, sharing, pool);
        return new Learner(stack, clock, algorithm, sharing, pool);
    }

    /// Make the agent of a plan, for envs like these.
    public static Algorithm agent(Plan plan, VecEnv env, Clock clock, RandomStream random, Sharing sharing) {
        return agent(plan, EnvSpaces.of(env), clock, random, sharing, null);
    }

    /// Make the agent of a plan, for envs of these spaces.
    static Algorithm agent(
            Plan plan, EnvSpaces env, Clock clock, RandomStream random, Sharing sharing, @Nullable Pool pool) {
        return plan.algorithm().make(new AgentContext(env, plan.sections(), clock, random, sharing, pool));
    }

    @Override
    public void close() {
        close(stack, pool);
    }

    private static void close(WrapperStack stack, @Nullable Pool pool) {
        if (pool != null) {
            pool.close();
        }
        stack.env().close();
    }
}
