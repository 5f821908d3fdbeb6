package slmlab.env;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.RandomStream;

/// Tests the contract on any env, ours or a user's: one [Finding] per rule, with what to do if it is broken.
///
/// ```java
/// EnvCheck.run("Corridor-v0", Map.of()).forEach(System.out::println);
/// ```
public final class EnvCheck {
    private static final int STEPS = 1_000;
    private static final int SAME_STEPS = 500;
    private static final int LONG = 20_000; // steps to look for ends
    private static final int TIMED = 50_000;
    private static final long PATIENCE = 1_000_000_000; // ns for a long loop, so that a slow env is checked too
    private static final double SLOW = 10_000; // steps per second

    /// How a rule came out. Only `BROKEN` makes an env unfit.
    public enum Level {
        HOLDS,
        INFO,
        WARNING,
        BROKEN
    }

    /// @param rule its short name
    /// @param text what was seen and, if it is not as it should be, what to do
    public record Finding(String rule, Level level, String text) {}

    private final String name;
    private final Supplier<? extends Env> make;
    private final int maxSteps;
    private final List<Finding> findings = new ArrayList<>();

    private EnvCheck(String name, Supplier<? extends Env> make, int maxSteps) {
        this.name = name;
        this.make = make;
        this.maxSteps = maxSteps;
    }

    /// Checks a registered env with arguments as [Envs#make] takes them, which it refuses in the same way.
    public static List<Finding> run(String id, Map<String, ?> arguments) {
        Envs.Entry entry = Envs.entry(id);
        Map<String, Object> own = new LinkedHashMap<>(arguments);
        int maxSteps = own.remove("max_episode_steps") instanceof Integer limit ? limit : entry.maxSteps();
        try {
            Envs.make(id, 1, arguments).close();
        } catch (IllegalArgumentException e) {
            throw e;
        } catch (RuntimeException _) {
            // the first rule tells it
        }
        return run(id, () -> entry.make().apply(new Args(id, own)), maxSteps);
    }

    /// Checks an env that need not be registered.
    ///
    /// @param maxSteps steps after which an episode is cut short; 0 for no limit
    public static List<Finding> run(String name, Supplier<? extends Env> make, int maxSteps) {
        EnvCheck check = new EnvCheck(name, make, maxSteps);
        // Without spaces there are no actions, and an env that throws hides every other rule.
        if (check.rule("spaces", check::spaces) && check.rule("runs", check::runs)) {
            check.rule("observations", check::observations);
            check.rule("rewards", check::rewards);
            check.rule("ends", check::ends);
            check.rule("time limit", check::timeLimit);
            check.rule("same seed", check::sameSeed);
            check.rule("other seeds", check::otherSeeds);
            check.rule("wrong actions", check::wrongActions);
            check.rule("fixed spaces", check::fixedSpaces);
            check.rule("mask", check::mask);
            check.measure();
        }
        return List.copyOf(check.findings);
    }

    /// Adds what a rule finds; an exception is a broken rule too.
    private boolean rule(String rule, Supplier<@Nullable Finding> test) {
        Finding finding;
        try {
            finding = test.get();
        } catch (RuntimeException e) {
            finding = new Finding(rule, Level.BROKEN, "threw %s; mend what its stack trace names".formatted(e));
        }
        if (finding != null) {
            findings.add(finding);
        }
        return finding == null || finding.level != Level.BROKEN;
    }

    /// One env in a vector of one, under random actions.
    private final class Run implements AutoCloseable {
        private final VecEnv env = new EnvVector(name, make, 1, maxSteps);
        private final RandomActions actions =
                new RandomActions(env.actionSpace(), 1, RandomStream.ofSeed(0).split("actions"));
        private final Step step;

        Run(long seed) {
            step = env.reset(seed);
        }

        void step() {
            env.step(actions.next());
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

    private Finding spaces() {
        try (Env env = make.get()) {
            Space obs = env.obsSpace();
            Space action = env.actionSpace();
            if (obs.row().volume() == 0) {
                return broken("spaces", "the observation %s has no numbers; show at least one".formatted(obs));
            }
            return switch (action) {
                case Space.Dict _, Space.Tuple _ ->
                    broken("spaces", "actions of %s are not supported; use a plain space".formatted(action));
                case Space.Box box
                when box.dtype() != DType.FLOAT32 ->
                    broken("spaces", "actions are a box of %s; use FLOAT32".formatted(box.dtype()));
                case Space.Box box
                when box.row().volume() == 0 ->
                    broken("spaces", "the action %s has no numbers; take at least one".formatted(action));
                case Space.Box _, Space.Discrete _, Space.MultiDiscrete _, Space.MultiBinary _ ->
                    holds("spaces", "%s → %s".formatted(obs, action));
            };
        } catch (Exception e) {
            return broken("spaces", "threw %s; make the env and its two spaces without it".formatted(e));
        }
    }

    private Finding runs() {
        try (Run run = new Run(1)) {
            for (int t = 0; t < STEPS; t++) {
                run.step();
            }
        }
        return holds("runs", "%,d random steps without an exception".formatted(STEPS));
    }

    private Finding observations() {
        try (Run run = new Run(1)) {
            String problem = run.obsProblem();
            for (int t = 1; t <= STEPS && problem == null; t++) {
                run.step();
                problem = run.obsProblem();
                if (problem == null && run.isDone()) {
                    problem = Membership.problem(run.env.obsSpace(), run.step.finalObs(), 0);
                }
                if (problem != null) {
                    problem += " at step " + t;
                }
            }
            return problem == null
                    ? holds("observations", "finite and in their space at reset and over %,d steps".formatted(STEPS))
                    : broken("observations", "%s; widen the space or mend what is shown".formatted(problem));
        }
    }

    private Finding rewards() {
        try (Run run = new Run(1)) {
            float low = Float.POSITIVE_INFINITY;
            float high = Float.NEGATIVE_INFINITY;
            for (int t = 1; t <= STEPS; t++) {
                run.step();
                float reward = run.step.reward().item();
                if (!Float.isFinite(reward)) {
                    return broken("rewards", "%s at step %d; divide by nothing that can be 0".formatted(reward, t));
                }
                low = Math.min(low, reward);
                high = Math.max(high, reward);
            }
            return holds("rewards", "finite, from %s to %s".formatted(low, high));
        }
    }

    /// Whether a long run restarts as it should. Ends early once it has seen enough.
    private Finding ends() {
        try (Run run = new Run(1)) {
            int ended = 0;
            int terminated = 0;
            long start = System.nanoTime();
            for (int t = 1; t <= LONG && ended < 20 && System.nanoTime() - start < PATIENCE; t++) {
                run.step();
                int first = run.step.terminated().bytes()[0];
                int second = run.step.truncated().bytes()[0];
                if (first < 0 || first > 1 || second < 0 || second > 1) {
                    return broken("ends", "flags are %d and %d; only 0 and 1 mean something".formatted(first, second));
                }
                if (run.isDone()) {
                    ended++;
                    terminated += first;
                    String problem = run.obsProblem();
                    if (problem != null) {
                        return broken(
                                "ends",
                                "after the end at step %d the new episode's first observation is wrong: %s; reset must write all of it"
                                        .formatted(t, problem));
                    }
                }
            }
            return ended == 0
                    ? new Finding(
                            "ends", Level.INFO, "no episode ended under random actions, so none was seen to restart")
                    : holds(
                            "ends",
                            "%d episodes ended and restarted, %d of them terminated".formatted(ended, terminated));
        }
    }

    /// An env that counts its own steps and terminates at the limit denies a future that there was.
    private Finding timeLimit() {
        if (maxSteps == 0) {
            return new Finding("time limit", Level.INFO, "none");
        }
        try (Run run = new Run(1)) {
            int reached = 0;
            int terminated = 0;
            int age = 0;
            long start = System.nanoTime();
            for (int t = 1; t <= LONG && System.nanoTime() - start < PATIENCE; t++) {
                run.step();
                age++;
                if (age == maxSteps) {
                    if (!run.isTruncated()) {
                        return broken(
                                "time limit", "not truncated after %d steps; let the vector cut it".formatted(age));
                    }
                    reached++;
                    terminated += run.isTerminated() ? 1 : 0;
                }
                age = run.isDone() ? 0 : age;
            }
            if (reached > 1 && terminated == reached) {
                return broken(
                        "time limit",
                        "terminated at the limit of %d steps each of %d times; call truncate(), or leave it to the vector"
                                .formatted(maxSteps, reached));
            }
            return reached == 0
                    ? new Finding(
                            "time limit", Level.INFO, "%d steps; no random episode reached it".formatted(maxSteps))
                    : holds("time limit", "%d steps; truncated there %d times".formatted(maxSteps, reached));
        }
    }

    /// Steps a used env and a fresh one in turns, so that neither the past nor shared state can hide.
    private Finding sameSeed() {
        try (Run used = new Run(7);
                Run fresh = new Run(3)) {
            RandomActions actions = new RandomActions(used.env.actionSpace(), 1, RandomStream.ofSeed(1));
            for (int t = 0; t < 50; t++) {
                used.step();
            }
            used.env.reset(3);
            fresh.env.reset(3);
            String difference = difference(used.step, fresh.step);
            for (int t = 1; t <= SAME_STEPS && difference == null; t++) {
                Array action = actions.next();
                used.env.step(action);
                fresh.env.step(action);
                difference = difference(used.step, fresh.step);
                if (difference != null) {
                    difference += " at step " + t;
                }
            }
            return difference == null
                    ? holds("same seed", "two envs alike, bit for bit, over %d steps".formatted(SAME_STEPS))
                    : broken(
                            "same seed",
                            "%s differs between two envs; draw from reset's random only, reset all fields, share none"
                                    .formatted(difference));
        }
    }

    private static @Nullable String difference(Step a, Step b) {
        boolean done = a.terminated().bytes()[0] != 0 || a.truncated().bytes()[0] != 0;
        if (!equal(a.obs(), b.obs())) {
            return "the observation";
        }
        if (!equal(a.reward(), b.reward())) {
            return "the reward";
        }
        if (!equal(a.terminated(), b.terminated()) || !equal(a.truncated(), b.truncated())) {
            return "the end";
        }
        if (done && !equal(a.finalObs(), b.finalObs())) {
            return "the final observation";
        }
        Array mask = a.actionMask();
        Array other = b.actionMask();
        return mask != null && other != null && !equal(mask, other) ? "the mask" : null;
    }

    private static boolean equal(Array a, Array b) {
        return switch (a.dtype()) {
            case FLOAT32 -> Arrays.equals(a.floats(), b.floats());
            case INT32 -> Arrays.equals(a.ints(), b.ints());
            case UINT8 -> Arrays.equals(a.bytes(), b.bytes());
        };
    }

    private Finding otherSeeds() {
        try (Run first = new Run(1)) {
            for (long seed = 2; seed <= 6; seed++) {
                try (Run other = new Run(seed)) {
                    first.env.reset(1);
                    RandomActions actions = new RandomActions(first.env.actionSpace(), 1, RandomStream.ofSeed(seed));
                    for (int t = 0; t < SAME_STEPS; t++) {
                        if (difference(first.step, other.step) != null) {
                            return holds("other seeds", "seeds 1 and %d differ after %d steps".formatted(seed, t));
                        }
                        Array action = actions.next();
                        first.env.step(action);
                        other.env.step(action);
                    }
                }
            }
        }
        return new Finding(
                "other seeds",
                Level.WARNING,
                "six seeds, one and the same episode; right for a world without chance, else draw from reset's random");
    }

    private Finding wrongActions() {
        try (Run run = new Run(1)) {
            int numbers = run.env.actionSpace().row().volume();
            for (int at = 0; at < numbers; at++) {
                for (Number wrong : wrong(run.env.actionSpace(), at)) {
                    Array action = run.actions.next();
                    if (action.dtype() == DType.FLOAT32) {
                        action.floats()[at] = wrong.floatValue();
                    } else {
                        action.ints()[at] = wrong.intValue();
                    }
                    String refusal = refusal(run.env, action);
                    if (refusal == null || !refusal.contains(wrong.toString())) {
                        return broken(
                                "wrong actions",
                                "%s for number %d is %s; throw an IllegalArgumentException that names it"
                                        .formatted(wrong, at, refusal == null ? "taken" : "refused as: " + refusal));
                    }
                }
            }
            run.step();
            return holds("wrong actions", "refused, and the env goes on");
        }
    }

    private static List<Number> wrong(Space action, int at) {
        return switch (action) {
            case Space.Discrete(int n, int start) -> List.of(start - 1, start + n);
            case Space.MultiDiscrete(var sizes) -> List.of(-1, sizes.get(at));
            case Space.MultiBinary _ -> List.of(-1, 2);
            case Space.Box _ -> List.of(Float.NaN);
            case Space.Dict _, Space.Tuple _ -> List.of();
        };
    }

    private static @Nullable String refusal(VecEnv env, Array action) {
        try {
            env.step(action);
            return null;
        } catch (IllegalArgumentException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /// Asks the env itself: a vector keeps the spaces it began with.
    private Finding fixedSpaces() {
        List<Env> made = new ArrayList<>();
        Supplier<Env> kept = () -> {
            made.add(make.get());
            return made.getLast();
        };
        try (VecEnv env = new EnvVector(name, kept, 2, maxSteps)) {
            RandomActions actions = new RandomActions(env.actionSpace(), 2, RandomStream.ofSeed(0));
            env.reset(1);
            for (int t = 0; t <= STEPS; t++) {
                for (Env one : made) {
                    if (!one.obsSpace().equals(env.obsSpace())
                            || !one.actionSpace().equals(env.actionSpace())) {
                        return broken(
                                "fixed spaces",
                                "%s → %s became %s → %s after %d steps; make spaces from arguments alone"
                                        .formatted(
                                                env.obsSpace(),
                                                env.actionSpace(),
                                                one.obsSpace(),
                                                one.actionSpace(),
                                                t));
                    }
                }
                env.step(actions.next());
            }
        }
        return holds("fixed spaces", "the same in two envs and after %,d steps".formatted(STEPS));
    }

    private @Nullable Finding mask() {
        try (Run run = new Run(1)) {
            Array mask = run.step.actionMask();
            if (mask == null) {
                return null;
            }
            for (int t = 0; t <= STEPS; t++) {
                int allowed = 0;
                for (byte flag : mask.bytes()) {
                    allowed += flag;
                }
                if (allowed == 0) {
                    return broken("mask", "no action is allowed after %d steps; allow one or end there".formatted(t));
                }
                run.step();
            }
            return holds("mask", "always allows an action");
        }
    }

    /// Steps per second and bytes per step, resets included. Actions are drawn before: they cost nothing.
    private void measure() {
        try (Run run = new Run(1)) {
            Array[] actions = new Array[64];
            for (int i = 0; i < actions.length; i++) {
                actions[i] = RandomActions.empty(run.env.actionSpace(), 1);
                actions[i].copyFrom(run.actions.next());
            }
            loop(run.env, actions); // warm-up
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            threads.getCurrentThreadAllocatedBytes(); // its first call allocates
            long bytes = threads.getCurrentThreadAllocatedBytes();
            long start = System.nanoTime();
            int steps = loop(run.env, actions);
            double seconds = (System.nanoTime() - start) * 1e-9;
            bytes = threads.getCurrentThreadAllocatedBytes() - bytes;
            findings.add(new Finding(
                    "allocation",
                    Level.INFO,
                    bytes < steps // the compiler's own, now and then
                            ? "nothing per step"
                            : "%,d bytes per step; keep arrays in fields to be faster".formatted(bytes / steps)));
            double speed = steps / seconds;
            findings.add(
                    speed < SLOW
                            ? new Finding(
                                    "speed",
                                    Level.WARNING,
                                    "%,.0f steps per second; training will wait for the env".formatted(speed))
                            : new Finding("speed", Level.INFO, "%,.0f steps per second".formatted(speed)));
        } catch (RuntimeException e) {
            findings.add(broken("speed", "threw %s in a long run; mend what its stack trace names".formatted(e)));
        }
    }

    /// Looks at the clock ever more seldom: it takes as long as a step of a small env.
    private static int loop(VecEnv env, Array[] actions) {
        long start = System.nanoTime();
        int steps = 0;
        for (int block = 1; steps < TIMED && System.nanoTime() - start < PATIENCE; block = Math.min(2 * block, 1024)) {
            for (int end = steps + block; steps < end; steps++) {
                env.step(actions[steps % actions.length]);
            }
        }
        return steps;
    }

    private static Finding holds(String rule, String text) {
        return new Finding(rule, Level.HOLDS, text);
    }

    private static Finding broken(String rule, String text) {
        return new Finding(rule, Level.BROKEN, text);
    }
}
