package slmlab.play;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
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
        this.seen = steps.isChanged() ? new Column("obs", DType.FLOAT32, stacked.width) : stacked;
    }

    /// Return what the net reads.
    Column seen() {
        return seen;
    }

    /// Return a copy of the stacked observations of a row; null where none are stacked.
    @Nullable
    Object frames(int row) {
        if (stacked == single) {
            return null;
        }
        Object copy = stacked.dtype() == DType.UINT8 ? new byte[stacked.width] : new float[stacked.width];
        System.arraycopy(stacked.data(), row * stacked.width, copy, 0, stacked.width);
        return copy;
    }

    /// Let each row continue with stacked observations; a row without any begins an episode.
    void frames(@Nullable Object[] frames) {
        resize(frames.length);
        for (int row = 0; row < frames.length; row++) {
            Object from = frames[row];
            begun[row] = from != null;
            if (from != null) {
                System.arraycopy(from, 0, stacked.data(), row * stacked.width, stacked.width);
            }
        }
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
