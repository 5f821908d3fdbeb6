package slmlab.experiment.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import slmlab.agent.Algorithm;
import slmlab.agent.algorithm.Algorithms;
import slmlab.agent.part.Sharing;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.experiment.plan.AuditResult.Finding;
import slmlab.experiment.plan.AuditResult.Weight;
import slmlab.spec.SpecFile;
import slmlab.spec.key.Problems;
import slmlab.spec.key.Written;
import slmlab.tensor.NotFiniteException;
import slmlab.tensor.RandomStream;
import slmlab.tensor.ShapeException;

/// Whether everything in an agent learns. Its envs and nets are made as a run makes them; then it acts and learns until
/// every weight has had a gradient, for at most [#UPDATES] updates.
///
/// What has had a gradient is read from the optimizer's own averages, so neither weight decay nor a learning rate of 0
/// can hide the answer; for an optimizer that keeps none, from what the updates changed.
public final class Audit {
    /// Updates after which a weight without a gradient is a finding: delayed policies learn at every second or
    /// third.
    static final int UPDATES = 10;
    private static final long MOST_FRAMES = 100_000;

    private final Plan plan;
    private final Learner learner;
    private final List<Finding> findings = new ArrayList<>();
    private int updates;
    private boolean isRewarded;

    private Audit(Plan plan, Learner learner) {
        this.plan = plan;
        this.learner = learner;
    }

    /// Audit one spec of a file; a [slmlab.spec.text.SpecException] says why it cannot be read.
    public static AuditResult of(SpecFile file, String name) {
        Plan plan = Plan.read(file, name);
        if (!Algorithms.learns(plan.algorithm().name())) {
            throw new IllegalArgumentException("%s learns nothing: there is nothing to audit"
                    .formatted(plan.algorithm().name()));
        }
        Problems problems = new Problems();
        FitCheck.find(plan, 1, problems);
        if (!problems.isEmpty()) {
            List<Finding> misfits = problems.list().stream()
                    .map(problem -> new Finding(problem.path(), problem.message()))
                    .toList();
            return new AuditResult(List.of(), 0, 0, 0, 0, Map.of(), misfits);
        }
        Map<String, Integer> shortened = shortened(plan);
        Map<String, Integer> keys = new LinkedHashMap<>();
        shortened.forEach((key, value) -> keys.put("agent.algorithm." + key, value));
        Plan tried = keys.isEmpty() ? plan : Plan.read(file.with(keys), name);
        try (Learner learner = Learner.make(tried, RandomStream.ofSeed(0).split("agent"), Sharing.none(), 1)) {
            double bytes = MemoryEstimate.of(plan, learner.stack().bare()).bytes();
            return of(tried, learner, bytes, shortened);
        }
    }

    /// Audit an agent that is made.
    static AuditResult of(Plan plan, Learner learner, double bytes, Map<String, Integer> shortened) {
        return new Audit(plan, learner).run(bytes, shortened);
    }

    /// Return smaller values of what would only make the audit longer: frames before a replay is learned from, and
    /// passes over a rollout.
    private static Map<String, Integer> shortened(Plan plan) {
        Map<String, @Nullable Object> algorithm = Written.of(plan.algorithm().config());
        Map<String, Integer> shorter = new LinkedHashMap<>();
        if (plan.memory().name().isReplay()) {
            shorter.put("training_start_step", plan.memory().batchSize());
        }
        shorter.put("training_epoch", 1);
        shorter.entrySet()
                .removeIf(entry -> !algorithm.containsKey(entry.getKey())
                        || (algorithm.get(entry.getKey()) instanceof Number given
                                && given.intValue() <= entry.getValue()));
        return shorter;
    }

    private AuditResult run(double bytes, Map<String, Integer> shortened) {
        Algorithm agent = learner.algorithm();
        Heads.check(agent, learner.stack().env().actionSpace(), findings);
        InitialWeights weights = new InitialWeights(agent);
        if (findings.isEmpty()) {
            learn(agent, weights);
        }
        List<Weight> rows = weights.rows();
        if (updates > 0 && findings.isEmpty()) {
            rows.forEach(this::judge);
        }
        return new AuditResult(
                rows, weights.copies(), bytes, updates, learner.clock().frame(), shortened, List.copyOf(findings));
    }

    private void learn(Algorithm agent, InitialWeights weights) {
        VecEnv env = learner.stack().env();
        try {
            Step step = env.reset(0);
            long last = Math.min(MOST_FRAMES, learner.clock().maxFrame());
            boolean isDone = false;
            while (!isDone && learner.clock().frame() < last) {
                env.step(agent.act(step));
                agent.observe(step);
                learner.clock().advance();
                isRewarded |= isRewarded(step.reward().floats());
                if (agent.update() != null) {
                    updates++;
                    isDone = updates == UPDATES || weights.allMoved();
                }
            }
        } catch (NotFiniteException e) {
            List<Weight> broken =
                    weights.rows().stream().filter(row -> !isFinite(row)).toList();
            broken.forEach(this::judge);
            findings.add(new Finding("update " + (updates + 1), String.valueOf(e.getMessage())));
            return;
        } catch (ShapeException e) {
            findings.add(new Finding("update " + (updates + 1), String.valueOf(e.getMessage())));
            return;
        }
        if (updates == 0) {
            findings.add(new Finding(
                    "agent.algorithm",
                    "%s made no update in %s frames; needs more of them, or smaller training settings"
                            .formatted(plan.algorithm().name(), learner.clock().frame())));
        }
    }

    private static boolean isRewarded(float[] rewards) {
        for (float reward : rewards) {
            if (reward != 0) {
                return true;
            }
        }
        return false;
    }

    private static boolean isFinite(Weight row) {
        return Double.isFinite(row.change()) && !Double.isInfinite(row.gradient());
    }

    private void judge(Weight row) {
        String times = updates == 1 ? "1 update" : updates + " updates";
        if (!isFinite(row)) {
            findings.add(new Finding(
                    row.name(),
                    "is not finite after %s; the learning rate is too high, or a loss overflows".formatted(times)));
        } else if (row.still() == 1) {
            String unrewarded = isRewarded ? "" : "; every reward was 0, so there may have been nothing to learn from";
            findings.add(new Finding(row.name(), "got no gradient in %s: %s%s".formatted(times, why(row), unrewarded)));
        } else if (row.change() == 0) {
            findings.add(new Finding(
                    row.name(),
                    "got a gradient and did not change in %s: its learning rate is 0, or too small for its numbers"
                            .formatted(times)));
        }
    }

    private static String why(Weight row) {
        return Double.isNaN(row.gradient())
                ? "no optimizer has it, or its gradient is 0"
                : "no loss depends on it, or what follows passes none on";
    }
}
