package slmlab.cli.train;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slmlab.cli.AttachedValue;
import slmlab.cli.DataFolder;
import slmlab.experiment.LogLevel;
import slmlab.experiment.RunOptions;
import slmlab.experiment.RunSettings;
import slmlab.experiment.Variation;
import slmlab.track.Trackers;

/// Flags of training. Where a flag has an environment variable, its help names it.
public final class RunFlags {
    /// Flags that only training uses.
    static final List<String> TRAINING = List.of(
            "--max-frame",
            "--seeds",
            "--max-session",
            "--num-envs",
            "--threads",
            "--state-seconds",
            "--quiet",
            "--log-level",
            "--profile",
            "--dashboard",
            "--name",
            "--override",
            "--init-from",
            "--track",
            "--upload-hf",
            "--stop-return",
            "--stop-plateau");

    @Option(
            names = {"-s", "--set"},
            paramLabel = "KEY=VALUE",
            description = "a value for $${KEY} in the spec file, or for the key at the path KEY, such as "
                    + "agent.algorithm.gamma or its end gamma; several values with commas between them train each; "
                    + "may be repeated")
    private List<String> settings = List.of();

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "name of the run folder (default: the spec's name and the time)")
    private @Nullable String name;

    @Option(
            names = "--override",
            description = "for train@: take the keys of the spec that differ from the run's and can change")
    private boolean override;

    @Option(
            names = "--init-from",
            paramLabel = "RUN",
            description = "sets agent.init_from.run: begin with the weights of another run")
    private @Nullable String initFrom;

    @Option(
            names = "--stop-return",
            paramLabel = "R",
            description =
                    "sets meta.early_stop.mean_return: end a session once the mean return of its last 100 episodes "
                            + "reaches R")
    private @Nullable String stopReturn;

    @Option(
            names = "--stop-plateau",
            paramLabel = "N",
            description =
                    "sets meta.early_stop.plateau_frames: end a session once that mean has not risen for N " + "frames")
    private @Nullable String stopPlateau;

    @Option(
            names = "--seed",
            paramLabel = "N",
            converter = SeedNumber.class,
            defaultValue = "${env:SEED:-0}",
            description = "seed of all random numbers (default: 0; env variable: SEED)")
    private long seed;

    @Mixin
    private final DataFolder data = new DataFolder();

    @Option(
            names = "--max-frame",
            paramLabel = "N",
            defaultValue = "${env:MAX_FRAME:-" + Option.NULL_VALUE + "}",
            description = "frames per session, overrides max_frame of the spec (env variable: MAX_FRAME)")
    private @Nullable Long maxFrame;

    @Option(
            names = "--num-envs",
            paramLabel = "N",
            description = "envs that step together in a session, overrides num_envs of the spec")
    private @Nullable Integer numEnvs;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            description = "seeds to train, one session each, overrides max_session of the spec (env variable: "
                    + "MAX_SESSION)")
    private @Nullable Integer seeds;

    @Option(names = "--max-session", hidden = true, defaultValue = "${env:MAX_SESSION:-" + Option.NULL_VALUE + "}")
    private @Nullable Integer maxSession;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "${env:THREADS:-" + Option.NULL_VALUE + "}",
            description = "threads of a run: one per session at a time, the rest work inside the sessions "
                    + "(default: one per core; env variable: THREADS)")
    private @Nullable Integer threads;

    @Option(
            names = "--state-seconds",
            paramLabel = "S",
            defaultValue = "${env:STATE_SECONDS:-30}",
            description = "seconds between resumable states (default: 30; env variable: STATE_SECONDS)")
    private double stateSeconds;

    @Option(
            names = "--log-level",
            paramLabel = "LEVEL",
            defaultValue = "${env:LOG_LEVEL:-INFO}",
            description =
                    "DEBUG, INFO, WARNING or ERROR: least level of the lines in log/ of the run folder and, in dev, "
                            + "on the terminal (default: INFO; env variable: LOG_LEVEL)")
    private LogLevel logLevel = LogLevel.INFO;

    @Option(
            names = "--track",
            paramLabel = "WHERE",
            split = ",",
            defaultValue = "${env:SLM_LAB_TRACK:-" + Option.NULL_VALUE + "}",
            description = "send every row to trackers too: tensorboard (event files), jsonl (lines of JSON), mlflow or "
                    + "mlflow=http://HOST:PORT, with commas between; none stops those of a run that resumes "
                    + "(env variable: SLM_LAB_TRACK)")
    private @Nullable List<String> track;

    @Option(
            names = "--profile",
            paramLabel = "WHAT",
            arity = "0..1",
            fallbackValue = "true",
            preprocessor = AttachedValue.class,
            converter = ProfileSwitch.class,
            description =
                    "write a flight recording and print where the time went; WHAT is true (default), cpu or false (env "
                            + "variable: PROFILE)")
    private @Nullable Boolean profile; // without a default, which picocli would take for a bare flag

    @Option(
            names = "--quiet",
            defaultValue = "${env:QUIET:-false}",
            description = "show nothing but the result (env variable: QUIET)")
    private boolean quiet;

    @Option(
            names = "--dashboard",
            defaultValue = "${env:DASHBOARD:-false}",
            description = "show the run on a live page of this machine while it trains (env variable: DASHBOARD)")
    private boolean dashboard;

    public boolean hasDashboard() {
        return dashboard;
    }

    public boolean isQuiet() {
        return quiet;
    }

    boolean isProfiled() {
        return profile == null ? ProfileSwitch.of(System.getenv()) : profile;
    }

    boolean isOverridden() {
        return override;
    }

    @Nullable
    String name() {
        return name;
    }

    @Nullable
    Long maxFrame() {
        return maxFrame;
    }

    boolean hasSettings() {
        return !settings.isEmpty();
    }

    /// Return what `-s` and the flags put in place of the spec's values, by variable or path: a list of one, or of
    /// each combination where a `-s` has several values.
    List<Variation> variations() {
        return Variation.all(settings, flagged());
    }

    /// Return the same where there can be only one.
    public Map<String, String> values(String mode) {
        List<Variation> all = variations();
        if (all.size() > 1) {
            throw new IllegalArgumentException(
                    "-s has several values, with commas between them; that is for train, not for %s".formatted(mode));
        }
        return all.getFirst().values();
    }

    private Map<String, String> flagged() {
        Map<String, String> values = new LinkedHashMap<>();
        flag("env.max_frame", maxFrame, values);
        flag("env.num_envs", numEnvs, values);
        flag("meta.max_session", seeds == null ? maxSession : seeds, values);
        flag("agent.init_from.run", initFrom == null ? null : Variation.quoted(initFrom), values);
        flag("meta.early_stop.mean_return", stopReturn, values);
        flag("meta.early_stop.plateau_frames", stopPlateau, values);
        return values;
    }

    private static void flag(String path, @Nullable Object value, Map<String, String> values) {
        if (value != null) {
            values.put(path, value.toString());
        }
    }

    public Path data() {
        return data.path();
    }

    public long seed() {
        return seed;
    }

    RunOptions options(List<String> command) {
        RunOptions defaults = RunOptions.defaults();
        return new RunOptions(
                seed,
                data.path(),
                stateSeconds,
                threads == null ? defaults.threads() : threads,
                command,
                false,
                logLevel,
                name,
                RunSettings.NONE,
                track == null ? List.of() : Trackers.checked(track, System.getenv()));
    }
}
