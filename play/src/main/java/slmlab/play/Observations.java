package slmlab.play;

import java.util.Arrays;
import java.util.List;
import slmlab.tensor.DType;

/// The observations of a batch, from what envs show to what the net reads. Where the run stacks frames it remembers
/// the last ones of each row.
final class Observations {
    private final ObsSteps steps;
    private final Column single;
    private final Column stacked;
    private final Column seen;
    private boolean[] begun = {}; // whether the row has a past

    Observations(ObsSteps steps) {
        this.steps = steps;
        this.single = new Column("obs", steps.seenType(), steps.single());
        this.stacked =
                steps.stack() == 1 ? single : new Column("obs", steps.seenType(), steps.stack() * steps.single());
        boolean changed = steps.normalizer() != null || Float.isFinite(steps.high());
        this.seen = changed ? new Column("obs", DType.FLOAT32, stacked.width) : stacked;
    }

    /// Return what the net reads.
    Column seen() {
        return seen;
    }

    /// Forget the past of every row.
    void reset() {
        Arrays.fill(begun, false);
    }

    void reset(int row) {
        if (row < begun.length) {
            begun[row] = false;
        }
    }

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
        boolean clipped = seen != stacked; // then an infinite number is as good as the largest
        for (int i = 0; i < obs.length; i++) {
            if (sizes != null) {
                checkWhole(obs, i, steps.start(), sizes.get(i % sizes.size()));
            } else if (single.dtype() == DType.UINT8) {
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

    void read(float[] obs, int rows) {
        resize(rows);
        List<Integer> sizes = steps.sizes();
        if (sizes != null) {
            oneHot(obs, rows, sizes);
        } else if (single.dtype() == DType.UINT8) {
            byte[] to = single.bytes();
            for (int i = 0; i < to.length; i++) {
                to[i] = (byte) (int) obs[i];
            }
        } else {
            System.arraycopy(obs, 0, single.floats(), 0, obs.length);
        }
        finish(rows);
    }

    void read(byte[] pixels, int rows) {
        resize(rows);
        if (single.dtype() == DType.UINT8) {
            System.arraycopy(pixels, 0, single.bytes(), 0, pixels.length);
        } else {
            float[] to = single.floats();
            for (int i = 0; i < to.length; i++) {
                to[i] = pixels[i] & 0xff;
            }
        }
        finish(rows);
    }

    private void resize(int rows) {
        if (begun.length != rows) {
            begun = Arrays.copyOf(begun, rows);
        }
        single.rows(rows);
        stacked.rows(rows);
        seen.rows(rows);
    }

    private void oneHot(float[] obs, int rows, List<Integer> sizes) {
        float[] to = single.floats();
        Arrays.fill(to, 0);
        int at = 0;
        for (int i = 0; i < rows * sizes.size(); i++) {
            int size = sizes.get(i % sizes.size());
            to[at + (int) obs[i] - steps.start()] = 1;
            at += size;
        }
    }

    private void finish(int rows) {
        if (stacked != single) {
            for (int row = 0; row < rows; row++) {
                stack(row);
                begun[row] = true;
            }
        }
        ObsSteps.Normalizer normalizer = steps.normalizer();
        if (normalizer != null) {
            normalize(normalizer, stacked.floats(), seen.floats());
        } else if (seen != stacked) {
            clip(stacked.floats(), seen.floats());
        }
    }

    /// Drop the oldest frame of a row and add the newest; the first one of an episode fills the stack.
    private void stack(int row) {
        int n = steps.stack();
        int part = steps.part();
        int frame = single.width;
        Object to = stacked.data();
        for (int at = 0; at < frame; at += part) {
            int group = row * n * frame + at * n;
            if (begun[row]) {
                System.arraycopy(to, group + part, to, group, (n - 1) * part);
            }
            for (int k = begun[row] ? n - 1 : 0; k < n; k++) {
                System.arraycopy(single.data(), row * frame + at, to, group + k * part, part);
            }
        }
    }

    private static void normalize(ObsSteps.Normalizer normalizer, float[] from, float[] to) {
        double[] mean = normalizer.mean();
        double[] scale = normalizer.scale();
        double clip = normalizer.clip();
        for (int at = 0; at < to.length; at += mean.length) {
            for (int i = 0; i < mean.length; i++) {
                double value = (from[at + i] - mean[i]) * scale[i];
                to[at + i] = (float) Math.max(-clip, Math.min(clip, value));
            }
        }
    }

    private void clip(float[] from, float[] to) {
        for (int i = 0; i < to.length; i++) {
            to[i] = Math.max(steps.low(), Math.min(steps.high(), from[i]));
        }
    }
}
