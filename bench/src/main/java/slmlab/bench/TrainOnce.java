package slmlab.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import slmlab.experiment.Lab;
import slmlab.experiment.Listener;
import slmlab.experiment.RunOptions;
import slmlab.experiment.SessionResult;
import slmlab.experiment.TrialResult;
import slmlab.experiment.plan.Plan;
import slmlab.experiment.state.ErrorText;
import slmlab.file.Folders;
import slmlab.metric.Metrics;
import slmlab.run.Table;
import slmlab.spec.MetaConfig;
import slmlab.spec.SpecFile;

/// Trains a spec in its own process and prints the learning curve of its first session, then the frames per second of
/// all sessions together: from the first step to the last row, including rows and files.
final class TrainOnce {

    /// Kind of run.
    enum How {
        /// One session, the first of its process.
        COLD,
        /// One session, after the same has run in its process.
        WARM,
        /// Two sessions at a time.
        TWO_SESSIONS,
        /// One asynchronous worker.
        ONE_WORKER,
        /// Two asynchronous workers that share one set of weights.
        TWO_WORKERS;

        int sessions() {
            return this == TWO_SESSIONS || this == TWO_WORKERS ? 2 : 1;
        }

        MetaConfig.Distributed distributed() {
            return this == ONE_WORKER || this == TWO_WORKERS
                    ? MetaConfig.Distributed.SHARED
                    : MetaConfig.Distributed.NO;
        }
    }

    private TrainOnce() {}

    /// @param args spec file, name, frames (0 for the spec's), how
    public static void main(String[] args) throws IOException {
        try {
            run(args);
        } catch (RuntimeException e) {
            System.err.println(ErrorText.inWords(e));
            System.exit(1);
        }
    }

    private static void run(String[] args) throws IOException {
        Plan plan = Plan.read(SpecFile.read(Path.of(args[0]), Map.of()), args[1]);
        long frames = Long.parseLong(args[2]);
        How how = How.valueOf(args[3]);
        plan = plan.with(
                frames == 0 ? plan.env() : plan.env().maxFrame(frames),
                plan.meta().maxSession(how.sessions()).distributed(how.distributed()));
        if (how == How.WARM) {
            train(plan);
        }
        TrialResult result = train(plan);
        System.out.println("curve " + curve(result.sessions().getFirst().table()));
        double fps = result.sessions().stream()
                .mapToDouble(SessionResult::framesPerSecond)
                .sum();
        System.out.printf(Locale.ROOT, "%.3f%n", fps);
    }

    /// Return the learning curve as [Race.Curve] reads it; nothing before the first episode ended.
    private static String curve(Table rows) {
        double[] frames = rows.column(Metrics.FRAME.name());
        double[] seconds = rows.column(Metrics.WALL_T.name());
        double[] returns = rows.column(Metrics.MEAN_RETURN.name());
        return IntStream.range(0, rows.size())
                .filter(i -> !Double.isNaN(returns[i]))
                .mapToObj(i -> "%s %s %s".formatted(frames[i], seconds[i], returns[i]))
                .collect(Collectors.joining(";"));
    }

    private static TrialResult train(Plan plan) throws IOException {
        Path data = Files.createTempDirectory("bench-train");
        try {
            RunOptions options =
                    RunOptions.defaults().data(data).threads(plan.meta().maxSession());
            return Lab.run(plan, options, Listener.NONE);
        } finally {
            Folders.delete(data);
        }
    }
}
