package slmlab.board;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import slmlab.file.LogTail;
import slmlab.judge.diagnose.Diagnosis;
import slmlab.judge.diagnose.Evidence;
import slmlab.metric.Baselines;
import slmlab.metric.Metrics;
import slmlab.run.Phase;
import slmlab.run.RunFolder;
import slmlab.stats.Interval;
import slmlab.stats.Scores;

/// Make the card of a run from its files.
final class CardReader {
    private static final int SAMPLES = 33;
    private static final int LOG_BYTES = 4096;
    private static final long QUIET = 120_000; // milliseconds without a new file after which a run is not running
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT);

    private CardReader() {}

    /// @param now milliseconds
    /// @throws IllegalArgumentException if its spec or its `run.json` cannot be read
    static RunCard read(String id, RunFolder run, WatchedFiles files, long now) throws IOException {
        return new Reading(run, files, RunFacts.of(run), now).card(id);
    }

    /// Return the card of a run that cannot be read.
    ///
    /// @param newest when a file of it was written; 0 if unknown
    static RunCard unreadable(String id, RunFolder run, long newest, String why) {
        RunCard.About about = new RunCard.About(run.name(), "", "", Map.of(), "", "");
        RunCard.Status status = new RunCard.Status("stopped", why, "");
        return new RunCard(id, about, status, RunCard.Score.NONE, RunCard.Progress.NONE, newest, null, 0);
    }

    private record Reading(RunFolder run, WatchedFiles files, RunFacts facts, List<Peek> peeks, long now) {

        Reading(RunFolder run, WatchedFiles files, RunFacts facts, long now) throws IOException {
            this(run, files, facts, new ArrayList<>(), now);
            for (int session : files.sessions()) {
                Peek peek = Peek.read(run.sessionTable(session, Phase.TRAIN), SAMPLES);
                if (!peek.rows().isEmpty()) {
                    peeks.add(peek);
                }
            }
        }

        RunCard card(String id) throws IOException {
            String failure = Files.isRegularFile(run.log())
                    ? LogTail.read(run.log(), LOG_BYTES).failure()
                    : "";
            String state = state(failure);
            double[] means = peeks.stream()
                    .mapToDouble(peek -> peek.last(column()))
                    .filter(Double::isFinite)
                    .toArray();
            double mean = Arrays.stream(means).average().orElse(Double.NaN);
            @Nullable Interval interval = means.length == 0 ? null : Interval.ofMean(Scores.of(means));
            double[] spark = spark();
            long frame = peeks.stream().mapToLong(Reading::frame).sum();
            double budget = (double) facts.frames() * facts.sessions();
            double fps = peeks.stream()
                    .mapToDouble(peek -> peek.last(Metrics.FPS.name()))
                    .average()
                    .orElse(Double.NaN);
            int going = Math.min(facts.threads(), (int) unfinished());
            double left = state.equals("running") ? (budget - frame) / (fps * Math.max(1, going)) : Double.NaN;
            RunCard.About about = new RunCard.About(
                    run.name(), facts.env(), facts.algorithm(), facts.settings(), facts.started(), facts.seed());
            RunCard.Status status = new RunCard.Status(state, note(state, failure), health(failure));
            double change = spark.length < 10 ? Double.NaN : spark[spark.length - 1] - spark[spark.length * 9 / 10];
            RunCard.Score score = new RunCard.Score(
                    finite(mean),
                    interval == null ? null : interval.low(),
                    interval == null ? null : interval.high(),
                    finite(change),
                    PageNumbers.floats(spark));
            RunCard.Progress progress = new RunCard.Progress(
                    peeks.size(),
                    facts.sessions(),
                    frame,
                    finite(fps),
                    budget > 0 ? Double.valueOf(Math.min(1, frame / budget)) : null,
                    finite(left));
            return new RunCard(id, about, status, score, progress, files.newest(), null, 0);
        }

        /// Return what looks wrong, with its evidence; empty for a healthy run.
        private String health(String failure) {
            double random =
                    Baselines.of(facts.env()).map(Baselines.Baseline::mean).orElse(Double.NaN);
            List<Evidence> sessions = peeks.stream()
                    .map(peek -> new Evidence(facts.spec(), peek::column, failure, random))
                    .toList();
            return Diagnosis.of(sessions).findings().stream()
                    .findFirst()
                    .map(finding -> "%s: %s; %s".formatted(finding.label(), finding.evidence(), finding.advice()))
                    .orElse("");
        }

        private String column() {
            return peeks.stream().allMatch(peek -> peek.columns().contains(Metrics.MEAN_RETURN.name()))
                    ? Metrics.MEAN_RETURN.name()
                    : Metrics.TOTAL_REWARD.name();
        }

        private static long frame(Peek peek) {
            double frame = peek.last(Metrics.FRAME.name());
            return Double.isFinite(frame) ? (long) frame : 0;
        }

        private long unfinished() {
            return facts.sessions() - peeks.stream().filter(this::isFull).count();
        }

        private boolean isFull(Peek peek) {
            return frame(peek) + facts.envs() > facts.frames();
        }

        private String state(String failure) {
            if (!failure.isEmpty()) {
                return "failed";
            }
            if (files.ended() > 0 && files.ended() >= files.tables()) {
                boolean whole = unfinished() == 0 || facts.frames() == 0 || facts.early();
                return whole ? "done" : "stopped";
            }
            if (peeks.size() >= facts.sessions() && unfinished() == 0) {
                return "done"; // the last files of the trial are being written
            }
            return now - files.newest() < Math.max(QUIET, 3 * rowMillis()) ? "running" : "stopped";
        }

        /// Return about how long the run takes from row to row.
        private long rowMillis() {
            return peeks.stream()
                    .mapToLong(peek -> {
                        double[] times = peek.column(Metrics.WALL_T.name());
                        double step = times.length < 2 ? 0 : times[times.length - 1] - times[times.length - 2];
                        return peek.rows().size() < SAMPLES && step > 0 ? (long) (1000 * step) : 0;
                    })
                    .max()
                    .orElse(0);
        }

        private String note(String state, String failure) {
            if (state.equals("failed")) {
                return failure;
            }
            boolean silent = state.equals("stopped") && !(files.ended() > 0 && files.ended() >= files.tables());
            return silent
                    ? "no file was written since "
                            + TIME.format(Instant.ofEpochMilli(files.newest()).atZone(ZoneId.systemDefault()))
                    : "";
        }

        /// Return the mean over sessions of the sampled numbers.
        private double[] spark() {
            List<double[]> all =
                    peeks.stream().map(peek -> peek.column(column())).toList();
            int length = all.stream().mapToInt(values -> values.length).max().orElse(0);
            double[] means = new double[length];
            for (int i = 0; i < length; i++) {
                int at = i;
                means[i] = all.stream()
                        .filter(values -> values.length > at)
                        .mapToDouble(values -> values[at])
                        .filter(Double::isFinite)
                        .average()
                        .orElse(Double.NaN);
            }
            return means;
        }
    }

    private static @Nullable Double finite(double value) {
        return Double.isFinite(value) ? Double.valueOf(value) : null;
    }
}
