package slmlab.env;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.Array;

/// One env's place in the arrays of a vector: its action to read; its observation, reward, end and mask to write.
public final class Frame {
    private final float @Nullable [] floatObs;
    private final int @Nullable [] intObs;
    private final byte @Nullable [] byteObs;
    private final int obsAt;
    private final float[] reward;
    private final byte[] terminated;
    private final byte[] truncated;
    private final byte @Nullable [] mask;
    private final int maskAt;
    private final int index;
    private final int actionAt;
    private final Actions actions;

    /// The actions of all envs of a vector. One object for all frames: a new action is one write, not one per env.
    static final class Actions {
        int @Nullable [] ints;
        float @Nullable [] floats;
    }

    /// @param actionSize how many numbers one action has
    Frame(Step step, Actions actions, int index, int obsSize, int actionSize, int maskSize) {
        this.index = index;
        this.actions = actions;
        Array obs = step.obs();
        this.floatObs = obs.dtype() == slmlab.tensor.DType.FLOAT32 ? obs.floats() : null;
        this.intObs = obs.dtype() == slmlab.tensor.DType.INT32 ? obs.ints() : null;
        this.byteObs = obs.dtype() == slmlab.tensor.DType.UINT8 ? obs.bytes() : null;
        this.obsAt = index * obsSize;
        this.reward = step.reward().floats();
        this.terminated = step.terminated().bytes();
        this.truncated = step.truncated().bytes();
        this.mask = step.actionMask() == null ? null : step.actionMask().bytes();
        this.maskAt = index * maskSize;
        this.actionAt = index * actionSize;
    }

    /// The action of a discrete space.
    public int action() {
        return Objects.requireNonNull(actions.ints)[actionAt];
    }

    /// One choice of several.
    public int action(int i) {
        return Objects.requireNonNull(actions.ints)[actionAt + i];
    }

    /// One number of a box.
    public float actionValue(int i) {
        return Objects.requireNonNull(actions.floats)[actionAt + i];
    }

    /// Writes one number of the observation: of a box of floats, or of a compound's flat row.
    public void obs(int i, double value) {
        Objects.requireNonNull(floatObs)[obsAt + i] = (float) value;
    }

    /// Writes the observation of a discrete space.
    public void discreteObs(int value) {
        Objects.requireNonNull(intObs)[obsAt] = value;
    }

    /// Writes one number of an observation of several choices.
    public void discreteObs(int i, int value) {
        Objects.requireNonNull(intObs)[obsAt + i] = value;
    }

    /// Writes one pixel, 0 to 255.
    public void pixel(int i, int value) {
        Objects.requireNonNull(byteObs)[obsAt + i] = (byte) value;
    }

    public void reward(double value) {
        reward[index] = (float) value;
    }

    /// The episode ended by the rules of the world.
    public void terminate() {
        terminated[index] = 1;
    }

    /// The episode was cut short from outside, as by a time limit: there was a future.
    public void truncate() {
        truncated[index] = 1;
    }

    /// Says whether an action can be taken next. An env that never calls this allows all.
    public void mask(int action, boolean allowed) {
        Objects.requireNonNull(mask)[maskAt + action] = (byte) (allowed ? 1 : 0);
    }
}
