package slmlab.play;

import java.util.List;
import slmlab.tensor.DType;

/// Which observations a policy can act on.
record ObsCheck(ObsSteps steps) {

    /// Return the number of observations in an array of so many numbers.
    int rows(int length) {
        if (length == 0 || length % steps.frame() != 0) {
            throw new IllegalArgumentException("observations of %s numbers; one has %s, a batch a multiple of that"
                    .formatted(length, steps.frame()));
        }
        return length / steps.frame();
    }

    /// Refuse observations that the policy cannot act on, before anything changes.
    void check(float[] obs) {
        List<Integer> sizes = steps.sizes();
        boolean clipped = steps.isChanged(); // then an infinite number is as good as the largest
        for (int i = 0; i < obs.length; i++) {
            if (sizes != null) {
                checkWhole(obs, i, steps.start(), sizes.get(i % sizes.size()));
            } else if (steps.seenType() == DType.UINT8) {
                checkWhole(obs, i, 0, 256);
            } else if (clipped ? Float.isNaN(obs[i]) : !Float.isFinite(obs[i])) {
                throw new IllegalArgumentException("%s is %s; needs a finite number".formatted(place(i), obs[i]));
            }
        }
    }

    /// Refuse bytes where the policy does not see any.
    void checkBytes() {
        if (steps.type() != DType.UINT8) {
            throw new IllegalArgumentException(
                    "observations of bytes; the policy sees %s: give an array of floats".formatted(steps.type()));
        }
    }

    private void checkWhole(float[] obs, int i, int start, int count) {
        int whole = (int) obs[i];
        if (whole != obs[i] || whole < start || whole - (long) start >= count) {
            throw new IllegalArgumentException("%s is %s; needs a whole number from %s to %s"
                    .formatted(place(i), obs[i], start, start + count - 1));
        }
    }

    private String place(int i) {
        return "number %s of observation %s".formatted(i % steps.frame(), i / steps.frame());
    }
}
