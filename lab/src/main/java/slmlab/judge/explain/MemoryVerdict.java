package slmlab.judge.explain;

import java.util.Arrays;
import java.util.Locale;
import slmlab.agent.Policy;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.env.wrapper.WrapperStack;
import slmlab.experiment.TrainedAgent;
import slmlab.experiment.record.Evaluation;
import slmlab.metric.Baselines;
import slmlab.metric.Solved;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;

/// Whether a recurrent agent uses its memory: its return when it forgets everything at every step.
///
/// An agent that has not learned its task may have no use for its memory yet, so there is no verdict before the task
/// is solved. Where no return is known at which the env counts as solved, "unused" is never said, and "used" needs a
/// return above that of random actions.
///
/// @param kept mean return as it was trained
/// @param zeroed mean return with the recurrent state set to zero at every step
/// @param solved return at which the env counts as solved; NaN where none is known
/// @param random return of random actions; NaN where it is not known
record MemoryVerdict(double kept, double zeroed, int episodes, double solved, double random) {
    static final String NONE = "not judged";
    private static final double UNUSED = 0.02;
    private static final double USED = 0.2;
    private static final int MOST_ENVS = 16;

    /// Play the same episodes twice.
    static MemoryVerdict of(TrainedAgent player, int episodes, long seed) {
        double kept = player.evaluate(episodes, false, seed).mean();
        WrapperStack stack = player.stack(Math.min(episodes, MOST_ENVS));
        try (VecEnv env = stack.env()) {
            Policy forgetful = forgetful(player.algorithm().policy(env.size(), false), env.size());
            double zeroed =
                    Evaluation.run(stack, forgetful, episodes, seed, () -> {}).mean();
            String id = player.plan().env().name();
            return new MemoryVerdict(
                    kept,
                    zeroed,
                    episodes,
                    Solved.threshold(id).orElse(Double.NaN),
                    Baselines.of(id).map(Baselines.Baseline::mean).orElse(Double.NaN));
        }
    }

    /// Return a policy that is told at every step that an episode has just ended: it forgets there.
    private static Policy forgetful(Policy policy, int envs) {
        Array ended = Array.zeros(DType.UINT8, Shape.of(envs));
        Arrays.fill(ended.bytes(), (byte) 1);
        return step -> policy.act(new Step(
                step.obs(),
                step.reward(),
                ended,
                step.truncated(),
                step.finalObs(),
                step.actionMask(),
                step.finalMask()));
    }

    /// Return the share of the return that is lost without memory.
    double drop() {
        return kept == 0 ? (zeroed < 0 ? 1 : 0) : (kept - zeroed) / Math.abs(kept);
    }

    /// `unused`, `used`, `unclear` between the two, or `not judged` before the task is solved.
    String verdict() {
        if (kept < solved || (Double.isNaN(solved) && (drop() <= USED || kept <= random))) {
            return NONE;
        }
        return drop() < UNUSED ? "unused" : drop() > USED ? "used" : "unclear";
    }

    private String needed() {
        if (kept < solved) {
            return String.format(
                    Locale.ROOT,
                    "the task is not solved yet, which takes a return of %.4g; train until it is, then explain again",
                    solved);
        }
        return kept <= random
                ? "the return is not above that of random actions (%s); train longer, then explain again"
                        .formatted(String.format(Locale.ROOT, "%.4g", random))
                : "no return is known at which this env counts as solved, so an agent that needs no memory and one"
                        + " that has not learned to use it look alike";
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "memory is %s: return %.2f with it, %.2f with its state zeroed at every step (%.1f %% %s)%s",
                verdict(),
                kept,
                zeroed,
                100 * Math.abs(drop()),
                drop() < 0 ? "more" : "less",
                switch (verdict()) {
                    case "unused" -> "; a net without memory would do";
                    case NONE -> "; " + needed();
                    default -> "";
                });
    }
}
