package slmlab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;
import slmlab.metric.Baselines;
import slmlab.metric.SessionMetrics;
import slmlab.metric.TrialMetrics;
import slmlab.run.RunFolder;
import slmlab.run.Table;

/// SLM-Lab's metrics as curves: what they are after each row. They stand in no column, but follow from the returns.
public enum MetricCurve {
    STRENGTH(TrialMetrics.Local::strengths),
    SAMPLE_EFFICIENCY(TrialMetrics.Local::sampleEfficiencies),
    TRAINING_EFFICIENCY(TrialMetrics.Local::trainingEfficiencies),
    STABILITY(TrialMetrics.Local::stabilities),
    CONSISTENCY(local -> List.of(local.consistencies()));

    private final Function<TrialMetrics.Local, List<double[]>> series;

    MetricCurve(Function<TrialMetrics.Local, List<double[]>> series) {
        this.series = series;
    }

    public static List<String> names() {
        return Stream.of(values()).map(MetricCurve::toString).toList();
    }

    /// Return a metric of a run, or a column of its tables.
    public static List<double[]> of(RunFolder run, List<Table> tables, String name) {
        return Stream.of(values())
                .filter(metric -> metric.toString().equals(name))
                .findFirst()
                .map(metric -> metric.of(run, tables))
                .orElseGet(
                        () -> tables.stream().map(table -> table.column(name)).toList());
    }

    private List<double[]> of(RunFolder run, List<Table> tables) {
        double random = Analysis.env(run)
                .flatMap(Baselines::of)
                .map(Baselines.Baseline::mean)
                .orElse(0.0); // an env without a baseline counts from 0, as in training
        List<SessionMetrics> sessions = new ArrayList<>();
        tables.forEach(table -> sessions.add(SessionMetrics.of(table, random)));
        return series.apply(TrialMetrics.of(sessions).local());
    }

    /// Return the word for it in options.
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
