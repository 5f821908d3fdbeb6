package slmlab.env.check;

import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import slmlab.env.Env;
import slmlab.env.EnvVector;
import slmlab.env.RandomActions;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.tensor.Array;
import slmlab.tensor.RandomStream;

/// The env that [EnvCheck] checks.
///
/// @param vector makes a vector of one
/// @param make makes an env; null for one outside the JVM
/// @param maxSteps time limit of an episode, in steps; 0 for no limit, -1 where it is not known
/// @param arguments with which a registered env was made; null for one that is not registered
/// @param patience how long its rules may take
record Subject(
        String name,
        Supplier<? extends VecEnv> vector,
        @Nullable Supplier<? extends Env> make,
        int maxSteps,
        @Nullable Map<String, ?> arguments,
        CheckBudget patience) {
    static final int STEPS = 1_000;
    static final long LONG = 1_000_000_000; // ns for a long loop that looks for something rare

    static Subject of(String name, Supplier<? extends Env> make, int maxSteps, CheckBudget patience) {
        return new Subject(name, () -> new EnvVector(name, make, 1, maxSteps), make, maxSteps, null, patience);
    }

    /// Return whether step t of a rule's loop may be taken.
    boolean allows(int t, int most) {
        return patience.allows(t, most);
    }

    /// Return a fresh env, reset with a seed.
    Run run(long seed) {
        return run(vector, seed);
    }

    /// Run a fresh env that the caller makes, reset with a seed.
    Run run(Supplier<? extends VecEnv> made, long seed) {
        VecEnv env = patience.<VecEnv>making(made::get);
        RandomStream random = RandomStream.ofSeed(0).split("actions");
        return new Run(env, new RandomActions(env.actionSpace(), 1, random), env.reset(seed));
    }

    /// One env in a vector of one, under random actions.
    record Run(VecEnv env, RandomActions actions, Step step) implements AutoCloseable {

        /// Return the next action, one that the env allows, in the same array every time.
        Array action() {
            return actions.next(step.actionMask());
        }

        void advance() {
            env.step(action());
        }

        boolean isTerminated() {
            return step.terminated().bytes()[0] != 0;
        }

        boolean isTruncated() {
            return step.truncated().bytes()[0] != 0;
        }

        boolean isDone() {
            return isTerminated() || isTruncated();
        }

        @Nullable
        String obsProblem() {
            return Membership.problem(env.obsSpace(), step.obs(), 0);
        }

        @Override
        public void close() {
            env.close();
        }
    }
}
