package slmlab.board;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import slmlab.report.Analysis;
import slmlab.report.DifferingKeys;
import slmlab.report.Headline;
import slmlab.report.Phase;
import slmlab.report.RunFolder;
import slmlab.report.RunLabels;
import slmlab.report.Table;
import slmlab.stats.Bootstrap;
import slmlab.stats.Improvement;
import slmlab.stats.Interval;
import slmlab.stats.Scores;
import slmlab.stats.Statistic;
import slmlab.stats.Verdict;

/// Several runs beside each other.
///
/// @param title what the returns are
/// @param verdict what the scores say, in a sentence or two
/// @param keys in which the specs differ
/// @param improvement probability that a session of the row's run scores higher than one of the column's; null on the
///     diagonal, and where a run has no score or another env
record Compared(
        String title,
        String axis,
        String verdict,
        List<String> keys,
        List<Row> rows,
        List<List<@Nullable Double>> improvement) {
    private static final Bootstrap BOOTSTRAP = new Bootstrap(2000);

    /// @param values by key
    /// @param mean of the sessions' last scores; null if no session has one
    /// @param iqm their interquartile mean
    /// @param low end of the 95 % bootstrap interval of that; null with one session
    /// @param band null before any row
    record Row(
            String id,
            String label,
            String env,
            Map<String, String> values,
            int sessions,
            @Nullable Double mean,
            @Nullable Double iqm,
            @Nullable Double low,
            @Nullable Double high,
            @Nullable Band band) {}

    static Compared of(List<RunFolder> runs, Tables tables, View view) {
        List<List<Table>> all = runs.stream()
                .map(run -> List.copyOf(tables.of(run, Phase.TRAIN).values()))
                .toList();
        Headline headline =
                Headline.of(Phase.TRAIN, all.stream().flatMap(List::stream).toList());
        List<String> labels = RunLabels.of(runs);
        List<String> envs = runs.stream().map(run -> Analysis.env(run).orElse("")).toList();
        DifferingKeys keys = DifferingKeys.of(runs);
        List<@Nullable Scores> scores = new ArrayList<>();
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            List<Table> sessions = all.get(i);
            @Nullable Scores own = scores(sessions, headline.column());
            scores.add(own);
            @Nullable Interval interval = own == null || own.fewestRuns() < 2
                    ? null
                    : BOOTSTRAP.interval(own, Statistic.INTERQUARTILE_MEAN::of);
            rows.add(new Row(
                    Objects.toString(runs.get(i).path().toAbsolutePath().normalize().getFileName()),
                    labels.get(i),
                    envs.get(i),
                    keys.values().get(i),
                    sessions.size(),
                    own == null ? null : Double.valueOf(Statistic.MEAN.of(own)),
                    own == null ? null : Double.valueOf(Statistic.INTERQUARTILE_MEAN.of(own)),
                    interval == null ? null : interval.low(),
                    interval == null ? null : interval.high(),
                    band(sessions, headline.column(), view)));
        }
        return new Compared(
                headline.text(), view.x().toString(), verdict(labels, envs, scores), keys.keys(), rows, matrix(envs, scores));
    }

    private static @Nullable Band band(List<Table> sessions, String column, View view) {
        String x = view.x().column();
        List<Table> placed = sessions.stream().filter(table -> table.has(x)).toList();
        return placed.isEmpty()
                ? null
                : Band.of(
                        placed.stream().map(table -> table.column(x)).toList(),
                        placed.stream().map(table -> table.column(column)).toList(),
                        view);
    }

    private static @Nullable Scores scores(List<Table> sessions, String column) {
        double[] last = sessions.stream()
                .mapToDouble(table -> table.last(column, 1)[0])
                .filter(Double::isFinite)
                .toArray();
        return last.length == 0 ? null : Scores.of(last);
    }

    private static List<List<@Nullable Double>> matrix(List<String> envs, List<@Nullable Scores> scores) {
        List<List<@Nullable Double>> matrix = new ArrayList<>();
        for (int i = 0; i < scores.size(); i++) {
            List<@Nullable Double> row = new ArrayList<>();
            for (int j = 0; j < scores.size(); j++) {
                @Nullable Scores a = scores.get(i);
                @Nullable Scores b = scores.get(j);
                boolean fit = i != j && envs.get(i).equals(envs.get(j));
                row.add(fit && a != null && b != null ? Double.valueOf(Improvement.of(a, b)) : null);
            }
            matrix.add(row);
        }
        return matrix;
    }

    /// Compare the best run with the second best; runs of different envs cannot be compared.
    private static String verdict(List<String> labels, List<String> envs, List<@Nullable Scores> scores) {
        if (envs.stream().distinct().count() > 1) {
            return "These runs are on different envs (%s): their returns do not compare."
                    .formatted(String.join(", ", envs.stream().distinct().toList()));
        }
        List<Integer> order = IntStream.range(0, scores.size())
                .filter(i -> scores.get(i) != null)
                .boxed()
                .sorted(Comparator.comparingDouble(
                        (Integer i) -> -Statistic.INTERQUARTILE_MEAN.of(Objects.requireNonNull(scores.get(i)))))
                .toList();
        if (order.size() < 2) {
            return "Fewer than two of these runs have a score yet.";
        }
        int first = order.get(0);
        int second = order.get(1);
        String words = Verdict.of(
                        Objects.requireNonNull(scores.get(first)), Objects.requireNonNull(scores.get(second)), BOOTSTRAP)
                .words(labels.get(first), labels.get(second));
        return order.size() == 2 ? words : "Of the two best: " + words;
    }
}
