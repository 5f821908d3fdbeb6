package slmlab.board;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import slmlab.report.Analysis;
import slmlab.report.Baselines;
import slmlab.report.Glossary;
import slmlab.report.Headline;
import slmlab.report.Health;
import slmlab.report.Phase;
import slmlab.report.RunFolder;
import slmlab.report.Solved;
import slmlab.report.Table;

/// The curves of one run.
///
/// @param title what the returns are
/// @param returns all sessions
/// @param raw the last episodes' own returns, of a run with one session; null where there are none
/// @param band their mean and interval; null before any row
/// @param evaluations of deterministic actions, session by session
/// @param random what random actions earn; null if unknown
/// @param solved from which return on the env counts as solved; null if nobody says
/// @param charts the other columns
/// @param constants columns with one value throughout
/// @param reading whether more of the rows will be there soon
record RunCurves(
        String title,
        String axis,
        List<Line> returns,
        @Nullable Line raw,
        @Nullable Band band,
        List<Line> evaluations,
        @Nullable Double random,
        @Nullable Double solved,
        List<Chart> charts,
        Map<String, Double> constants,
        boolean reading) {

    private static final Health NO_RULE = new Health("", "", Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);

    /// Columns that say how far a run is, or are shown as returns.
    private static final Set<String> PLACES =
            Set.of("frame", "wall_t", "t", "epi", "opt_step", "total_reward", "total_reward_ma", "mean_return");

    /// The order in which one looks at them; any other column follows.
    private static final List<String> FIRST = List.of(
            "loss",
            "policy_loss",
            "value_loss",
            "entropy",
            "approx_kl",
            "stale_kl",
            "clip_fraction",
            "explained_variance",
            "grad_norm",
            "q_mean",
            "q_max",
            "td_error",
            "alpha",
            "explore_var",
            "lr",
            "mean_length",
            "fps");

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

    static RunCurves of(RunFolder run, Tables tables, View view) {
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
        boolean one = placed.size() == 1 && headline.column().equals("mean_return");
        return new RunCurves(
                headline.text() + rows.note(),
                view.x().toString(),
                lines(xs, ys, view),
                one ? Line.of(xs.getFirst(), placed.getFirst().column("total_reward"), view) : null,
                placed.isEmpty() ? null : Band.of(xs, ys, view),
                lines(
                        eval.stream()
                                .filter(table -> table.has(x))
                                .map(table -> table.column(x))
                                .toList(),
                        eval.stream()
                                .filter(table -> table.has(x))
                                .map(table -> table.column("total_reward"))
                                .toList(),
                        view),
                random,
                solved,
                charts,
                constants,
                reading);
    }

    private static List<Line> lines(List<double[]> xs, List<double[]> ys, View view) {
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < xs.size(); i++) {
            lines.add(Line.of(xs.get(i), ys.get(i), view));
        }
        return lines;
    }

    private static Chart chart(String column, List<Table> tables, List<double[]> xs, View view) {
        View small = new View(view.x(), Math.max(10, view.pixels() / 2), view.from(), view.to());
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < tables.size(); i++) {
            if (tables.get(i).has(column)) {
                lines.add(Line.of(xs.get(i), tables.get(i).column(column), small));
            }
        }
        Health health = Health.of(column).orElse(NO_RULE);
        return new Chart(
                column,
                Glossary.explain(column).orElse("a column of the session tables"),
                health.healthy(),
                health.advice(),
                Double.isFinite(health.low()) ? Double.valueOf(health.low()) : null,
                Double.isFinite(health.high()) ? Double.valueOf(health.high()) : null,
                lines);
    }

    private static Set<String> columns(List<Table> tables) {
        Set<String> all = new LinkedHashSet<>(FIRST);
        Set<String> there = new LinkedHashSet<>();
        tables.forEach(table -> there.addAll(table.columns()));
        all.retainAll(there);
        all.addAll(there);
        all.removeAll(PLACES);
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
