package slmlab.env.wrapper;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.env.Bounds;
import slmlab.env.Space;
import slmlab.env.VecEnv;

/// What the wrappers of a vector do between an env and an agent: for files from which other programs act, which have
/// to do the same.
///
/// @param steps what is done to an observation, one after the other
/// @param unknown the first wrapper that there is no word for; null where there is none
/// @param left the outermost wrapper that is left to the caller; null where there is none
/// @param obs what the envs show, after `image_downsize` and after `left` where there is one
/// @param action what they themselves take
/// @param scale bounds that actions are rescaled to from [−1, 1]; null where they are not
public record WrapperSummary(
        List<String> steps,
        @Nullable String unknown,
        @Nullable String left,
        Space obs,
        Space action,
        @Nullable Bounds scale) {

    public static WrapperSummary of(VecEnv vector) {
        List<String> steps = new ArrayList<>();
        String unknown = null;
        String left = null;
        Bounds scale = null;
        Space obs = null;
        VecEnv at = vector;
        while (at instanceof Wrapper wrapper) {
            if (wrapper instanceof ObsWrapper changing) {
                String step = changing.step();
                if (left == null && changing.isLeftToCaller()) {
                    left = wrapper.getClass().getSimpleName();
                    obs = wrapper.obsSpace();
                } else if (left == null && step == null) {
                    unknown = wrapper.getClass().getSimpleName();
                } else if (left == null && step != null) { // what is inside the one that is left is left too
                    steps.addFirst(step);
                    obs = wrapper instanceof ResizeObs ? wrapper.obsSpace() : obs;
                }
            } else if (wrapper instanceof RescaleAction rescaling) {
                scale = rescaling.bounds();
            } else if (!isOfNoConcern(wrapper)) {
                unknown = wrapper.getClass().getSimpleName();
            }
            at = wrapper.inner;
        }
        Space shown = obs == null ? at.obsSpace() : obs;
        return new WrapperSummary(List.copyOf(steps), unknown, left, shown, at.actionSpace(), scale);
    }

    /// Return whether a wrapper leaves observations and actions as they are, or belongs to the environment.
    private static boolean isOfNoConcern(Wrapper wrapper) {
        return wrapper instanceof RewardWrapper
                || wrapper instanceof EpisodeStats
                || wrapper instanceof RecordVideo
                || wrapper instanceof StickyActions
                || wrapper instanceof ActionDelay
                || wrapper instanceof NextStepReset
                || wrapper instanceof Watch;
    }
}
