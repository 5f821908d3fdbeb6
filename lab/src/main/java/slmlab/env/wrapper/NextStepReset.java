package slmlab.env.wrapper;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import slmlab.env.Rows;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;
import slmlab.tensor.State;

/// Shows the end of an episode as Gymnasium's vectors do by default: the step that ends it shows its final observation,
/// and the next one, whose action is ignored and whose reward is 0, the first observation of the next episode. The
/// second is an ordinary transition to whoever learns from it.
///
/// It is the outermost wrapper, around envs that pause after ends. All wrappers inside see an env restart at once.
final class NextStepReset extends Wrapper {
    private final Array obs;
    private final @Nullable Array mask;

    NextStepReset(VecEnv inner) {
        super("next_step_reset", inner);
        this.obs = Rows.of(inner.obsSpace(), inner.size());
        this.mask = inner.hasActionMask()
                ? Array.zeros(
                        DType.UINT8, Shape.of(inner.size(), inner.actionSpace().flatSize()))
                : null;
    }

    @Override
    protected void begin(Step step, long seed) {
        copy(step);
    }

    @Override
    protected void observe(Step step) {
        copy(step);
        int row = obs.shape().volume() / size();
        for (int i = 0; i < size(); i++) {
            if (ended(step, i) && !endedPart(i)) {
                System.arraycopy(Rows.data(step.finalObs()), i * row, Rows.data(obs), i * row, row);
                if (mask != null) {
                    keepFinalMask(step, i, mask);
                }
            }
        }
    }

    private void copy(Step step) {
        obs.copyFrom(step.obs());
        if (mask != null) {
            mask.copyFrom(Objects.requireNonNull(step.actionMask()));
        }
    }

    /// Allow what a truncated episode allowed at its end, and everything after a termination: the action is
    /// ignored.
    private static void keepFinalMask(Step step, int env, Array mask) {
        int width = mask.shape().dim(1);
        if (step.terminated().bytes()[env] != 0) {
            Arrays.fill(mask.bytes(), env * width, (env + 1) * width, (byte) 1);
        } else {
            byte[] last = Objects.requireNonNull(step.finalMask()).bytes();
            System.arraycopy(last, env * width, mask.bytes(), env * width, width);
        }
    }

    @Override
    protected Step own(Step step) {
        return new Step(
                obs, step.reward(), step.terminated(), step.truncated(), step.finalObs(), mask, step.finalMask());
    }

    @Override
    protected void saveOwn(State to) {
        to.put("obs", obs);
        if (mask != null) {
            to.put("mask", mask);
        }
    }

    @Override
    protected void loadOwn(State from) {
        obs.copyFrom(from.array("obs"));
        if (mask != null) {
            mask.copyFrom(from.array("mask"));
        }
    }
}
