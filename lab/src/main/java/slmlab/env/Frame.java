package slmlab.env;

import org.jspecify.annotations.Nullable;
import slmlab.tensor.Array;
import slmlab.tensor.DType;

/// One env's row in the arrays of a vector: its action to read; its observation, reward, end and mask to write.
///
/// An index outside the env's own row, an observation that is not finite and a discrete value outside its space
/// are refused before anything is written.
public final class Frame {
    private static final double LEAST_INFINITE = 0x1.ffffffp127; // what is smaller is rounded to a finite float32

    private final float @Nullable [] floatObs;
    private final int @Nullable [] intObs;
    private final byte @Nullable [] byteObs;
    private final int obsAt;
    private final int obsSize;
    private final float[] reward;
    private final byte[] terminated;
    private final byte[] truncated;
    private final byte @Nullable [] mask;
    private final int maskAt;
    private final int index;
    private final int actionAt;
    private final Actions actions;
    private final FrameLimits limits;

    /// The actions of all envs of a vector. One object for all frames, so that a new action is one write, not
    /// one per env.
    static final class Actions {
        int @Nullable [] ints;
        float @Nullable [] floats;
    }

    /// @param actionSize number of values in one action
    Frame(Step step, Actions actions, FrameLimits limits, int index, int obsSize, int actionSize, int maskSize) {
        this.index = index;
        this.actions = actions;
        this.limits = limits;
        Array obs = step.obs();
        this.floatObs = obs.dtype() == DType.FLOAT32 ? obs.floats() : null;
        this.intObs = obs.dtype() == DType.INT32 ? obs.ints() : null;
        this.byteObs = obs.dtype() == DType.UINT8 ? obs.bytes() : null;
        this.obsAt = index * obsSize;
        this.obsSize = obsSize;
        this.reward = step.reward().floats();
        this.terminated = step.terminated().bytes();
        this.truncated = step.truncated().bytes();
        this.mask = step.actionMask() == null ? null : step.actionMask().bytes();
        this.maskAt = index * maskSize;
        this.actionAt = index * actionSize;
    }

    /// Return the action of a discrete space.
    public int action() {
        int[] ints = actions.ints;
        if (ints == null) {
            throw limits.refusedAction("action", false, 0);
        }
        return ints[actionAt];
    }

    /// Return one action of a multi-discrete or multi-binary space.
    public int action(int i) {
        int[] ints = actions.ints;
        if (ints == null || !limits.isPartOfAction(i)) {
            throw limits.refusedAction("action", ints != null, i);
        }
        return ints[actionAt + i];
    }

    /// Return one value of a continuous action.
    public float actionValue(int i) {
        float[] floats = actions.floats;
        if (floats == null || !limits.isPartOfAction(i)) {
            throw limits.refusedAction("actionValue", floats != null, i);
        }
        return floats[actionAt + i];
    }

    /// Write one value of the observation: of a FLOAT32 box, or of the flat row of a Dict or Tuple.
    public void obs(int i, double value) {
        float[] to = floatObs;
        if (to == null || i < 0 || i >= obsSize || !(Math.abs(value) < LEAST_INFINITE)) {
            throw refusedObs(i, value);
        }
        to[obsAt + i] = (float) value;
    }

    /// Write a named part of a Dict: a number, or the value of a discrete part, which is stored one-hot. A part of
    /// a Dict within the Dict is named `outer.inner`.
    public void obs(String part, double value) {
        limits.parts().write(part, value, floatObs, obsAt);
    }

    /// Write one value of a named part of a Dict: of a box, or of a multi-discrete or multi-binary part.
    public void obs(String part, int i, double value) {
        limits.parts().write(part, i, value, floatObs, obsAt);
    }

    private FrameException refusedObs(int i, double value) {
        return limits.refusedObs("obs", floatObs != null, i, value, ": an observation must be finite in float32");
    }

    /// Write the observation of a discrete space.
    public void discreteObs(int value) {
        discreteObs(0, value);
    }

    /// Write one value of a multi-discrete or multi-binary observation.
    public void discreteObs(int i, int value) {
        int[] to = intObs;
        if (to == null || !limits.isDiscreteValue(i, value)) {
            throw refusedChoice(i, value);
        }
        to[obsAt + i] = value;
    }

    private FrameException refusedChoice(int i, int value) {
        return limits.refusedObs("discreteObs", intObs != null, i, value, " lies outside of " + limits.obsSpace());
    }

    /// Write one pixel, 0 to 255.
    public void pixel(int i, int value) {
        if (byteObs == null || !limits.isPixel(i, value)) {
            throw limits.refusedObs("pixel", byteObs != null, i, value, ": a pixel is 0 to 255");
        }
        byteObs[obsAt + i] = (byte) value;
    }

    /// Write many pixels at once.
    ///
    /// @param i first pixel of the observation
    /// @param from bytes, of which `count` from `at` on are written
    public void pixels(int i, byte[] from, int at, int count) {
        if (byteObs == null || i < 0 || count < 0 || i + count > obsSize) {
            throw limits.refusedObs("pixels", byteObs != null, Math.max(i, i + count - 1), count, " pixels");
        }
        System.arraycopy(from, at, byteObs, obsAt + i, count);
    }

    public void reward(double value) {
        reward[index] = (float) value;
    }

    /// End the episode by the rules of the environment.
    public void terminate() {
        terminated[index] = 1;
    }

    /// Cut the episode short from outside, as a time limit does: there was a future.
    public void truncate() {
        truncated[index] = 1;
    }

    /// Set whether an action is allowed next. An env that never calls this allows all.
    public void mask(int action, boolean allowed) {
        if (mask == null || !limits.isMasked(action)) {
            throw limits.refusedMask(action);
        }
        mask[maskAt + action] = (byte) (allowed ? 1 : 0);
        limits.markMask(index);
    }

    /// Set for up to 64 actions whether each is allowed next: bit i stands for action i.
    public void masks(long allowed) {
        byte[] to = mask;
        int actions = limits.maskSize();
        if (to == null || actions > Long.SIZE || (actions < Long.SIZE && allowed >>> actions != 0)) {
            throw limits.refusedMasks(allowed);
        }
        for (int i = 0; i < actions; i++) {
            to[maskAt + i] = (byte) (allowed >>> i & 1);
        }
        if (allowed == 0) {
            limits.markMask(index);
        }
    }
}
