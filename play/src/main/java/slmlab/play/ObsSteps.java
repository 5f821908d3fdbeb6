package slmlab.play;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.Array;
import slmlab.tensor.DType;

/// What the run's wrappers do to an observation before the net sees it, in this order.
///
/// @param frame numbers of an observation as it is given here
/// @param type what they are: FLOAT32, UINT8 for pixels, INT32 for discrete observations
/// @param sizes of one-hot rows; null where numbers are left as they are
/// @param start number of the first discrete observation
/// @param flat whether pixels become floats
/// @param stack how many observations the net sees at once
/// @param part numbers of a frame that stand together in a stack; 0 for the whole frame
/// @param normalizer null where there is none
/// @param low lowest value; infinite for no limit
/// @param high highest value
record ObsSteps(
        int frame,
        DType type,
        @Nullable List<Integer> sizes,
        int start,
        boolean flat,
        int stack,
        int part,
        @Nullable Normalizer normalizer,
        float low,
        float high) {

    /// Subtracts the mean, multiplies by the scale and clips.
    record Normalizer(double[] mean, double[] scale, double clip) {}

    /// Read the lines of a file. They come in the order in which the lab wraps envs; another order is refused, and
    /// so is what does not lead to what the graph reads: that is checked before memory is taken for it.
    ///
    /// @param obs for example `FLOAT32 [4]`
    /// @param lines one for each step
    /// @param read numbers that the graph reads of one observation
    static ObsSteps of(String obs, List<String> lines, Map<String, Array> tensors, int read) {
        String[] words = obs.split(" ", -1);
        if (words.length != 2) {
            throw new IllegalArgumentException("obs is \"%s\"; needs a type and a shape".formatted(obs));
        }
        DType type = type(words[0]);
        long frame = Settings.product(Settings.sizes("obs", words[1]));
        checkSize(frame, read, obs);
        ObsSteps steps = new ObsSteps(
                (int) frame, type, null, 0, false, 1, 0, null, Float.NEGATIVE_INFINITY, Float.POSITIVE_INFINITY);
        int last = -1;
        for (String line : lines) {
            Settings settings = Settings.of(line);
            int place = ORDER.indexOf(settings.word());
            if (place < 0 || place / 2 <= last) {
                throw new IllegalArgumentException(
                        "observations are changed by \"%s\", which cannot be done here".formatted(line));
            }
            last = place / 2;
            steps = steps.and(settings, tensors, read);
        }
        if ((long) steps.single() * steps.stack() != read) {
            throw new IllegalArgumentException("obs \"%s\" becomes %s numbers; the graph reads %s"
                    .formatted(obs, (long) steps.single() * steps.stack(), read));
        }
        return steps;
    }

    private static DType type(String word) {
        for (DType type : DType.values()) {
            if (type.name().equals(word)) {
                return type;
            }
        }
        throw new IllegalArgumentException(
                "obs are of type %s; needs one of %s".formatted(word, Arrays.toString(DType.values())));
    }

    /// Every step leaves as many numbers as there were, or more: an observation is never larger than what is read.
    private static void checkSize(long size, int read, String what) {
        if (size > read) {
            throw new IllegalArgumentException("\"%s\" has %s numbers; the graph reads %s".formatted(what, size, read));
        }
    }

    /// Two of a place: an observation takes one of them.
    private static final List<String> ORDER =
            List.of("resize", "resize", "one_hot", "flatten", "stack", "stack", "normalize", "clip");

    private ObsSteps and(Settings line, Map<String, Array> tensors, int read) {
        return switch (line.word()) {
            case "one_hot" -> {
                int[] each = line.sizes("sizes");
                if (each.length != frame) {
                    throw new IllegalArgumentException(
                            "one_hot has %s sizes; an observation has %s numbers".formatted(each.length, frame));
                }
                checkSize(Settings.sum(each), read, "one_hot");
                yield new ObsSteps(
                        frame,
                        type,
                        Arrays.stream(each).boxed().toList(),
                        line.number("start"),
                        true,
                        stack,
                        part,
                        normalizer,
                        low,
                        high);
            }
            case "flatten" -> new ObsSteps(frame, type, sizes, start, true, stack, part, normalizer, low, high);
            case "stack" -> {
                int n = line.positive("n");
                int together = line.positive("part");
                checkSize((long) n * single(), read, "stack");
                if (single() % together != 0) {
                    throw new IllegalArgumentException(
                            "stack has a part of %s; an observation has %s numbers, which it does not divide"
                                    .formatted(together, single()));
                }
                yield new ObsSteps(frame, type, sizes, start, flat, n, together, normalizer, low, high);
            }
            case "normalize" ->
                new ObsSteps(frame, type, sizes, start, flat, stack, part, normalizer(line, tensors, read), low, high);
            case "clip" ->
                new ObsSteps(frame, type, sizes, start, flat, stack, part, normalizer, (float) line.real("low"), (float)
                        line.real("high"));
            default -> this; // resize: observations are given here in the size that they are scaled to
        };
    }

    private static Normalizer normalizer(Settings line, Map<String, Array> tensors, int read) {
        float[] means = array("obs_mean", tensors, read);
        float[] variances = array("obs_var", tensors, read);
        double[] mean = new double[means.length];
        double[] scale = new double[means.length];
        for (int i = 0; i < mean.length; i++) {
            mean[i] = means[i];
            scale[i] = 1 / Math.sqrt(variances[i] + line.real("eps"));
        }
        return new Normalizer(mean, scale, line.real("clip"));
    }

    private static float[] array(String name, Map<String, Array> tensors, int read) {
        Array array = tensors.get(name);
        if (array == null) {
            throw new IllegalArgumentException("%s is missing, which normalizes observations".formatted(name));
        }
        if (array.dtype() != DType.FLOAT32 || array.shape().volume() != read) {
            throw new IllegalArgumentException("%s is %s; needs %s numbers of FLOAT32".formatted(name, array, read));
        }
        return array.floats();
    }

    /// Refuse steps that do not lead to the type that the graph reads.
    void check(DType read) {
        if (seenType() != read || seenType() == DType.INT32 || (isChanged() && read != DType.FLOAT32)) {
            throw new IllegalArgumentException("the steps of observations lead to %s%s; the graph reads %s"
                    .formatted(seenType(), isChanged() ? ", which is normalized or clipped" : "", read));
        }
    }

    /// Whether numbers are normalized or clipped.
    boolean isChanged() {
        return normalizer != null || Float.isFinite(high);
    }

    /// Return the type that the net reads.
    DType seenType() {
        return flat || type == DType.FLOAT32 ? DType.FLOAT32 : type;
    }

    /// Return how many numbers an observation has before it is stacked.
    int single() {
        return sizes == null
                ? frame
                : sizes.stream().mapToInt(Integer::intValue).sum();
    }
}
