package slmlab.report;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;

/// The final score of each session of a run: the mean return of its last 100 episodes.
///
/// @param env in which it was trained
/// @param column of the tables that holds the score
/// @param tables of the sessions
/// @param scores one per session, all finite
/// @param frames of each session
/// @param notes what a reader should know: that a session has not ended, for example
record RunScores(
        RunFolder run,
        String env,
        String column,
        List<Table> tables,
        double[] scores,
        List<Long> frames,
        List<String> notes) {

    /// Read the tables of a run; an [IllegalArgumentException] says what is wrong with it.
    static RunScores of(RunFolder run) {
        String env = RunSpec.env(run, 0)
                .orElseThrow(() -> new IllegalArgumentException(
                        "%s has no spec that names an env; needs %s".formatted(run.path(), run.spec())));
        List<Integer> sessions = run.sessions(0);
        if (sessions.isEmpty()) {
            throw new IllegalArgumentException("%s has no session tables yet; needs %s"
                    .formatted(run.path(), run.sessionTable(0, 0, Phase.TRAIN)));
        }
        List<Table> tables = sessions.stream()
                .map(session -> Table.read(run.sessionTable(0, session, Phase.TRAIN)))
                .toList();
        String column = Headline.of(Phase.TRAIN, tables).column();
        double[] scores = new double[tables.size()];
        List<Long> frames = new ArrayList<>();
        for (int i = 0; i < scores.length; i++) {
            scores[i] = score(run, sessions.get(i), tables.get(i), column);
            frames.add((long) Series.last(tables.get(i).column("frame")));
        }
        return new RunScores(run, env, column, tables, scores, frames, notes(run, sessions, frames));
    }

    private static double score(RunFolder run, int session, Table table, String column) {
        String where = "session %s of %s".formatted(session, run.path());
        for (String needed : List.of(column, "frame")) {
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

    /// Say which sessions have not ended, or not begun.
    private static List<String> notes(RunFolder run, List<Integer> sessions, List<Long> frames) {
        SequencedMap<String, String> spec = RunSpec.keys(run);
        List<String> notes = new ArrayList<>();
        long wanted = number(spec, "meta.max_session", 0);
        if (sessions.size() < wanted) {
            notes.add("%s is unfinished: %s of its %s sessions have begun"
                    .formatted(run.path(), sessions.size(), wanted));
        }
        boolean shared = !spec.getOrDefault("meta.distributed", "false").equals("false") && sessions.size() > 1;
        if (shared) {
            notes.add("the sessions of %s share one agent (distributed): they are no independent scores"
                    .formatted(run.path()));
        }
        long workers = shared ? Math.max(1, wanted) : 1;
        long last = number(spec, "env.max_frame", 0) / workers;
        for (int i = 0; i < sessions.size(); i++) {
            if (frames.get(i) < last && !endedEarly(run, sessions.get(i))) {
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

    private static boolean endedEarly(RunFolder run, int session) {
        return Files.isRegularFile(run.provenance())
                && JsonFile.read(run.provenance()) instanceof Map<?, ?> facts
                && facts.get("ended_early") instanceof List<?> ended
                && ended.stream()
                        .anyMatch(entry -> entry instanceof Map<?, ?> map
                                && map.get("session") instanceof Number number
                                && number.intValue() == session);
    }
}
