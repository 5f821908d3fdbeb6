package slmlab.stats;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.DoubleStream;

/// How often the 95 % interval of a mean covers the true mean, measured by simulation (`slm-lab bench coverage`,
/// 20,000 repetitions). `CoverageTest` measures it again.
///
/// @param runs how many scores the mean is of
/// @param normal share of the intervals that cover it, of normally distributed scores
/// @param skewed of log-normal scores, the logarithms of which have a standard deviation of 1
/// @param failing of scores of 250 ± 10, where one run in four fails and has 0 ± 10
/// @param recorded of scores drawn from those of a recorded run
public record Coverage(int runs, double normal, double skewed, double failing, double recorded) {
    private static final double POOR = 0.9;

    /// In ascending order of runs.
    public static final List<Coverage> MEASURED = List.of(
            new Coverage(4, 0.950, 0.825, 0.681, 0.874),
            new Coverage(5, 0.952, 0.818, 0.758, 0.889),
            new Coverage(6, 0.950, 0.823, 0.817, 0.899),
            new Coverage(8, 0.951, 0.830, 0.895, 0.924),
            new Coverage(10, 0.952, 0.838, 0.941, 0.945),
            new Coverage(20, 0.951, 0.867, 0.918, 0.935),
            new Coverage(50, 0.951, 0.901, 0.942, 0.946));

    /// Return what a reader of such an interval should know, where one of these populations is covered in less than
    /// 90 %.
    ///
    /// @param runs at least four
    public static Optional<String> caution(int runs) {
        Coverage row = MEASURED.stream()
                .filter(each -> each.runs <= runs)
                .reduce((_, later) -> later)
                .orElseThrow();
        double worst =
                DoubleStream.of(row.skewed, row.failing, row.recorded).min().orElseThrow();
        return worst >= POOR
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "with %d scores a 95 %% interval covers the true mean in %.0f %% of cases if scores are normally"
                                + " distributed, in %.0f %% if they are skewed, in %.0f %% if one run in four fails",
                        runs,
                        100 * row.normal,
                        100 * row.skewed,
                        100 * row.failing));
    }
}
