package slmlab.compare;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import slmlab.chart.Format;
import slmlab.chart.Look;
import slmlab.file.SafeFile;
import slmlab.metric.Headline;
import slmlab.metric.MetricsFile;
import slmlab.metric.Series;
import slmlab.report.Analysis;
import slmlab.report.CurveNumbers;
import slmlab.report.Curves;
import slmlab.report.MetricCurve;
import slmlab.report.SpreadBand;
import slmlab.report.TrialCurve;
import slmlab.run.Phase;
import slmlab.run.RunFolder;
import slmlab.run.Table;
import slmlab.spec.text.Suggestion;

/// Several runs in one figure: the mean of each run's sessions, and their spread.
///
/// @param labels one per run, for the legend; see [RunLabels]
/// @param x what the curves are drawn over
/// @param y a column of the session tables, or one of SLM-Lab's metrics; null for the returns
/// @param smooth each point is the mean of so many rows
/// @param band what the band around the mean of the sessions shows
public record Comparison(
        List<RunFolder> runs,
        List<String> labels,
        XAxis x,
        @Nullable String y,
        int smooth,
        SpreadBand band) {
    private static final int LONGEST_TITLE = 100;

    public Comparison {
        if (runs.isEmpty() || labels.size() != runs.size()) {
            throw new IllegalArgumentException("%s labels for %s runs".formatted(labels.size(), runs.size()));
        }
        if (smooth < 1) {
            throw new IllegalArgumentException("cannot smooth over %s rows; needs at least 1".formatted(smooth));
        }
    }

    /// Compare the returns of runs over their frames.
    public static Comparison of(List<RunFolder> runs) {
        return new Comparison(runs, RunLabels.of(runs), XAxis.FRAMES, null, 1, SpreadBand.DEVIATION);
    }

    /// Return the names of the runs' envs.
    public String envs() {
        return runs.stream()
                .map(run -> Analysis.env(run).orElse(run.name()))
                .distinct()
                .collect(Collectors.joining(", "));
    }

    /// Return the name of the figure's file; an [IllegalArgumentException] says what is wrong with its title.
    public String file(String title, Format format) {
        String name = title.replaceAll("[/\\\\:*?\"<>|\\p{Cntrl}]+", "-");
        if (name.length() > LONGEST_TITLE) {
            throw new IllegalArgumentException(
                    "the title has %s characters and names the file; give a shorter one with --title, of at most %s"
                            .formatted(name.length(), LONGEST_TITLE));
        }
        return "%s_multi_trial_graph_%s_vs_%s.%s".formatted(name, y == null ? "mean_returns" : y, x, format);
    }

    /// Draw it; an [IllegalArgumentException] says which run lacks what.
    public void write(Path file, String title, Look look) {
        draw(file, title, look);
    }

    /// Draw it and write its numbers beside it; return their file.
    public Path writeWithNumbers(Path file, String title, Look look) {
        Path numbers = CurveNumbers.beside(file);
        CurveNumbers.write(numbers, x.column(), draw(file, title, look), band);
        return numbers;
    }

    private List<TrialCurve> draw(Path file, String title, Look look) {
        List<List<Table>> tables = runs.stream().map(Comparison::tables).toList();
        Headline headline =
                Headline.of(Phase.TRAIN, tables.stream().flatMap(List::stream).toList());
        String column = y == null ? headline.column() : y;
        check(tables, column);
        check(tables, x.column());
        double longest = tables.stream()
                .flatMap(List::stream)
                .mapToDouble(table -> Series.max(table.column(x.column())))
                .max()
                .orElse(0);
        double unit = x.unit(longest);
        List<TrialCurve> curves = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            List<double[]> series = MetricCurve.of(runs.get(i), tables.get(i), column);
            TrialCurve curve = TrialCurve.of(labels.get(i), tables.get(i), x.column(), series, smooth);
            curves.add(y == null && runs.size() == 1 ? curve.withEpisodes(tables.get(i), headline) : curve);
        }
        String yTitle = y == null ? headline.text() : y;
        byte[] figure = Curves.drawn(
                () -> Curves.bands(
                        title,
                        x.title(unit),
                        yTitle,
                        curves.stream().map(curve -> curve.per(unit)).toList(),
                        smooth,
                        band),
                look);
        if (figure == null) {
            throw new IllegalArgumentException("%s has no number in any of these runs".formatted(column));
        }
        SafeFile.write(file, out -> out.write(figure));
        return curves;
    }

    private static List<Table> tables(RunFolder run) {
        List<Table> tables = run.sessions().stream()
                .map(session -> Table.read(run.sessionTable(session, Phase.TRAIN)))
                .toList();
        if (tables.isEmpty() && Files.exists(run.trialMetrics())) {
            return MetricsFile.tables(run.trialMetrics());
        }
        if (tables.isEmpty()) {
            throw new IllegalArgumentException(
                    "%s has no session tables; needs %s".formatted(run.path(), run.sessionTable(0, Phase.TRAIN)));
        }
        return tables;
    }

    private void check(List<List<Table>> tables, String column) {
        for (int i = 0; i < runs.size(); i++) {
            TreeSet<String> known = new TreeSet<>(tables.get(i).getFirst().columns());
            for (Table table : tables.get(i)) {
                known.retainAll(table.columns());
            }
            known.addAll(MetricCurve.names());
            if (!known.contains(column)) {
                String hint = Suggestion.of(column, List.copyOf(known))
                        .map(" did you mean %s?"::formatted)
                        .orElse("");
                throw new IllegalArgumentException("%s has no column %s;%s it has %s"
                        .formatted(runs.get(i).path(), column, hint, String.join(", ", known)));
            }
        }
    }
}
