package slmlab.board;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import slmlab.search.plot.StudyView;
import slmlab.search.study.TrialRow;
import slmlab.search.study.TrialState;

/// A search in one row of the list: the score of its winner or candidate takes the place of the return.
final class StudyCards {
    private static final int SAMPLES = 33;
    private static final long QUIET = 120_000; // milliseconds without a heartbeat after which nobody runs it

    private StudyCards() {}

    /// @param now milliseconds
    static RunCard of(StudySource source, Studies.Reading reading, long now) {
        StudyView view = reading.view();
        if (view == null) {
            RunCard.Trials none = new RunCard.Trials(0, 0, 0, 0, 0, null);
            return card(source, "stopped", reading.problem(), null, none);
        }
        long done = count(view, TrialState.DONE);
        long running = count(view, TrialState.RUNNING);
        long pruned = count(view, TrialState.PRUNED);
        long failed = count(view, TrialState.FAILED);
        TrialRow best = view.best();
        RunCard.Trials trials = new RunCard.Trials(
                view.plan().trials(), done, running, pruned, failed, best == null ? null : best.number());
        boolean isOver = done + pruned + failed >= view.plan().trials();
        boolean isQuiet = source.newest() > 0 && now - source.newest() > QUIET;
        String state =
                isOver ? (done + pruned == 0 ? "failed" : "done") : running > 0 && !isQuiet ? "running" : "stopped";
        String note = state.equals("failed") ? "all trials failed: " + error(view) : "";
        return card(source, state, note, view, trials);
    }

    private static long count(StudyView view, TrialState state) {
        return view.trials().stream().filter(trial -> trial.state() == state).count();
    }

    private static String error(StudyView view) {
        return view.trials().stream()
                .map(TrialRow::error)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse("none says why");
    }

    private static RunCard card(
            StudySource source, String state, String note, @Nullable StudyView view, RunCard.Trials trials) {
        TrialRow best = view == null ? null : view.best();
        List<TrialRow> rows = view == null ? List.of() : view.trials();
        long ended = trials.done() + trials.pruned() + trials.failed();
        Instant begun =
                rows.stream().map(TrialRow::begun).min(Instant::compareTo).orElse(Instant.EPOCH);
        long last = rows.stream()
                .map(trial ->
                        Objects.requireNonNullElse(trial.ended(), trial.begun()).toEpochMilli())
                .max(Long::compare)
                .orElse(0L);
        Map<?, ?> spec = view == null ? Map.of() : spec(view);
        RunCard.About about = new RunCard.About(
                source.study(),
                word(spec, "env", "name"),
                word(spec, "agent", "algorithm", "name"),
                Map.of(),
                rows.isEmpty() ? "" : begun.toString(),
                view == null ? "" : Long.toString(view.plan().seed()));
        RunCard.Score score = new RunCard.Score(
                view == null || best == null
                        ? null
                        : Double.valueOf(view.standing().score()),
                null,
                null,
                null,
                view == null ? List.of() : PageNumbers.floats(bestSoFar(view)));
        RunCard.Progress progress = new RunCard.Progress(
                0,
                0,
                rows.stream().mapToLong(TrialRow::frame).sum(),
                null,
                trials.all() == 0 ? null : Math.min(1, ended / (double) trials.all()),
                state.equals("running") ? left(rows, trials.all() - ended, trials.running()) : null);
        long updated = Math.max(last, Math.max(source.newest(), source.made()));
        return new RunCard(
                source.id(), about, new RunCard.Status(state, note, ""), score, progress, updated, trials, 0);
    }

    /// Return the spec, which stands under its name.
    private static Map<?, ?> spec(StudyView view) {
        Map<String, @Nullable Object> whole = view.plan().spec();
        return whole.size() == 1 && whole.values().iterator().next() instanceof Map<?, ?> inner ? inner : whole;
    }

    private static String word(Map<?, ?> spec, String... path) {
        Object value = spec;
        for (String key : path) {
            value = value instanceof Map<?, ?> map ? map.get(key) : null;
        }
        return value == null ? "" : value.toString();
    }

    /// Return the seconds to the end, if trials take as long as they took so far.
    private static @Nullable Double left(List<TrialRow> rows, long toEnd, long running) {
        double mean = rows.stream()
                .filter(trial -> trial.ended() != null)
                .mapToDouble(trial -> Duration.between(trial.begun(), Objects.requireNonNull(trial.ended()))
                                .toMillis()
                        / 1000.0)
                .average()
                .orElse(Double.NaN);
        return Double.isNaN(mean) ? null : mean * toEnd / Math.max(1, running);
    }

    private static double[] bestSoFar(StudyView view) {
        List<Double> line = new ArrayList<>();
        double best = Double.NaN;
        for (TrialRow trial : view.scored()) {
            if (trial.state() == TrialState.DONE && !(trial.score() <= best)) {
                best = trial.score();
            }
            line.add(best);
        }
        double[] samples = new double[Math.min(SAMPLES, line.size())];
        for (int i = 0; i < samples.length; i++) {
            samples[i] = line.get(samples.length == 1 ? 0 : i * (line.size() - 1) / (samples.length - 1));
        }
        return samples;
    }
}
