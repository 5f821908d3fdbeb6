package slmlab.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Returns of one trial over its frames, to draw: from our runs or from SLM-Lab's.
///
/// @param label name in the legend
/// @param returns one series per session
public record TrialCurve(String label, double[] frames, List<double[]> returns) {

    /// Read a file of trial metrics; an [IllegalArgumentException] says what is wrong with it.
    public static TrialCurve read(Path file, String label) {
        Object local = JsonFile.read(file) instanceof Map<?, ?> metrics ? metrics.get("local") : null;
        if (!(local instanceof Map<?, ?> series)
                || !(series.get("frames") instanceof List<?> frames)
                || !(series.get("mean_returns") instanceof List<?> sessions)) {
            throw new IllegalArgumentException("%s: needs local.frames and local.mean_returns".formatted(file));
        }
        List<double[]> returns = new ArrayList<>();
        for (Object session : sessions) {
            returns.add(numbers(file, session));
        }
        return new TrialCurve(label, numbers(file, frames), returns);
    }

    private static double[] numbers(Path file, @Nullable Object values) {
        if (!(values instanceof List<?> list)) {
            throw new IllegalArgumentException("%s: %s is not a list of numbers".formatted(file, values));
        }
        double[] numbers = new double[list.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = list.get(i) instanceof Number number ? number.doubleValue() : Double.NaN;
        }
        return numbers;
    }
}
