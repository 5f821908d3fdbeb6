package slmlab.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import slmlab.compare.Contestant.Read;
import slmlab.compare.Contestant.Scale;
import slmlab.metric.Baselines;
import slmlab.metric.Solved;
import slmlab.run.RunFolder;
import slmlab.run.RunSpec;
import slmlab.stats.Coverage;
import slmlab.stats.Improvement;
import slmlab.stats.Interval;
import slmlab.stats.PerformanceProfile;
import slmlab.stats.Scores;
import slmlab.stats.Statistic;
import slmlab.stats.Verdict;

/// Final scores of runs beside each other, and what they say: statistics of each, who beats whom, a verdict in words.
///
/// The same runs give the same numbers. In several envs scores are scaled, so that 0 is the return of random actions
/// and 1 is where the env counts as solved.
public final class Scoreboard {
    private static final int POINTS = 60; // of a profile and of a curve

    /// The statistics of one contestant.
    ///
    /// @param settings its values of the keys that differ, see [#differences]
    /// @param interval of the mean; null where [Interval#ofMean] has none
    /// @param iqm interquartile mean
    /// @param worst lowest score of a session
    /// @param best highest score of a session
    public record Row(
            String name,
            List<String> settings,
            int sessions,
            double mean,
            @Nullable Interval interval,
            double iqm,
            double worst,
            double best) {}

    /// Mean score over training.
    ///
    /// @param frames at which it is taken, up to the last that all sessions have reached
    /// @param bands 95 % interval of each; NaN where [Interval#ofMean] has none
    public record Curve(double[] frames, double[] mean, Interval[] bands) {}

    private final List<Read> contestants;
    private final List<String> envs;
    private final boolean hasScale;
    private final List<Scale> scales;
    private final List<Scores> scores;
    private final Differences differences;
    private final List<Row> rows;
    private final List<String> notes;

    private Scoreboard(List<Read> contestants, List<String> envs, Differences differences) {
        this.contestants = contestants;
        this.envs = envs;
        List<Optional<Scale>> known = envs.stream().map(Scoreboard::scale).toList();
        this.hasScale = envs.size() == 1 || known.stream().allMatch(Optional::isPresent);
        this.scales = envs.size() > 1 && hasScale
                ? known.stream().map(Optional::orElseThrow).toList()
                : envs.stream().map(_ -> Scale.RAW).toList();
        this.scores = contestants.stream().map(each -> each.scores(scales)).toList();
        this.differences = differences;
        this.rows = IntStream.range(0, contestants.size()).mapToObj(this::row).toList();
        this.notes = new ArrayList<>(ScoreNotes.of(
                contestants,
                envs,
                envs.stream().filter(env -> scale(env).isEmpty()).toList()));
        fewestWithInterval().stream()
                .mapToObj(Coverage::caution)
                .flatMap(Optional::stream)
                .forEach(notes::add);
    }

    /// Compare runs, each under the name of its folder.
    public static Scoreboard ofRuns(List<RunFolder> runs) {
        return of(runs.stream()
                .map(run -> new Contestant(
                        String.valueOf(run.path().toAbsolutePath().normalize().getFileName()), List.of(run)))
                .toList());
    }

    /// Compare; an [IllegalArgumentException] names all runs that cannot be, and why.
    public static Scoreboard of(List<Contestant> all) {
        List<String> problems = new ArrayList<>();
        ScoreNotes.refuseTwice(all, problems);
        Map<Contestant, List<RunScores>> read = new LinkedHashMap<>();
        for (Contestant each : all) {
            List<RunScores> runs = new ArrayList<>();
            for (RunFolder run : each.runs()) {
                try {
                    runs.add(RunScores.of(run));
                } catch (IllegalArgumentException e) {
                    problems.add(String.valueOf(e.getMessage()));
                }
            }
            read.put(each, runs);
        }
        if (problems.isEmpty()) {
            ScoreNotes.refuseOtherEnvs(read, problems);
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(
                    problems.size() == 1
                            ? problems.getFirst()
                            : "%s problems\n  %s".formatted(problems.size(), String.join("\n  ", problems)));
        }
        List<String> envs = read.values().stream()
                .flatMap(List::stream)
                .map(RunScores::env)
                .distinct()
                .toList();
        List<Read> contestants = all.stream()
                .map(each -> Read.of(each.name(), read.getOrDefault(each, List.of()), envs))
                .toList();
        return new Scoreboard(
                contestants,
                envs,
                Differences.ofSpecs(all.stream().map(Scoreboard::spec).toList()));
    }

    /// Return the keys of a contestant's spec; those in which its own runs differ are omitted.
    private static Map<String, String> spec(Contestant contestant) {
        Map<String, String> spec =
                new LinkedHashMap<>(RunSpec.keys(contestant.runs().getFirst()));
        for (RunFolder run : contestant.runs()) {
            Map<String, String> other = RunSpec.keys(run);
            spec.entrySet().removeIf(entry -> !entry.getValue().equals(other.get(entry.getKey())));
        }
        return spec;
    }

    private static Optional<Scale> scale(String env) {
        return Solved.threshold(env).isPresent()
                ? Baselines.of(env)
                        .map(random ->
                                new Scale(random.mean(), Solved.threshold(env).getAsDouble()))
                : Optional.empty();
    }

    private Row row(int index) {
        Scores own = scores.get(index);
        return new Row(
                contestants.get(index).name(),
                differences.values().get(index),
                contestants.get(index).sessions(),
                hasScale ? Statistic.MEAN.of(own) : Double.NaN,
                hasScale ? Interval.ofMean(own) : null,
                hasScale ? Statistic.INTERQUARTILE_MEAN.of(own) : Double.NaN,
                hasScale ? own.min() : Double.NaN,
                hasScale ? own.max() : Double.NaN);
    }

    /// Return the fewest sessions that an interval rests on; empty if there is no interval.
    private OptionalInt fewestWithInterval() {
        return IntStream.range(0, rows.size())
                .filter(i -> rows.get(i).interval() != null)
                .map(i -> scores.get(i).fewestRuns())
                .min();
    }

    /// Return the envs, which are the tasks of the statistics.
    public List<String> envs() {
        return envs;
    }

    /// Whether scores are scaled, as with several envs.
    public boolean isScaled() {
        return envs.size() > 1 && hasScale;
    }

    public Differences differences() {
        return differences;
    }

    public List<Row> rows() {
        return rows;
    }

    /// Return what a reader should know besides: other frames, unfinished sessions, the scale, how far intervals
    /// hold.
    public List<String> notes() {
        return notes;
    }

    /// Return the share of pairs of sessions in which one contestant beats another: [one, other], 1/2 for itself.
    public double[][] improvement() {
        double[][] matrix = new double[scores.size()][scores.size()];
        for (int i = 0; i < matrix.length; i++) {
            for (int j = 0; j < matrix.length; j++) {
                matrix[i][j] = Improvement.of(scores.get(i), scores.get(j));
            }
        }
        return matrix;
    }

    /// Return a sentence for the contestant with the highest mean beside each other one. Any of them could have
    /// been that one, so the test is corrected for all pairs.
    public List<String> verdicts() {
        if (!hasScale) {
            return List.of("No verdict: scores of these envs have no common scale; compare in one env at a time.");
        }
        int best = IntStream.range(0, rows.size())
                .boxed()
                .max(Comparator.comparingDouble((Integer i) -> rows.get(i).mean())
                        .thenComparing(Comparator.reverseOrder()))
                .orElseThrow();
        return IntStream.range(0, rows.size())
                .filter(other -> other != best)
                .mapToObj(other -> Verdict.of(scores.get(best), scores.get(other), rows.size())
                        .words(rows.get(best).name(), rows.get(other).name()))
                .toList();
    }

    /// Return the performance profile of a contestant: the share of its sessions above each score, over the scores
    /// of all. Null where scores of several envs have no common scale.
    public @Nullable PerformanceProfile profile(int index) {
        if (!hasScale) {
            return null;
        }
        double low = scores.stream().mapToDouble(Scores::min).min().orElseThrow();
        double high = scores.stream().mapToDouble(Scores::max).max().orElseThrow();
        double margin = Math.max(0.02 * (high - low), 1e-9);
        double[] thresholds = IntStream.rangeClosed(0, POINTS)
                .mapToDouble(i -> low - margin + (high - low + 2 * margin) * i / POINTS)
                .toArray();
        return PerformanceProfile.of(scores.get(index), thresholds);
    }

    /// Return the mean score of a contestant over its frames, where every session has a return. Null where scores
    /// of several envs have no common scale.
    public @Nullable Curve curve(int index) {
        return hasScale ? ScoreCurve.of(contestants.get(index), scales, POINTS) : null;
    }

    /// Return all numbers, for a file.
    public Map<String, Object> written() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("envs", envs);
        all.put("is_scaled", isScaled());
        all.put("differing_keys", differences.keys());
        List<Object> each = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            each.add(written(i));
        }
        all.put("runs", each);
        all.put("pairs_won", improvement());
        all.put("verdicts", verdicts());
        all.put("notes", notes);
        return all;
    }

    private Map<String, @Nullable Object> written(int index) {
        Row row = rows.get(index);
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        all.put("name", row.name());
        all.put("settings", row.settings());
        List<Object> runs = new ArrayList<>();
        for (RunScores run : contestants.get(index).runs()) {
            Map<String, Object> entry = new LinkedHashMap<>(); // the order is part of the bytes
            entry.put("folder", run.run().path().toString());
            entry.put("env", run.env());
            entry.put("frames", run.frames());
            entry.put("scores", run.scores());
            runs.add(entry);
        }
        all.put("runs", runs);
        all.put("sessions", row.sessions());
        all.put("mean", row.mean());
        all.put("mean_interval", row.interval());
        all.put("iqm", row.iqm());
        all.put("worst", row.worst());
        all.put("best", row.best());
        all.put("profile", profile(index));
        all.put("curve", curve(index));
        return all;
    }

    /// Return the envs as one text.
    public String title() {
        return String.join(", ", envs);
    }
}
