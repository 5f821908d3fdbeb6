package slmlab.env.check;

import static slmlab.env.check.EnvCheck.broken;
import static slmlab.env.check.EnvCheck.holds;
import static slmlab.env.check.EnvCheck.info;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import slmlab.env.Envs;
import slmlab.env.RandomActions;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.env.check.EnvCheck.Finding;
import slmlab.env.wrapper.EpisodeStats;
import slmlab.env.wrapper.Wrappers;
import slmlab.tensor.RandomStream;

/// Everything that can be tested of an env: the contract of [EnvCheck], and what training does with an env
/// besides: vectors, wrappers, long runs.
public final class EnvSuite {
    private static final int COMPARED = 200; // steps of vectors and wrappers
    private static final int STRETCHES = 3;
    private static final int LONG = 100_000; // steps of the run that memory is measured over
    private static final double PATIENCE = 5; // seconds of such a run
    private static final long GROWTH = 5_000_000; // bytes
    private static final int[] SIZES = {1, 2, 4, 8};

    private final String id;
    private final Map<String, ?> arguments;

    private EnvSuite(String id, Map<String, ?> arguments) {
        this.id = id;
        this.arguments = arguments;
    }

    /// Run all tests of a registered env; a finding for each.
    public static List<Finding> run(String id, Map<String, ?> arguments) {
        EnvSuite suite = new EnvSuite(id, arguments);
        List<Finding> findings = new ArrayList<>(EnvCheck.run(id, arguments));
        if (findings.stream().noneMatch(finding -> finding.level() == EnvCheck.Level.BROKEN)) {
            findings.add(EnvCheck.found(ContractRule.VECTORS, suite::vectors));
            findings.add(EnvCheck.found(ContractRule.WRAPPERS, suite::wrappers));
            findings.add(EnvCheck.found(ContractRule.RANDOM_AGENT, suite::randomAgent));
            findings.add(EnvCheck.found(ContractRule.VECTOR_SPEED, suite::speeds));
            findings.add(EnvCheck.found(ContractRule.MEMORY, suite::memory));
        }
        return List.copyOf(findings);
    }

    /// A vector of 4 envs is 4 single envs with the seeds 7, 8, 9, 10, bit for bit.
    private Finding vectors() {
        Recording together;
        try (VecEnv envs = Envs.make(id, 4, arguments)) {
            together = Recording.ofRandomActions(envs, 7, COMPARED);
        }
        for (int i = 0; i < 4; i++) {
            int index = i;
            List<List<Object>> actions = together.actions().stream()
                    .map(row -> List.of(row.get(index)))
                    .toList();
            try (VecEnv alone = Envs.make(id, 1, arguments)) {
                Recording single = Recording.ofActions(alone, 7 + index, actions);
                for (int t = 0; t < COMPARED; t++) {
                    boolean isSame = single.observations()
                                    .get(t + 1)
                                    .getFirst()
                                    .equals(together.observations().get(t + 1).get(index))
                            && single.rewards()
                                    .get(t)
                                    .getFirst()
                                    .equals(together.rewards().get(t).get(index))
                            && single.terminated()
                                    .get(t)
                                    .getFirst()
                                    .equals(together.terminated().get(t).get(index));
                    if (!isSame) {
                        return broken(
                                ContractRule.VECTORS,
                                "env %s of 4 and the same env alone differ at step %s; share nothing between envs"
                                        .formatted(index, t + 1));
                    }
                }
            }
        }
        return holds(
                ContractRule.VECTORS,
                "4 envs together and alone give the same %s steps, bit for bit".formatted(COMPARED));
    }

    /// Spaces and rows fit after each wrapper that a spec would use.
    private Finding wrappers() {
        List<String> done = new ArrayList<>();
        VecEnv env = Envs.make(id, 2, arguments);
        try {
            for (Link link : chain(env)) {
                env = link.wrap.apply(env);
                done.add(link.name);
            }
            RandomActions actions = new RandomActions(env.actionSpace(), 2, RandomStream.ofSeed(3));
            Step step = env.reset(3);
            for (int t = 0; t < COMPARED; t++) {
                String problem = Membership.problem(env.obsSpace(), step.obs(), 0);
                if (problem != null) {
                    return broken(ContractRule.WRAPPERS, "after %s: %s".formatted(done, problem));
                }
                env.step(actions.next(step.actionMask()));
            }
            return holds(ContractRule.WRAPPERS, "%s → %s".formatted(String.join(", ", done), env.obsSpace()));
        } finally {
            env.close();
        }
    }

    private record Link(String name, Function<VecEnv, VecEnv> wrap) {}

    private static List<Link> chain(VecEnv env) {
        List<Link> chain = new ArrayList<>();
        boolean isFlat = env.obsSpace() instanceof Space.Box box && box.shape().rank() == 1;
        if (!isFlat) {
            chain.add(new Link("flatten", Wrappers::flattenObs));
        }
        chain.add(new Link("stack 2", each -> Wrappers.frameConcat(each, 2)));
        chain.add(new Link("normalize", Wrappers::normalizeObs));
        chain.add(new Link("normalize rewards", each -> Wrappers.normalizeReward(each, 0.99)));
        chain.add(new Link("clip rewards", each -> Wrappers.clipReward(each, -10, 10)));
        if (env.actionSpace() instanceof Space.Box(var _, var _, var bounds)
                && Float.isFinite(bounds.low(0))
                && Float.isFinite(bounds.high(0))) {
            chain.add(new Link("rescale actions", Wrappers::rescaleAction));
        }
        return chain;
    }

    private Finding randomAgent() {
        double least = Double.POSITIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;
        double sum = 0;
        double length = 0;
        int episodes = 0;
        try (EpisodeStats env = Wrappers.episodeStats(Envs.make(id, 8, arguments))) {
            RandomActions actions = new RandomActions(env.actionSpace(), 8, RandomStream.ofSeed(5));
            Step step = env.reset(5);
            for (int t = 0; t < 2000; t++) {
                env.step(actions.next(step.actionMask()));
                for (float reward : step.reward().floats()) {
                    least = Math.min(least, reward);
                    most = Math.max(most, reward);
                }
                for (int k = 0; k < env.ended(); k++) {
                    sum += env.episodeReturn(k);
                    length += env.episodeLength(k);
                    episodes++;
                }
            }
        }
        return info(
                ContractRule.RANDOM_AGENT,
                String.format(
                        Locale.ROOT,
                        "rewards from %.4g to %.4g; %s",
                        least,
                        most,
                        episodes == 0
                                ? "no episode ended within 2,000 steps"
                                : String.format(
                                        Locale.ROOT,
                                        "return %.4g, length %.4g over %d episodes",
                                        sum / episodes,
                                        length / episodes,
                                        episodes)));
    }

    private Finding speeds() {
        List<String> speeds = new ArrayList<>();
        for (int size : SIZES) {
            try (VecEnv env = Envs.make(id, size, arguments)) {
                RandomActions actions = new RandomActions(env.actionSpace(), size, RandomStream.ofSeed(1));
                Step step = env.reset(1);
                int warm = steps(env, actions, step, 500, 0.2);
                long start = System.nanoTime();
                int done = steps(env, actions, step, 20_000 + warm, 0.3);
                double seconds = (System.nanoTime() - start) * 1e-9;
                speeds.add(String.format(Locale.ROOT, "%d: %,.0f", size, done * size / seconds));
            }
        }
        return info(ContractRule.VECTOR_SPEED, "frames per second by number of envs: " + String.join(", ", speeds));
    }

    /// Step at most so often and so long, and return how often.
    private static int steps(VecEnv env, RandomActions actions, Step step, int most, double seconds) {
        long end = System.nanoTime() + (long) (seconds * 1e9);
        int done = 0;
        while (done < most && (done % 64 != 0 || System.nanoTime() < end)) {
            env.step(actions.next(step.actionMask()));
            done++;
        }
        return done;
    }

    /// What is kept from every step grows in each of several stretches; what other threads of the process do, and
    /// the system's own caches, do not.
    private Finding memory() {
        try (VecEnv env = Envs.make(id, 1, arguments)) {
            RandomActions actions = new RandomActions(env.actionSpace(), 1, RandomStream.ofSeed(2));
            Step step = env.reset(2);
            int warm = steps(env, actions, step, LONG / 10, PATIENCE / 5);
            int done = warm;
            long growth = Long.MAX_VALUE;
            for (int stretch = 0; stretch < STRETCHES && growth > GROWTH; stretch++) {
                long before = used();
                done += steps(env, actions, step, LONG, PATIENCE);
                growth = Math.min(growth, used() - before);
            }
            String text = String.format(Locale.ROOT, "%.1f MB more after %,d steps", Math.max(0, growth) * 1e-6, done);
            return growth > GROWTH
                    ? broken(ContractRule.MEMORY, text + "; something is kept from every step: clear it in reset")
                    : holds(ContractRule.MEMORY, text);
        }
    }

    private static long used() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
