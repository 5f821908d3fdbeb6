package slmlab.board;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import slmlab.compare.Contestant;
import slmlab.compare.Differences;
import slmlab.compare.RunLabels;
import slmlab.compare.Scoreboard;
import slmlab.metric.Headline;
import slmlab.run.Phase;
import slmlab.run.RunFolder;
import slmlab.run.RunSpec;
import slmlab.run.Table;
import slmlab.stats.Interval;
import slmlab.stats.PerformanceProfile;

/// Several runs beside each other; the numbers are those of `slm-lab compare`.
///
/// In one env every run is a side. In several envs a side is the runs of one algorithm, see [Contestant#of].
///
/// @param title what the returns are
/// @param problem why the scores cannot be compared; empty if they can
/// @param verdicts sentences for the best side beside each other one
/// @param notes what one should know besides: other frames, unfinished sessions
/// @param keys full paths in which the specs differ
/// @param names of these keys, short
/// @param improvement share of pairs of sessions in which the row's side scores higher than the column's
/// @param reading whether more of the rows will be there soon
record Compared(
        String title,
        String axis,
        String problem,
        List<String> verdicts,
        List<String> notes,
        List<String> keys,
        List<String> names,
        List<Row> rows,
        List<Side> sides,
        double[][] improvement,
        boolean reading) {

    /// @param side number of the side it belongs to
    /// @param values of the keys that differ
    /// @param mean of the sessions' last scores; null before there is one
    /// @param low end of its 95 % interval; null where there is none, as with fewer than four sessions
    /// @param band null before any row
    record Row(
            String id,
            String label,
            String env,
            int side,
            List<String> values,
            int sessions,
            @Nullable Double mean,
            @Nullable Double low,
            @Nullable Double high,
            @Nullable SessionBand band) {}

    /// @param id of its first run, which gives it its color
    /// @param profile share of the sessions above each score; null in one env, or where scores have no scale
    record Side(String id, String name, @Nullable Shares profile) {}

    /// A performance profile.
    ///
    /// @param x scores
    /// @param y shares of the sessions above them
    record Shares(double[] x, double[] y) {}

    static Compared of(List<RunFolder> runs, Tables tables, CurveWindow view) {
        List<Tables.Rows> read = runs.stream()
                .map(run -> tables.of(run, Phase.TRAIN, runs.size()))
                .toList();
        List<List<Table>> all = read.stream().map(Tables.Rows::tables).toList();
        String note = read.stream()
                .map(Tables.Rows::note)
                .filter(each -> !each.isEmpty())
                .findFirst()
                .orElse("");
        Headline headline =
                Headline.of(Phase.TRAIN, all.stream().flatMap(List::stream).toList());
        List<String> labels = RunLabels.of(runs);
        Differences differences = Differences.of(runs);
        List<Contestant> contestants = Contestant.of(runs);
        @Nullable Scoreboard scores = null;
        String problem = "";
        try {
            checkSize(runs);
            scores = Scoreboard.of(contestants);
        } catch (IllegalArgumentException e) { // the curves are shown all the same
            problem = String.valueOf(e.getMessage());
        }
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            RunFolder run = runs.get(i);
            int side = side(contestants, run);
            Scoreboard.@Nullable Row score =
                    scores != null && scores.envs().size() == 1 ? scores.rows().get(side) : score(run);
            @Nullable Interval interval = score == null ? null : score.interval();
            rows.add(new Row(
                    id(run),
                    labels.get(i),
                    RunSpec.env(run).orElse(""),
                    side,
                    differences.values().get(i),
                    all.get(i).size(),
                    score == null ? null : Double.valueOf(score.mean()),
                    interval == null ? null : interval.low(),
                    interval == null ? null : interval.high(),
                    band(all.get(i), headline.column(), view)));
        }
        return new Compared(
                headline.text() + note,
                view.x().toString(),
                problem,
                scores == null ? List.of() : scores.verdicts(),
                scores == null ? List.of() : scores.notes(),
                differences.keys(),
                differences.names(),
                rows,
                sides(contestants, scores),
                scores == null ? new double[0][0] : scores.improvement(),
                read.stream().anyMatch(Tables.Rows::reading));
    }

    private static void checkSize(List<RunFolder> runs) {
        runs.stream().filter(Tables::areLarge).findFirst().ifPresent(run -> {
            throw new IllegalArgumentException(
                    "the tables of %s are too large to be scored here; slm-lab compare does it".formatted(id(run)));
        });
    }

    private static List<Side> sides(List<Contestant> contestants, @Nullable Scoreboard scores) {
        List<Side> sides = new ArrayList<>();
        for (int i = 0; i < contestants.size(); i++) {
            @Nullable
            PerformanceProfile profile = scores != null && scores.envs().size() > 1 ? scores.profile(i) : null;
            sides.add(new Side(
                    id(contestants.get(i).runs().getFirst()),
                    contestants.get(i).name(),
                    profile == null ? null : new Shares(profile.thresholds(), profile.shares())));
        }
        return sides;
    }

    /// Return the score of a run in its own env; null before it has one.
    private static Scoreboard.@Nullable Row score(RunFolder run) {
        try {
            checkSize(List.of(run));
            return Scoreboard.ofRuns(List.of(run)).rows().getFirst();
        } catch (IllegalArgumentException _) { // what is wrong with it stands in the problem of all
            return null;
        }
    }

    private static int side(List<Contestant> contestants, RunFolder run) {
        int side = 0;
        while (!contestants.get(side).runs().contains(run)) {
            side++;
        }
        return side;
    }

    private static String id(RunFolder run) {
        return Objects.toString(run.path().toAbsolutePath().normalize().getFileName());
    }

    private static @Nullable SessionBand band(List<Table> sessions, String column, CurveWindow view) {
        String x = view.x().column();
        List<Table> placed = sessions.stream().filter(table -> table.has(x)).toList();
        return placed.isEmpty()
                ? null
                : SessionBand.of(
                        placed.stream().map(table -> table.column(x)).toList(),
                        placed.stream().map(table -> table.column(column)).toList(),
                        view);
    }
}
