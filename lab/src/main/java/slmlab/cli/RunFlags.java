package slmlab.cli;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import slmlab.experiment.Lab;
import slmlab.experiment.RunOptions;
import slmlab.experiment.plan.Plan;
import slmlab.report.RunFolder;
import slmlab.spec.EnvConfig;
import slmlab.spec.MetaConfig;

/// The flags of a run. Each has a twin among the environment variables.
final class RunFlags {
    /// What only training has a use for.
    static final List<String> TRAINING =
            List.of("--max-frame", "--max-session", "--threads", "--state-seconds", "--quiet");

    @Option(
            names = {"-s", "--set"},
            paramLabel = "KEY=VALUE",
            description = "fills $${KEY} in the spec file; may be repeated")
    private Map<String, String> vars = new LinkedHashMap<>();

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "${env:SEED:-0}",
            description = "from which all random numbers derive; ${DEFAULT-VALUE} if left out (SEED)")
    private long seed;

    @Option(
            names = {"-d", "--data"},
            paramLabel = "DIR",
            defaultValue = "${env:SLM_LAB_DATA:-data}",
            description = "where run folders lie; ${DEFAULT-VALUE} if left out (SLM_LAB_DATA)")
    private Path data = Path.of("data");

    @Option(
            names = "--max-frame",
            paramLabel = "N",
            description = "frames of a session, in place of the spec's max_frame")
    private @Nullable Long maxFrame;

    @Option(
            names = "--max-session",
            paramLabel = "N",
            description = "sessions of a trial, in place of the spec's max_session")
    private @Nullable Integer maxSession;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "${env:THREADS:-" + Option.NULL_VALUE + "}",
            description = "sessions that run at a time; the machine's cores if left out (THREADS)")
    private @Nullable Integer threads;

    @Option(
            names = "--state-seconds",
            paramLabel = "S",
            defaultValue = "${env:STATE_SECONDS:-30}",
            description = "between two resumable states; ${DEFAULT-VALUE} if left out (STATE_SECONDS)")
    private double stateSeconds;

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
        RunOptions usual = RunOptions.defaults();
        return new RunOptions(seed, data, stateSeconds, threads == null ? usual.threads() : threads, command, false);
    }

    /// Refuses flags that would change a run that is resumed.
    ///
    /// @param seedGiven whether `--seed` was typed, rather than left out
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
                    "%s is %s, and was %s when %s began; a resumed run keeps its own: take the flag out"
                            .formatted(flag, given, own, folder.path()));
        }
    }

    /// The plan with what the flags say in place of what the spec says.
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
