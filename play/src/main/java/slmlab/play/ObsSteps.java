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

    /// Read the lines of a file. They come in the order in which the lab wraps envs; another order is refused.
    ///
    /// @param obs for example `FLOAT32 [4]`
    static ObsSteps of(String obs, List<String> lines, Map<String, Array> tensors) {
        int space = obs.indexOf(' ');
        DType type = DType.valueOf(obs.substring(0, space));
        int frame = Arrays.stream(Settings.ints(obs.substring(space + 1))).reduce(1, (a, b) -> a * b);
        ObsSteps steps =
                new ObsSteps(frame, type, null, 0, false, 1, 0, null, Float.NEGATIVE_INFINITY, Float.POSITIVE_INFINITY);
        int last = -1;
        for (String line : lines) {
            Settings settings = Settings.of(line);
            int place = ORDER.indexOf(settings.word());
            if (place < 0 || place / 2 <= last) {
                throw new IllegalArgumentException(
                        "observations are changed by \"%s\", which cannot be done here".formatted(line));
            }
            last = place / 2;
            steps = steps.and(settings, tensors);
        }
        return steps;
    }

    /// Two of a place: an observation takes one of them.
    private static final List<String> ORDER =
            List.of("resize", "resize", "one_hot", "flatten", "stack", "stack", "normalize", "clip");

    private ObsSteps and(Settings line, Map<String, Array> tensors) {
        return switch (line.word()) {
            case "one_hot" -> {
                List<Integer> each =
                        Arrays.stream(line.numbers("sizes")).boxed().toList();
                yield new ObsSteps(frame, type, each, line.number("start"), true, stack, part, normalizer, low, high);
            }
            case "flatten" -> new ObsSteps(frame, type, sizes, start, true, stack, part, normalizer, low, high);
            case "stack" ->
                new ObsSteps(
                        frame, type, sizes, start, flat, line.number("n"), line.number("part"), normalizer, low, high);
            case "normalize" ->
                new ObsSteps(frame, type, sizes, start, flat, stack, part, normalizer(line, tensors), low, high);
            case "clip" ->
                new ObsSteps(
                        frame,
                        type,
                        sizes,
                        start,
                        flat,
                        stack,
                        part,
                        normalizer,
                        Float.parseFloat(line.text("low")),
                        Float.parseFloat(line.text("high")));
            default -> this; // resize: observations are given here in the size that they are scaled to
        };
    }

    private static Normalizer normalizer(Settings line, Map<String, Array> tensors) {
        float[] means = array("obs_mean", tensors);
        float[] variances = array("obs_var", tensors);
        double[] mean = new double[means.length];
        double[] scale = new double[means.length];
        for (int i = 0; i < mean.length; i++) {
            mean[i] = means[i];
            scale[i] = 1 / Math.sqrt(variances[i] + line.real("eps"));
        }
        return new Normalizer(mean, scale, line.real("clip"));
    }

    private static float[] array(String name, Map<String, Array> tensors) {
        Array array = tensors.get(name);
        if (array == null) {
            throw new IllegalArgumentException("%s is missing, which normalizes observations".formatted(name));
        }
        return array.floats();
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
