package slmlab.search.trial;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import slmlab.chart.Look;
import slmlab.chart.ScatterGrid;
import slmlab.compare.Comparison;
import slmlab.compare.XAxis;
import slmlab.file.JsonFile;
import slmlab.file.SafeFile;
import slmlab.metric.Metrics;
import slmlab.report.SpreadBand;
import slmlab.run.RunFolder;
import slmlab.search.Domain;
import slmlab.search.Parameter;
import slmlab.search.study.Study;
import slmlab.search.study.TrialRow;
import slmlab.search.study.TrialState;

/// What a search writes about its trials, from the study alone.
public final class SearchFiles {
    private static final List<String> MEASURES = Metrics.names(List.of(
            Metrics.TOTAL_REWARD_MA,
            Metrics.STRENGTH,
            Metrics.SAMPLE_EFFICIENCY,
            Metrics.STABILITY,
            Metrics.CONSISTENCY));

    private static final String STRENGTH = Metrics.STRENGTH.name(); // colors the points
    private static final int MOST_CURVES = 8; // as many as there are colors

    private SearchFiles() {}

    /// Write the table of trials, their data and the best spec.
    ///
    /// @return the trial of the best spec: the confirmed winner or the candidate, if one has run to its end
    public static Optional<TrialRow> write(Study study, SearchFolder folder) {
        List<TrialRow> trials = study.trials();
        ExperimentTable table = ExperimentTable.of(study.plan().space(), trials);
        byte[] csv = table.csv().getBytes(StandardCharsets.UTF_8);
        for (Path file : List.of(folder.table(), folder.infoTable())) {
            SafeFile.write(file, out -> out.write(csv));
        }
        JsonFile.write(folder.trialData(), table.data());
        Optional<TrialRow> best = study.standing().best();
        best.ifPresent(trial ->
                JsonFile.write(folder.bestSpec(), SearchPlan.with(study.plan().spec(), trial.values())));
        return best;
    }

    /// Draw SLM-Lab's experiment graph: each measure over each searched key, in the color of the strength; nothing
    /// before a trial has ended with numbers.
    ///
    /// @throws slmlab.chart.ChartException where nothing can be drawn
    public static void draw(Study study, SearchFolder folder) {
        List<TrialRow> trials = ExperimentTable.of(study.plan().space(), study.trials()).trials().stream()
                .filter(trial -> !trial.metrics().isEmpty())
                .toList();
        if (trials.isEmpty()) {
            return;
        }
        List<ScatterGrid.Across> across = new ArrayList<>();
        for (int i = 0; i < study.plan().space().size(); i++) {
            across.add(across(study.plan().space().parameters().get(i), i, trials));
        }
        List<ScatterGrid.Up> up = MEASURES.stream()
                .map(metric -> new ScatterGrid.Up(metric, metric(trials, metric)))
                .filter(measure -> Arrays.stream(measure.values()).anyMatch(Double::isFinite))
                .toList();
        new ScatterGrid(folder.name(), across, up, STRENGTH, metric(trials, STRENGTH)).write(folder.graph());
        drawCurves(trials, folder);
    }

    /// Draw the curves of the best trials that are on this machine, those that ran to their end first.
    private static void drawCurves(List<TrialRow> trials, SearchFolder folder) {
        List<TrialRow> best = trials.stream()
                .filter(trial -> RunFolder.isRun(folder.trial(trial.number())))
                .sorted(Comparator.comparing((TrialRow trial) -> trial.state() != TrialState.DONE)
                        .thenComparingDouble(trial -> -trial.score())
                        .thenComparingInt(TrialRow::number))
                .limit(MOST_CURVES)
                .toList();
        if (!best.isEmpty()) {
            List<RunFolder> runs = best.stream()
                    .map(trial -> RunFolder.open(folder.trial(trial.number())))
                    .toList();
            List<String> labels =
                    best.stream().map(trial -> "trial " + trial.number()).toList();
            new Comparison(runs, labels, XAxis.FRAMES, null, 1, SpreadBand.DEVIATION)
                    .write(folder.curves(), "the best trials of " + folder.name(), Look.WIDE);
        }
    }

    private static ScatterGrid.Across across(Parameter key, int index, List<TrialRow> trials) {
        double[] values =
                trials.stream().mapToDouble(trial -> trial.point()[index]).toArray();
        boolean isLog = key.domain() instanceof Domain.Range range && range.isLog();
        List<String> options = key.domain() instanceof Domain.Choice(List<?> all)
                ? all.stream().map(ExperimentTable::text).toList()
                : List.of();
        return new ScatterGrid.Across(key.path().replaceFirst("^agent\\.", ""), values, isLog, options);
    }

    private static double[] metric(List<TrialRow> trials, String name) {
        return trials.stream()
                .mapToDouble(trial -> ExperimentTable.metric(trial, name))
                .toArray();
    }
}
