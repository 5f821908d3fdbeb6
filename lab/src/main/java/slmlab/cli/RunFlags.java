package slmlab.cli;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import slmlab.experiment.Plan;
import slmlab.experiment.RunOptions;
import slmlab.spec.EnvConfig;
import slmlab.spec.MetaConfig;

/// The flags of a run. Each has a twin among the environment variables.
final class RunFlags {
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
            defaultValue = "${env:THREADS:-0}",
            description = "sessions that run at a time; the machine's cores if left out (THREADS)")
    private int threads;

    @Option(
            names = "--state-seconds",
            paramLabel = "S",
            defaultValue = "${env:STATE_SECONDS:-30}",
            description = "between two resumable states; ${DEFAULT-VALUE} if left out (STATE_SECONDS)")
    private double stateSeconds;

    Map<String, String> vars() {
        return vars;
    }

    Path data() {
        return data;
    }

    long seed() {
        return seed;
    }

    RunOptions options(List<String> command) {
        int atATime = threads > 0 ? threads : Runtime.getRuntime().availableProcessors();
        return new RunOptions(seed, data, stateSeconds, atATime, command, false);
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
