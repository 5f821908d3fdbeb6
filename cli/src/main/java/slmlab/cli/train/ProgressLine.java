package slmlab.cli.train;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import slmlab.chart.Sparkline;
import slmlab.experiment.SessionResult;
import slmlab.metric.Headline;
import slmlab.metric.Metrics;
import slmlab.run.Phase;
import slmlab.run.Table;

/// How far a session is and how well it does, in the width of a terminal.
final class ProgressLine {
    private static final int WIDTH = 80;
    private static final int LONGEST_CURVE = 24;
    private static final int SHORTEST_CURVE = 6;
    private static final int INDENT = 4;
    private static final Set<String> ON_THE_LINE = Set.copyOf(Metrics.names(List.of(
            Metrics.TOTAL_REWARD,
            Metrics.FRAME,
            Metrics.FPS,
            Metrics.WALL_T,
            Metrics.T,
            Metrics.LOSS,
            Metrics.MEAN_RETURN)));

    private ProgressLine() {}

    /// Return the line of a session that is running.
    ///
    /// @param mean return of the last 100 episodes; NaN before any
    static String row(int session, Table table, double mean, long maxFrame, Pace pace) {
        long frame = (long) table.last(Metrics.FRAME.name(), 1)[0];
        String head = String.format(
                Locale.ROOT,
                "s%d  %3.0f%%  frame %,d  %,.0f fps  return %s",
                session,
                100.0 * frame / maxFrame,
                frame,
                pace.framesPerSecond(),
                number(mean));
        double loss = table.last(Metrics.LOSS.name(), 1)[0];
        OptionalDouble left = pace.seconds(maxFrame - frame);
        String lossText = Double.isNaN(loss) ? "" : String.format(Locale.ROOT, "loss %.3g", loss);
        String eta = left.isPresent() ? "ETA " + time(left.getAsDouble()) : "";
        String tail = joined(lossText, eta);
        boolean fits = joined(head, tail).length() + 2 + SHORTEST_CURVE <= WIDTH;
        return withCurve(table, head, fits ? tail : eta);
    }

    /// Return the line of a session that has ended.
    static String end(int session, SessionResult result) {
        String head = String.format(
                Locale.ROOT,
                "s%d  %s at frame %,d  return %s",
                session,
                result.finished() ? "done" : "stopped",
                result.frame(),
                number(result.meanReturn()));
        String tail = String.format(Locale.ROOT, "%,.0f fps  %.1f s", result.framesPerSecond(), result.seconds());
        return withCurve(result.table(), head, tail);
    }

    /// Add the curve of the returns, as long as there is room for.
    private static String withCurve(Table table, String head, String tail) {
        int room = WIDTH - joined(head, tail).length() - 2;
        String column = Headline.of(Phase.TRAIN, List.of(table)).column();
        return room < SHORTEST_CURVE || !table.has(column)
                ? joined(head, tail)
                : joined(head, Sparkline.of(table.column(column), Math.min(room, LONGEST_CURVE)), tail);
    }

    /// Return the columns of the last row that [#row] does not show, in lines.
    static List<String> diagnostics(Table table) {
        double[] row = table.row(table.size() - 1);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < row.length; i++) {
            String column = table.columns().get(i);
            if (!ON_THE_LINE.contains(column) && !Double.isNaN(row[i])) {
                String item = "%s %s".formatted(column, text(row[i]));
                if (!lines.isEmpty() && lines.getLast().length() + 2 + item.length() <= WIDTH - INDENT) {
                    lines.set(lines.size() - 1, joined(lines.getLast(), item));
                } else {
                    lines.add(item);
                }
            }
        }
        return lines;
    }

    private static String text(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e9
                ? String.format(Locale.ROOT, "%,d", (long) value)
                : String.format(Locale.ROOT, "%.4g", value);
    }

    private static String joined(String... parts) {
        return Stream.of(parts).filter(part -> !part.isEmpty()).collect(Collectors.joining("  "));
    }

    private static String number(double value) {
        return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, "%.2f", value);
    }

    private static String time(double seconds) {
        long whole = Math.round(Math.max(0, seconds));
        return whole < 3600
                ? String.format(Locale.ROOT, "%d:%02d", whole / 60, whole % 60)
                : String.format(Locale.ROOT, "%d:%02d:%02d", whole / 3600, whole / 60 % 60, whole % 60);
    }
}
