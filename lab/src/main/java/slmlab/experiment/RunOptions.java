package slmlab.experiment;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.experiment.plan.Plan;

/// Settings of a run that are not in the spec.
///
/// @param seed from which all random numbers of all sessions derive
/// @param data where run folders lie
/// @param stateSeconds between two resumable states
/// @param threads how many sessions run at a time; those left over work inside the sessions' programs
/// @param command what the user typed, for the record
/// @param checked whether every update is looked at, for `dev`
/// @param logLevel least level of the lines in the log of the run folder
/// @param name of a new run folder; null for the spec's name with the time
/// @param settings values that take the place of the spec file's own; the run folder keeps them. A plan has been read
///     with its settings already, and with it they are only kept
/// @param track where rows go besides the run folder, as [slmlab.track.Trackers] reads it; none for nowhere, or for
///     where the run that resumes has sent them so far
public record RunOptions(
        long seed,
        Path data,
        double stateSeconds,
        int threads,
        List<String> command,
        boolean checked,
        LogLevel logLevel,
        @Nullable String name,
        RunSettings settings,
        List<String> track) {
    public static final long DEFAULT_SEED = 0;
    private static final double STATE_SECONDS = 30;

    public RunOptions {
        if (threads < 1 || threads > Plan.MOST_THREADS) {
            throw new IllegalArgumentException("threads is %s; needs 1 to %s".formatted(threads, Plan.MOST_THREADS));
        }
        if (!(stateSeconds >= 0 && stateSeconds < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "state_seconds is %s; needs a finite number of at least 0".formatted(stateSeconds));
        }
    }

    public static RunOptions defaults() {
        return new RunOptions(
                DEFAULT_SEED,
                Path.of("data"),
                STATE_SECONDS,
                Math.min(Runtime.getRuntime().availableProcessors(), Plan.MOST_THREADS),
                List.of(),
                false,
                LogLevel.INFO,
                null,
                RunSettings.NONE,
                List.of());
    }

    public RunOptions seed(long value) {
        return new RunOptions(value, data, stateSeconds, threads, command, checked, logLevel, name, settings, track);
    }

    public RunOptions command(List<String> words) {
        return new RunOptions(seed, data, stateSeconds, threads, words, checked, logLevel, name, settings, track);
    }

    public RunOptions data(Path folder) {
        return new RunOptions(seed, folder, stateSeconds, threads, command, checked, logLevel, name, settings, track);
    }

    public RunOptions threads(int count) {
        return new RunOptions(seed, data, stateSeconds, count, command, checked, logLevel, name, settings, track);
    }

    public RunOptions stateSeconds(double seconds) {
        return new RunOptions(seed, data, seconds, threads, command, checked, logLevel, name, settings, track);
    }

    public RunOptions checked(boolean look) {
        return new RunOptions(seed, data, stateSeconds, threads, command, look, logLevel, name, settings, track);
    }

    public RunOptions logLevel(LogLevel level) {
        return new RunOptions(seed, data, stateSeconds, threads, command, checked, level, name, settings, track);
    }

    public RunOptions name(@Nullable String folder) {
        return new RunOptions(seed, data, stateSeconds, threads, command, checked, logLevel, folder, settings, track);
    }

    public RunOptions settings(RunSettings given) {
        return new RunOptions(seed, data, stateSeconds, threads, command, checked, logLevel, name, given, track);
    }

    /// Set a key of the spec, by its full path: `agent.algorithm.gamma`.
    public RunOptions set(String path, @Nullable Object value) {
        return settings(settings.set(path, value));
    }

    public RunOptions track(List<String> trackers) {
        return new RunOptions(seed, data, stateSeconds, threads, command, checked, logLevel, name, settings, trackers);
    }
}
