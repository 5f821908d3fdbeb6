package slmlab.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import slmlab.experiment.Evaluation;
import slmlab.stats.Bootstrap;
import slmlab.stats.Interval;
import slmlab.stats.Scores;
import slmlab.stats.Statistic;

/// The episodes of all sessions of a run, with one way to act. Episodes are drawn again within each session, so the
/// interval says how far other episodes of the same agents would scatter, and nothing about other agents.
final class EvalPart {
    private static final Bootstrap BOOTSTRAP = new Bootstrap(2_000);

    private final String name;
    private final SequencedMap<Integer, Evaluation.Result> sessions = new LinkedHashMap<>();

    EvalPart(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    void add(int session, Evaluation.Result result) {
        sessions.put(session, result);
    }

    private Scores scores() {
        return Scores.ofTasks(
                sessions.values().stream().map(Evaluation.Result::returns).toList());
    }

    /// Return the interval of the interquartile mean; null for one episode.
    private static @Nullable Interval interval(Scores scores) {
        return scores.fewestRuns() < 2 ? null : BOOTSTRAP.interval(scores, Statistic.INTERQUARTILE_MEAN::of);
    }

    /// Return what to print.
    List<String> lines() {
        List<String> lines = new ArrayList<>(List.of(name));
        sessions.forEach((session, result) -> lines.add(String.format(
                Locale.ROOT, "session %d: return %s of %.0f steps", session, result, result.meanLength())));
        Scores scores = scores();
        Interval interval = interval(scores);
        String about = interval == null
                ? ""
                : String.format(Locale.ROOT, " (95 %% interval %.2f to %.2f)", interval.low(), interval.high());
        lines.add(String.format(
                Locale.ROOT,
                "mean of %s: %.2f, interquartile mean %.2f%s",
                Counts.of(sessions.size(), "session"),
                Statistic.MEAN.of(scores),
                Statistic.INTERQUARTILE_MEAN.of(scores),
                about));
        return lines;
    }

    /// Return a row for each session: how it acts, its number, mean, deviation and length.
    List<List<String>> rows() {
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
    Map<String, @Nullable Object> written() {
        Scores scores = scores();
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        all.put("mean", Statistic.MEAN.of(scores));
        all.put("iqm", Statistic.INTERQUARTILE_MEAN.of(scores));
        all.put("iqm_interval", interval(scores));
        List<Object> each = new ArrayList<>();
        sessions.forEach((session, result) -> {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("session", session);
            entry.put("mean", result.mean());
            entry.put("std", result.std());
            entry.put("iqm", Statistic.INTERQUARTILE_MEAN.of(Scores.of(result.returns())));
            entry.put("mean_length", result.meanLength());
            entry.put("returns", result.returns());
            each.add(entry);
        });
        all.put("sessions", each);
        return all;
    }
}
