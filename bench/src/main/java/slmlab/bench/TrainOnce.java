package slmlab.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import slmlab.experiment.Lab;
import slmlab.experiment.Listener;
import slmlab.experiment.Plan;
import slmlab.experiment.RunOptions;
import slmlab.experiment.SessionResult;
import slmlab.experiment.TrialResult;
import slmlab.spec.SpecFile;

/// Trains a spec once in a process of its own and prints the frames per second of all sessions together: from the
/// first step to the last row, warm-up, rows and files included.
final class TrainOnce {
    private TrainOnce() {}

    /// @param args spec file, name, sessions, frames of each (0 for the spec's)
    public static void main(String[] args) throws IOException {
        int sessions = Integer.parseInt(args[2]);
        long frames = Long.parseLong(args[3]);
        Path data = Files.createTempDirectory("bench-train");
        try {
            Plan plan = Plan.read(SpecFile.read(Path.of(args[0]), Map.of()), args[1]);
            plan = plan.with(
                    frames == 0 ? plan.env() : plan.env().maxFrame(frames),
                    plan.meta().maxSession(sessions));
            RunOptions options = RunOptions.defaults().data(data).threads(sessions);
            TrialResult result = Lab.run(plan, options, Listener.NONE);
            double rate = result.sessions().stream()
                    .mapToDouble(SessionResult::framesPerSecond)
                    .sum();
            System.out.printf(Locale.ROOT, "%.3f%n", rate);
        } finally {
            delete(data);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
