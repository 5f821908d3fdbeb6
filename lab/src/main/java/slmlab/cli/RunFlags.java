package slmlab.cli;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import slmlab.experiment.Lab;
import slmlab.experiment.LogLevel;
import slmlab.experiment.RunOptions;
import slmlab.experiment.plan.Plan;
import slmlab.report.RunFolder;
import slmlab.spec.EnvConfig;
import slmlab.spec.MetaConfig;

/// Flags of training. Where a flag has an environment variable, its help names it.
final class RunFlags {
    /// Flags that only training uses.
    static final List<String> TRAINING = List.of(
            "--max-frame", "--max-session", "--threads", "--state-seconds", "--quiet", "--log-level", "--profile");

    @Option(
            names = {"-s", "--set"},
            paramLabel = "KEY=VALUE",
            description = "value for $${KEY} in the spec file; may be repeated")
    private Map<String, String> vars = new LinkedHashMap<>();

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "${env:SEED:-0}",
            description = "seed of all random numbers (default: 0; env variable: SEED)")
    private long seed;

    @Option(
            names = {"-d", "--data"},
            paramLabel = "DIR",
            defaultValue = "${env:SLM_LAB_DATA:-data}",
            description = "folder of run folders (default: data; env variable: SLM_LAB_DATA)")
    private Path data = Path.of("data");

    @Option(
            names = "--max-frame",
            paramLabel = "N",
            defaultValue = "${env:MAX_FRAME:-" + Option.NULL_VALUE + "}",
            description = "frames per session, overrides max_frame of the spec (env variable: MAX_FRAME)")
    private @Nullable Long maxFrame;

    @Option(
            names = "--max-session",
            paramLabel = "N",
            defaultValue = "${env:MAX_SESSION:-" + Option.NULL_VALUE + "}",
            description = "sessions per trial, overrides max_session of the spec (env variable: MAX_SESSION)")
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
            names = "--profile",
            defaultValue = "${env:PROFILE:-false}",
            description = "write a flight recording and print where the time went (env variable: PROFILE)")
    private boolean profile;

    @Option(
            names = "--quiet",
            defaultValue = "${env:QUIET:-false}",
            description = "show nothing but the result (env variable: QUIET)")
    private boolean quiet;

    boolean isQuiet() {
        return quiet;
    }

    boolean isProfiled() {
        return profile;
    }

    Map<String, String> vars() {
        return Pairs.checked("-s", vars);
    }

    Path data() {
        return data;
    }

    long seed() {
        return seed;
    }

    RunOptions options(List<String> command) {
        RunOptions defaults = RunOptions.defaults();
        return new RunOptions(
                seed, data, stateSeconds, threads == null ? defaults.threads() : threads, command, false, logLevel);
    }

    /// Refuse flags that would change a run that is resumed.
    ///
    /// @param seedGiven whether `--seed` was given
    void checkSame(boolean seedGiven, RunFolder folder) {
        if (seedGiven) {
            checkSame("--seed", seed, Lab.seed(folder), folder);
        }
        if (maxFrame != null) {
            checkSame("--max-frame", maxFrame, Lab.plan(folder).env().maxFrame(), folder);
        }
        if (maxSession != null) {
            checkSame("--max-session", maxSession, Lab.plan(folder).meta().maxSession(), folder);
        }
    }

    private static void checkSame(String flag, long given, long own, RunFolder folder) {
        if (given != own) {
            throw new IllegalArgumentException(
                    "%s is %s, and was %s when %s began; a resumed run keeps its settings: remove the flag"
                            .formatted(flag, given, own, folder.path()));
        }
    }

    /// Return the plan with the settings of the flags in place of the spec's.
    Plan overlay(Plan plan, boolean dev) {
        EnvConfig env = plan.env();
        MetaConfig meta = plan.meta();
        if (dev) {
            meta = meta.maxSession(1);
        }
        if (maxSession != null) {
            meta = meta.maxSession(maxSession);
        }
        if (maxFrame != null) {
            env = env.maxFrame(maxFrame);
        }
        return plan.with(env, meta);
    }
}
