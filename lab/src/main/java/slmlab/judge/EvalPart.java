package slmlab.judge;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import slmlab.experiment.record.Evaluation;
import slmlab.metric.Metrics;
import slmlab.stats.Coverage;
import slmlab.stats.Interval;
import slmlab.stats.Scores;
import slmlab.stats.Statistic;

/// The episodes of all sessions of a run, with one way to act.
///
/// The interval is over sessions, since another training gives another agent: one number for each session, the mean of
/// its episodes. With a single session it is over the episodes of that one agent.
public final class EvalPart {
    private final String name;
    private final SequencedMap<Integer, Evaluation.Result> sessions = new LinkedHashMap<>();

    public EvalPart(String name) {
        this.name = name;
    }

    public String name() {
        return name;
    }

    public void add(int session, Evaluation.Result result) {
        sessions.put(session, result);
    }

    private static String counted(int count, String thing) {
        return "%s %s%s".formatted(count, thing, count == 1 ? "" : "s");
    }

    private boolean isOneAgent() {
        return sessions.size() == 1;
    }

    /// Return what the headline is the mean of: episodes of one agent, or means of sessions.
    private Scores scores() {
        return Scores.of(
                isOneAgent()
                        ? sessions.firstEntry().getValue().returns()
                        : sessions.values().stream()
                                .mapToDouble(Evaluation.Result::mean)
                                .toArray());
    }

    /// Return what to print.
    public List<String> lines() {
        List<String> lines = new ArrayList<>(List.of(name));
        sessions.forEach((session, result) -> lines.add(String.format(
                Locale.ROOT,
                "session %d: mean return %.2f%s over %s of %.0f steps on average",
                session,
                result.mean(),
                Double.isNaN(result.std())
                        ? ""
                        : String.format(Locale.ROOT, ", standard deviation %.2f,", result.std()),
                counted(result.returns().length, "episode"),
                result.meanLength())));
        lines.addAll(summary());
        return lines;
    }

    /// Return what all sessions say together: the mean and how sure it is.
    public List<String> summary() {
        List<String> lines = new ArrayList<>();
        Scores scores = scores();
        int count = scores.fewestRuns();
        @Nullable Interval interval = Interval.ofMean(scores);
        lines.add(String.format(
                Locale.ROOT,
                "mean of %s: %.2f, %sfrom %.2f to %.2f%s",
                counted(sessions.size(), "session"),
                Statistic.MEAN.of(scores),
                isOneAgent() ? "its " + counted(count, "episode") + " " : "",
                scores.min(),
                scores.max(),
                interval == null ? "" : words(interval)));
        if (interval == null && scores.min() < scores.max()) {
            lines.add("%s are too few for an interval".formatted(count));
        }
        if (interval != null) {
            Coverage.caution(count).map("note: %s"::formatted).ifPresent(lines::add);
        }
        return lines;
    }

    private String words(Interval interval) {
        return String.format(
                Locale.ROOT,
                "; 95 %% interval of the mean over %s %.2f to %.2f",
                isOneAgent() ? "episodes of this one agent" : "sessions",
                interval.low(),
                interval.high());
    }

    /// Return a row for each session: how it acts, its number, mean, deviation and length.
    public List<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>();
        sessions.forEach((session, result) -> rows.add(List.of(
                name,
                String.valueOf(session),
                String.format(Locale.ROOT, "%.2f", result.mean()),
                String.format(Locale.ROOT, "%.2f", result.std()),
                String.format(Locale.ROOT, "%.0f", result.meanLength()))));
        return rows;
    }

    /// Return all numbers, for a file.
    public Map<String, @Nullable Object> written() {
        Scores scores = scores();
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        all.put("mean", Statistic.MEAN.of(scores));
        all.put("mean_interval", Interval.ofMean(scores));
        all.put("mean_over", isOneAgent() ? "episodes" : "sessions");
        List<Object> each = new ArrayList<>();
        sessions.forEach((session, result) -> {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("session", session);
            entry.put("mean", result.mean());
            entry.put("std", result.std());
            entry.put(Metrics.MEAN_LENGTH.name(), result.meanLength());
            entry.put("returns", result.returns());
            each.add(entry);
        });
        all.put("sessions", each);
        return all;
    }
}
