package slmlab.board;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import slmlab.report.Contestant;
import slmlab.report.Differences;
import slmlab.report.Headline;
import slmlab.report.Phase;
import slmlab.report.RunFolder;
import slmlab.report.RunLabels;
import slmlab.report.Scoreboard;
import slmlab.report.Table;
import slmlab.stats.Interval;

/// Several runs beside each other; the numbers are those of `slm-lab compare`.
///
/// @param title what the returns are
/// @param problem why the scores cannot be compared; empty if they can
/// @param verdicts sentences for the best run beside each other one
/// @param notes what one should know besides: other frames, unfinished sessions
/// @param keys full paths in which the specs differ
/// @param names of these keys, short
/// @param improvement probability that a session of the row's run scores higher than one of the column's
record Compared(
        String title,
        String axis,
        String problem,
        List<String> verdicts,
        List<String> notes,
        List<String> keys,
        List<String> names,
        List<Row> rows,
        double[][] improvement) {

    /// @param values of the keys that differ
    /// @param iqm interquartile mean of the sessions' last scores; null where scores cannot be compared
    /// @param low end of its 95 % bootstrap interval; null with one session
    /// @param band null before any row
    record Row(
            String id,
            String label,
            List<String> values,
            int sessions,
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
        Differences differences = Differences.of(runs);
        @Nullable Scoreboard scores = null;
        String problem = "";
        try {
            scores = Scoreboard.of(IntStream.range(0, runs.size())
                    .mapToObj(i -> new Contestant(labels.get(i), List.of(runs.get(i))))
                    .toList());
        } catch (IllegalArgumentException e) { // the curves are shown all the same
            problem = String.valueOf(e.getMessage());
        }
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            Scoreboard.@Nullable Row score =
                    scores == null ? null : scores.rows().get(i);
            @Nullable Interval interval = score == null ? null : score.interval();
            rows.add(new Row(
                    Objects.toString(
                            runs.get(i).path().toAbsolutePath().normalize().getFileName()),
                    labels.get(i),
                    differences.values().get(i),
                    all.get(i).size(),
                    score == null ? null : Double.valueOf(score.iqm()),
                    interval == null ? null : interval.low(),
                    interval == null ? null : interval.high(),
                    band(all.get(i), headline.column(), view)));
        }
        return new Compared(
                headline.text(),
                view.x().toString(),
                problem,
                scores == null ? List.of() : scores.verdicts(),
                scores == null ? List.of() : scores.notes(),
                differences.keys(),
                differences.names(),
                rows,
                scores == null ? new double[0][0] : scores.improvement());
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
}
