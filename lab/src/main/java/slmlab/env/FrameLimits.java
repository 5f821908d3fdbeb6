package slmlab.env;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.Array;
import slmlab.tensor.DType;

/// Limits by which the frames of a vector check an env's reads and writes, and the messages for what they
/// refuse. One object for all frames: a frame stays small, so that thousands of them fit into the cache.
final class FrameLimits {
    private final Space obsSpace;
    private final Space actionSpace;
    private final int obsSize;
    private final int actionSize;
    private final int[] sizes; // number of values of each entry of a discrete observation; else empty
    private final int firstValue;
    private final DictParts parts;
    private final byte @Nullable [] masks;
    private final int maskSize;
    private final boolean[] masked; // whose mask was written since the last check

    FrameLimits(Step step, Space obsSpace, Space actionSpace, int size) {
        this.obsSpace = obsSpace;
        this.actionSpace = actionSpace;
        this.obsSize = obsSpace.row().volume();
        this.actionSize = actionSpace.row().volume();
        this.sizes = sizes(obsSpace);
        this.firstValue = obsSpace instanceof Space.Discrete(int _, int start) ? start : 0;
        this.parts = new DictParts(obsSpace);
        Array mask = step.actionMask();
        this.masks = mask == null ? null : mask.bytes();
        this.maskSize = mask == null ? 0 : mask.shape().dim(1);
        this.masked = new boolean[size];
    }

    private static int[] sizes(Space obs) {
        return switch (obs) {
            case Space.Discrete(int n, int _) -> new int[] {n};
            case Space.MultiDiscrete(var sizes) ->
                sizes.stream().mapToInt(Integer::intValue).toArray();
            case Space.MultiBinary(int n) -> {
                int[] two = new int[n];
                Arrays.fill(two, 2);
                yield two;
            }
            case Space.Box _, Space.Dict _, Space.Tuple _ -> new int[0];
        };
    }

    boolean isDiscreteValue(int i, int value) {
        int index = value - firstValue;
        return i >= 0 && i < obsSize && index >= 0 && index < sizes[i];
    }

    boolean isPixel(int i, int value) {
        return i >= 0 && i < obsSize && value >= 0 && value <= 255;
    }

    boolean isPartOfAction(int i) {
        return i >= 0 && i < actionSize;
    }

    int maskSize() {
        return maskSize;
    }

    boolean isMasked(int action) {
        return action >= 0 && action < maskSize;
    }

    void markMask(int env) {
        masked[env] = true;
    }

    /// Return whether an env wrote a mask that allows no action.
    boolean isStuck(int env) {
        if (masks == null || !masked[env]) {
            return false;
        }
        masked[env] = false;
        for (int at = env * maskSize; at < (env + 1) * maskSize; at++) {
            if (masks[at] != 0) {
                return false;
            }
        }
        return true;
    }

    /// @param right whether the space has observations of that kind
    FrameException refusedObs(String call, boolean right, int i, Object value, String why) {
        if (!right) {
            String other = sizes.length > 0 ? "discreteObs" : obsSpace.rowType() == DType.UINT8 ? "pixel" : "obs";
            return new FrameException("%s is not for observations of %s; use %s".formatted(call, obsSpace, other));
        }
        if (i < 0 || i >= obsSize) {
            return new FrameException(
                    "%s(%s, …) lies outside of the observation %s, which has %s values, counted from 0"
                            .formatted(call, i, obsSpace, obsSize));
        }
        return new FrameException("%s(%s, %s)%s".formatted(call, i, value, why));
    }

    /// @param right whether the space has actions of that kind
    FrameException refusedAction(String call, boolean right, int i) {
        return new FrameException(
                right
                        ? "%s(%s) lies outside of the action %s, which has %s values, counted from 0"
                                .formatted(call, i, actionSpace, actionSize)
                        : "%s is not for actions of %s; use %s"
                                .formatted(call, actionSpace, call.equals("action") ? "actionValue" : "action"));
    }

    FrameException refusedMask(int action) {
        return new FrameException(
                masks == null
                        ? "mask needs hasActionMask() to return true"
                        : "mask(%s, …) lies outside the actions %s, of which there are %s, counted from 0"
                                .formatted(action, actionSpace, maskSize));
    }

    FrameException refusedMasks(long allowed) {
        return masks == null
                ? refusedMask(0)
                : new FrameException("masks(0b%s) does not fit the actions %s, of which there are %s"
                        .formatted(Long.toBinaryString(allowed), actionSpace, maskSize));
    }

    /// Return the named parts of a dict; of other spaces, what refuses every name.
    DictParts parts() {
        return parts;
    }

    Space obsSpace() {
        return obsSpace;
    }
}
