package slmlab.board;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Where a metric should lie, by the rules of thumb of docs/metrics.md.
final class Healthy {
    private static final Map<String, double[]> BANDS = Map.of(
            "approx_kl", new double[] {0.001, 0.05},
            "clip_fraction", new double[] {0.01, 0.4},
            "explained_variance", new double[] {0, 1});

    private Healthy() {}

    /// Return the lowest and the highest healthy number; null where there is no rule.
    static double @Nullable [] of(String metric) {
        return BANDS.get(metric);
    }
}
