package slmlab.judge;

import org.jspecify.annotations.Nullable;
import slmlab.agent.Policy;
import slmlab.env.Rows;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.tensor.Array;
import slmlab.tensor.DType;

/// A policy that sees other observations than the envs show.
public final class Perturbed implements Policy {
    /// What becomes of the observations of all envs; the array may be the same at every call.
    public interface Change {
        float[] of(float[] obs, Step step);
    }

    private final Policy policy;
    private final Change change;
    private final Array shown;
    private @Nullable Step inner; // the step of the envs, with other observations

    public Perturbed(Policy policy, VecEnv env, Change change) {
        this.policy = policy;
        this.change = change;
        Space space = env.obsSpace();
        this.shown = Rows.of(space, env.size());
    }

    @Override
    public Array act(Step step) {
        float[] changed = change.of(EpisodeMoments.numbers(step.obs()), step);
        if (shown.dtype() == DType.UINT8) {
            for (int i = 0; i < changed.length; i++) {
                shown.bytes()[i] = (byte) Math.clamp(Math.round(changed[i]), 0, 255);
            }
        } else {
            System.arraycopy(changed, 0, shown.floats(), 0, changed.length);
        }
        if (inner == null || inner.reward() != step.reward()) {
            inner = new Step(
                    shown,
                    step.reward(),
                    step.terminated(),
                    step.truncated(),
                    step.finalObs(),
                    step.actionMask(),
                    step.finalMask());
        }
        return policy.act(inner);
    }
}
