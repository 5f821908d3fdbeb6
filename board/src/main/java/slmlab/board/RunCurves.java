package slmlab.board;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import slmlab.metric.Baselines;
import slmlab.metric.Headline;
import slmlab.metric.Health;
import slmlab.metric.Metric;
import slmlab.metric.Metrics;
import slmlab.metric.Solved;
import slmlab.report.Analysis;
import slmlab.run.Phase;
import slmlab.run.RunFolder;
import slmlab.run.Table;

/// The curves of one run.
///
/// @param title what the returns are
/// @param returns all sessions
/// @param raw the last episodes' own returns, of a run with one session; null where there are none
/// @param band their mean and interval; null before any row
/// @param evaluations of deterministic actions, session by session
/// @param random what random actions reach; null if unknown
/// @param solved from which return on the env counts as solved; null if nobody says
/// @param charts the other columns
/// @param constants columns with one value throughout
/// @param reading whether more of the rows will be there soon
record RunCurves(
        String title,
        String axis,
        List<Line> returns,
        @Nullable Line raw,
        @Nullable SessionBand band,
        List<Line> evaluations,
        @Nullable Double random,
        @Nullable Double solved,
        List<Chart> charts,
        Map<String, Double> constants,
        boolean reading) {

    /// @param meaning one line
    /// @param healthy how it looks in a run that learns; empty where there is no rule
    /// @param advice what to do otherwise
    /// @param low end of the band in which healthy values lie; null for none
    /// @param high other end; null for none
    record Chart(
            String name,
            String meaning,
            String healthy,
            String advice,
            @Nullable Double low,
            @Nullable Double high,
            List<Line> lines) {}

    static RunCurves of(RunFolder run, Tables tables, CurveWindow view) {
        Tables.Rows rows = tables.of(run, Phase.TRAIN, 1);
        Tables.Rows evaluations = tables.of(run, Phase.EVAL, 1);
        List<Table> train = rows.tables();
        List<Table> eval = evaluations.tables();
        boolean reading = rows.reading() || evaluations.reading();
        String env = Analysis.env(run).orElse("");
        @Nullable
        Double random = Baselines.of(env).map(Baselines.Baseline::mean).orElse(null);
        @Nullable
        Double solved = Solved.threshold(env).isPresent()
                ? Double.valueOf(Solved.threshold(env).getAsDouble())
                : null;
        if (train.isEmpty()) {
            return new RunCurves(
                    "",
                    view.x().toString(),
                    List.of(),
                    null,
                    null,
                    List.of(),
                    random,
                    solved,
                    List.of(),
                    Map.of(),
                    reading);
        }
        Headline headline = Headline.of(Phase.TRAIN, train);
        String x = view.x().column();
        List<Table> placed = train.stream().filter(table -> table.has(x)).toList();
        List<double[]> xs = placed.stream().map(table -> table.column(x)).toList();
        List<double[]> ys =
                placed.stream().map(table -> table.column(headline.column())).toList();
        List<Chart> charts = new ArrayList<>();
        Map<String, Double> constants = new LinkedHashMap<>();
        for (String column : columns(placed)) {
            @Nullable Double constant = constant(placed, column);
            if (constant == null) {
                charts.add(chart(column, placed, xs, view));
            } else {
                constants.put(column, constant);
            }
        }
        boolean one = placed.size() == 1 && headline.column().equals(Metrics.MEAN_RETURN.name());
        return new RunCurves(
                headline.text() + rows.note(),
                view.x().toString(),
                lines(xs, ys, view),
                one ? Line.of(xs.getFirst(), placed.getFirst().column(Metrics.TOTAL_REWARD.name()), view) : null,
                placed.isEmpty() ? null : SessionBand.of(xs, ys, view),
                lines(
                        eval.stream()
                                .filter(table -> table.has(x))
                                .map(table -> table.column(x))
                                .toList(),
                        eval.stream()
                                .filter(table -> table.has(x))
                                .map(table -> table.column(Metrics.TOTAL_REWARD.name()))
                                .toList(),
                        view),
                random,
                solved,
                charts,
                constants,
                reading);
    }

    private static List<Line> lines(List<double[]> xs, List<double[]> ys, CurveWindow view) {
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < xs.size(); i++) {
            lines.add(Line.of(xs.get(i), ys.get(i), view));
        }
        return lines;
    }

    private static Chart chart(String column, List<Table> tables, List<double[]> xs, CurveWindow view) {
        CurveWindow small = new CurveWindow(view.x(), Math.max(10, view.pixels() / 2), view.from(), view.to());
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < tables.size(); i++) {
            if (tables.get(i).has(column)) {
                lines.add(Line.of(xs.get(i), tables.get(i).column(column), small));
            }
        }
        Optional<Metric> metric = Metrics.of(column);
        Health health = metric.map(Metric::health).orElse(Health.UNKNOWN);
        return new Chart(
                column,
                metric.map(Metric::meaning).orElse("a column of the session tables"),
                health.healthy(),
                health.advice(),
                Double.isFinite(health.low()) ? Double.valueOf(health.low()) : null,
                Double.isFinite(health.high()) ? Double.valueOf(health.high()) : null,
                lines);
    }

    /// Return the columns with a chart of their own in the order of [Metrics]; those that are not declared follow.
    private static Set<String> columns(List<Table> tables) {
        Set<String> there = new LinkedHashSet<>();
        tables.forEach(table -> there.addAll(table.columns()));
        Set<String> all = new LinkedHashSet<>();
        for (Metric metric : Metrics.all()) {
            if (there.remove(metric.name()) && metric.place() == Metric.Place.CHART) {
                all.add(metric.name());
            }
        }
        all.addAll(there);
        return all;
    }

    /// Return the one value of a column; null if it has several or none, or too few rows to tell.
    private static @Nullable Double constant(List<Table> tables, String column) {
        double first = Double.NaN;
        int rows = 0;
        for (Table table : tables) {
            if (table.has(column)) {
                for (double value : table.column(column)) {
                    rows++;
                    first = Double.isNaN(first) ? value : first;
                    if (!Double.isNaN(value) && value != first) {
                        return null;
                    }
                }
            }
        }
        return rows < 3 || Double.isNaN(first) ? null : Double.valueOf(first);
    }
}
