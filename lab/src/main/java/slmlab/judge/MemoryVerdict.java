package slmlab.judge;

import java.util.Arrays;
import java.util.Locale;
import slmlab.agent.Policy;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.env.wrapper.WrapperStack;
import slmlab.experiment.Evaluation;
import slmlab.experiment.Player;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;

/// Whether a recurrent agent uses its memory: what it earns when it forgets everything at every step.
///
/// @param kept mean return as it was trained
/// @param zeroed mean return with the recurrent state set to zero at every step
record MemoryVerdict(double kept, double zeroed, int episodes) {
    private static final double UNUSED = 0.02;
    private static final double USED = 0.2;
    private static final int MOST_ENVS = 16;

    /// Play the same episodes twice.
    static MemoryVerdict of(Player player, int episodes, long seed) {
        double kept = player.evaluate(episodes, false, seed).mean();
        WrapperStack worlds = player.worlds(Math.min(episodes, MOST_ENVS));
        try (VecEnv env = worlds.env()) {
            Policy forgetful = forgetful(player.algorithm().policy(env.size(), false), env.size());
            double zeroed =
                    Evaluation.run(worlds, forgetful, episodes, seed, () -> {}).mean();
            return new MemoryVerdict(kept, zeroed, episodes);
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

    /// `unused`, `used`, or `unclear` between the two.
    String verdict() {
        return drop() < UNUSED ? "unused" : drop() > USED ? "used" : "unclear";
    }

    @Override
    public String toString() {
        String advice = verdict().equals("unused") ? "; a net without memory would do" : "";
        return String.format(
                Locale.ROOT,
                "memory is %s: return %.2f with it, %.2f with its state zeroed at every step (%.1f %% %s)%s",
                verdict(),
                kept,
                zeroed,
                100 * Math.abs(drop()),
                drop() < 0 ? "more" : "less",
                advice);
    }
}
