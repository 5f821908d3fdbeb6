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
import slmlab.judge.diagnose.Diagnosis;
import slmlab.judge.diagnose.Evidence;
import slmlab.report.Baselines;
import slmlab.report.LogTail;
import slmlab.report.Phase;
import slmlab.report.RunFolder;
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
    static RunCard read(String id, RunFolder run, RunFiles files, long now) throws IOException {
        return new Reading(run, files, RunFacts.of(run), now).card(id);
    }

    /// Return the card of a run that cannot be read.
    ///
    /// @param newest when a file of it was written; 0 if unknown
    static RunCard unreadable(String id, RunFolder run, long newest, String why) {
        return new RunCard(
                id,
                run.name(),
                "",
                "",
                Map.of(),
                "stopped",
                why,
                0,
                0,
                null,
                null,
                null,
                null,
                List.of(),
                null,
                0,
                null,
                null,
                "",
                "",
                newest,
                "",
                null,
                0);
    }

    private record Reading(RunFolder run, RunFiles files, RunFacts facts, List<Peek> peeks, long now) {

        Reading(RunFolder run, RunFiles files, RunFacts facts, long now) throws IOException {
            this(run, files, facts, new ArrayList<>(), now);
            for (int session : files.sessions()) {
                Peek peek = Peek.read(run.sessionTable(0, session, Phase.TRAIN), SAMPLES);
                if (!peek.rows().isEmpty()) {
                    peeks.add(peek);
                }
            }
        }

        RunCard card(String id) throws IOException {
            String failure = Files.isRegularFile(run.log(0))
                    ? LogTail.read(run.log(0), LOG_BYTES).failure()
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
                    .mapToDouble(peek -> peek.last("fps"))
                    .average()
                    .orElse(Double.NaN);
            int going = Math.min(facts.threads(), (int) unfinished());
            double left = state.equals("running") ? (budget - frame) / (fps * Math.max(1, going)) : Double.NaN;
            return new RunCard(
                    id,
                    run.name(),
                    facts.env(),
                    facts.algorithm(),
                    facts.settings(),
                    state,
                    note(state, failure),
                    peeks.size(),
                    facts.sessions(),
                    finite(mean),
                    interval == null ? null : interval.low(),
                    interval == null ? null : interval.high(),
                    finite(spark.length < 10 ? Double.NaN : spark[spark.length - 1] - spark[spark.length * 9 / 10]),
                    Numbers.floats(spark),
                    finite(fps),
                    frame,
                    budget > 0 ? Double.valueOf(Math.min(1, frame / budget)) : null,
                    finite(left),
                    facts.started(),
                    facts.seed(),
                    files.newest(),
                    health(failure),
                    null,
                    0);
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
            return peeks.stream().allMatch(peek -> peek.columns().contains("mean_return"))
                    ? "mean_return"
                    : "total_reward";
        }

        private static long frame(Peek peek) {
            double frame = peek.last("frame");
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
                        double[] times = peek.column("wall_t");
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
