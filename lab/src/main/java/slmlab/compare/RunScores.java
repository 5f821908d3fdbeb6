package slmlab.compare;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import slmlab.file.JsonFile;
import slmlab.metric.Headline;
import slmlab.metric.Metrics;
import slmlab.metric.Series;
import slmlab.run.Phase;
import slmlab.run.RunFolder;
import slmlab.run.RunSpec;
import slmlab.run.Table;

/// The final score of each session of a run: the mean return of its last 100 episodes.
///
/// @param env in which it was trained
/// @param column of the tables that holds the score
/// @param tables of the sessions
/// @param isShared whether the sessions are workers of one agent
/// @param scores one per session, all finite; a single one, their mean, if they share one agent
/// @param frames of each session
/// @param notes what a reader should know: that a session has not ended, for example
record RunScores(
        RunFolder run,
        String env,
        String column,
        List<Table> tables,
        boolean isShared,
        double[] scores,
        List<Long> frames,
        List<String> notes) {

    /// Read the tables of a run; an [IllegalArgumentException] says what is wrong with it.
    static RunScores of(RunFolder run) {
        String env = RunSpec.env(run)
                .orElseThrow(() -> new IllegalArgumentException(
                        "%s has no spec that names an env; needs %s".formatted(run.path(), run.spec())));
        List<Integer> sessions = run.sessions();
        if (sessions.isEmpty()) {
            throw new IllegalArgumentException(
                    "%s has no session tables yet; needs %s".formatted(run.path(), run.sessionTable(0, Phase.TRAIN)));
        }
        List<Table> tables = sessions.stream()
                .map(session -> Table.read(run.sessionTable(session, Phase.TRAIN)))
                .toList();
        String column = Headline.of(Phase.TRAIN, tables).column();
        double[] scores = new double[tables.size()];
        List<Long> frames = new ArrayList<>();
        for (int i = 0; i < scores.length; i++) {
            scores[i] = score(run, sessions.get(i), tables.get(i), column);
            frames.add((long) Series.last(tables.get(i).column(Metrics.FRAME.name())));
        }
        boolean isShared = scores.length > 1
                && !RunSpec.keys(run).getOrDefault("meta.distributed", "false").equals("false");
        return new RunScores(
                run,
                env,
                column,
                tables,
                isShared,
                independent(isShared, scores),
                frames,
                notes(run, sessions, frames, isShared));
    }

    /// Return one number for each agent that was trained on its own, from one for each session.
    double[] independent(double[] sessions) {
        return independent(isShared, sessions);
    }

    private static double[] independent(boolean isShared, double[] sessions) {
        return isShared ? new double[] {Arrays.stream(sessions).average().orElseThrow()} : sessions;
    }

    private static double score(RunFolder run, int session, Table table, String column) {
        String where = "session %s of %s".formatted(session, run.path());
        for (String needed : List.of(column, Metrics.FRAME.name())) {
            if (!table.has(needed)) {
                throw new IllegalArgumentException("%s has no column %s in its table".formatted(where, needed));
            }
        }
        if (table.size() == 0) {
            throw new IllegalArgumentException("%s has no row yet; wait for the first one".formatted(where));
        }
        double score = Series.last(table.column(column));
        if (Double.isNaN(score)) {
            throw new IllegalArgumentException(
                    "%s has no score: %s is empty in its last row, as if no episode had ended"
                            .formatted(where, column));
        }
        if (Double.isInfinite(score)) {
            throw new IllegalArgumentException("%s has the score %s; needs a finite one".formatted(where, score));
        }
        return score;
    }

    /// Say which sessions have not begun, have not ended or have ended early.
    private static List<String> notes(RunFolder run, List<Integer> sessions, List<Long> frames, boolean isShared) {
        SequencedMap<String, String> spec = RunSpec.keys(run);
        List<String> notes = new ArrayList<>();
        long wanted = number(spec, "meta.max_session", 0);
        if (sessions.size() < wanted) {
            notes.add("%s is unfinished: %s of its %s sessions have begun"
                    .formatted(run.path(), sessions.size(), wanted));
        }
        if (isShared) {
            notes.add("the sessions of %s share one agent (distributed): they count as one score, their mean"
                    .formatted(run.path()));
        }
        long workers = isShared ? Math.max(1, wanted) : 1;
        long last = number(spec, "env.max_frame", 0) / workers;
        Map<Integer, String> early = endedEarly(run);
        for (int i = 0; i < sessions.size(); i++) {
            String reason = early.get(sessions.get(i));
            if (reason != null) {
                notes.add(String.format(
                        Locale.ROOT,
                        "session %d of %s ended early at frame %,d by its own rule: %s",
                        sessions.get(i),
                        run.path(),
                        frames.get(i),
                        reason));
            } else if (frames.get(i) < last) {
                notes.add(String.format(
                        Locale.ROOT,
                        "%s is unfinished: session %d is at frame %,d of %,d",
                        run.path(),
                        sessions.get(i),
                        frames.get(i),
                        last));
            }
        }
        return notes;
    }

    private static long number(Map<String, String> spec, String key, long otherwise) {
        try {
            return (long) Double.parseDouble(spec.getOrDefault(key, ""));
        } catch (NumberFormatException _) {
            return otherwise; // SLM-Lab's own specs may hold a variable there
        }
    }

    /// Return why sessions ended early, by their numbers.
    private static Map<Integer, String> endedEarly(RunFolder run) {
        Map<Integer, String> reasons = new HashMap<>();
        if (Files.isRegularFile(run.provenance())
                && JsonFile.read(run.provenance()) instanceof Map<?, ?> facts
                && facts.get("ended_early") instanceof List<?> ended) {
            for (Object each : ended) {
                if (each instanceof Map<?, ?> entry && entry.get("session") instanceof Number session) {
                    reasons.put(session.intValue(), Objects.toString(entry.get("reason"), "no reason is given"));
                }
            }
        }
        return reasons;
    }
}
