package slmlab.experiment.state;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import slmlab.env.wrapper.NormalizeObs;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;
import slmlab.tensor.Variables;
import slmlab.tensor.safetensors.SafeTensors;

/// The weights that a session wrote: the nets' variables, and the statistics that normalize observations.
public final class SavedWeights {
    public static final String OBS_MEAN = "obs_mean";
    public static final String OBS_VARIANCE = "obs_var";

    private SavedWeights() {}

    /// Read a file into nets and normalizer.
    ///
    /// @param normalizer null where the spec has none
    /// @throws IllegalArgumentException if a number is not finite, or the file is of another net or spec
    public static void load(Path file, Variables variables, @Nullable NormalizeObs normalizer) {
        load(file.toString(), SafeTensors.read(file).tensors(), variables, normalizer, 1);
    }

    /// Load arrays into nets and normalizer; either all of them or none.
    ///
    /// @param source where they come from, for messages
    /// @param rows how many observations the statistics count for
    public static void load(
            String source,
            SequencedMap<String, Array> arrays,
            Variables variables,
            @Nullable NormalizeObs normalizer,
            double rows) {
        SequencedMap<String, Array> weights = new LinkedHashMap<>(arrays);
        String notFinite = NotFinite.in(weights);
        if (notFinite != null) {
            throw new IllegalArgumentException(
                    "%s: %s; such an agent cannot act: use another checkpoint".formatted(source, notFinite));
        }
        Array mean = weights.remove(OBS_MEAN);
        Array variance = weights.remove(OBS_VARIANCE);
        List<String> problems = new ArrayList<>();
        check(OBS_MEAN, mean, normalizer, problems);
        check(OBS_VARIANCE, variance, normalizer, problems);
        if (problems.isEmpty() && variance != null) {
            checkSign(variance, problems);
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException("%s: %s".formatted(source, String.join("; ", problems)));
        }
        try {
            variables.load(weights);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("%s: %s".formatted(source, e.getMessage()), e);
        }
        if (normalizer != null && mean != null && variance != null) {
            normalizer.stats().assume(mean.floats(), variance.floats(), rows);
        }
    }

    private static void check(
            String name, @Nullable Array array, @Nullable NormalizeObs normalizer, List<String> problems) {
        if (normalizer == null) {
            if (array != null) {
                problems.add("%s is there, but the spec has no normalize_obs".formatted(name));
            }
            return;
        }
        Shape wanted = Shape.of(normalizer.stats().size());
        if (array == null) {
            problems.add("%s is missing; the spec has normalize_obs".formatted(name));
        } else if (array.dtype() != DType.FLOAT32 || !array.shape().equals(wanted)) {
            problems.add("%s is %s; needs FLOAT32 %s".formatted(name, array, wanted));
        }
    }

    private static void checkSign(Array variance, List<String> problems) {
        float[] numbers = variance.floats();
        for (int i = 0; i < numbers.length; i++) {
            if (numbers[i] < 0) {
                problems.add("%s[%s] is %s; a variance is at least 0".formatted(OBS_VARIANCE, i, numbers[i]));
            }
        }
    }
}
