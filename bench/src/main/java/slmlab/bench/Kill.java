package slmlab.bench;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import slmlab.cli.Cli;
import slmlab.metric.Metrics;
import slmlab.run.Phase;
import slmlab.run.RunFolder;
import slmlab.run.Table;

/// `slm-lab bench kill`: kills training runs with SIGKILL at random moments, resumes them, and compares the
/// result with that of an undisturbed run.
@Command(
        name = "kill",
        header = "Kill training runs with SIGKILL at random moments, resume them, compare with an undisturbed run.")
final class Kill implements Callable<Integer> {
    private static final List<String> TIMES = Metrics.names(List.of(Metrics.FPS, Metrics.WALL_T));

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(names = "--kills", paramLabel = "N", description = "Number of kills (default: ${DEFAULT-VALUE}).")
    private int kills = 50;

    @Option(names = "--max-frame", paramLabel = "N", description = "Frames of a run (default: ${DEFAULT-VALUE}).")
    private long maxFrame = 100_000;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "Name of a spec in the file (default: ${DEFAULT-VALUE}).")
    private String name = "ppo_cartpole";

    @Option(names = "--spec", paramLabel = "FILE", description = "Spec file (default: ours for CartPole).")
    private Path file = Path.of(System.getProperty("slmlab.home", "."), "spec/ppo/cartpole.json");

    @Option(names = "--seed", paramLabel = "N", description = "Seed of the random moments (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    private int done;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        Path temp = Files.createTempDirectory("slm-lab-kill");
        RunFolder whole = folder(temp.resolve("whole"), start(temp.resolve("whole"), "train"), Long.MAX_VALUE);
        Random random = new Random(seed);
        int runs = 0;
        int wrong = 0;
        while (done < kills) {
            Path data = temp.resolve("run" + runs++);
            int before = done;
            RunFolder killed = folder(data, start(data, "train"), moment(random));
            while (!isFinished(killed)) {
                folder(data, start(data, "train@" + killed.path()), done < kills ? moment(random) : Long.MAX_VALUE);
            }
            String difference = difference(killed, whole);
            wrong += difference.isEmpty() ? 0 : 1;
            out.println("run %s, killed %s times: %s"
                    .formatted(runs, done - before, difference.isEmpty() ? "equal" : difference));
            out.flush();
        }
        out.println("%s kills, %s runs, %s differ; files in %s".formatted(done, runs, wrong, temp));
        return wrong == 0 ? Cli.DONE : Cli.FAILED;
    }

    /// Return the milliseconds from the first new state on disk to the kill.
    private static long moment(Random random) {
        return random.nextInt(700);
    }

    private Process start(Path data, String mode) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-modules=jdk.incubator.vector",
                "-cp",
                System.getProperty("java.class.path"),
                "slmlab.cli.Main",
                "run",
                file.toString(),
                name,
                mode,
                "--seeds",
                "1",
                "--quiet"));
        if (mode.equals("train")) {
            command.addAll(List.of("--max-frame", Long.toString(maxFrame)));
        }
        command.addAll(List.of("--data", data.toString(), "--state-seconds", "0.05"));
        return new ProcessBuilder(command)
                .inheritIO()
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /// Wait for the run's first new state, then for its end or the moment of the kill.
    private RunFolder folder(Path data, Process process, long millis) throws InterruptedException {
        long before = newest(data);
        while (process.isAlive() && newest(data) == before) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
        if (!process.waitFor(millis, TimeUnit.MILLISECONDS)) {
            process.destroyForcibly().waitFor();
            done++;
        } else if (process.exitValue() != Cli.DONE) {
            throw new IllegalStateException("the run ended with exit code %s".formatted(process.exitValue()));
        }
        return RunFolder.latest(data, name).orElseThrow();
    }

    /// Return the frame of the newest state; −1 if there is none.
    private long newest(Path data) {
        return RunFolder.latest(data, name)
                .map(folder -> newest(folder.state(0).toFile()))
                .orElse(-1L);
    }

    private static long newest(File states) {
        String @Nullable [] names = states.list();
        return Stream.of(names == null ? new String[0] : names)
                .filter(file -> file.matches("\\d+"))
                .mapToLong(Long::parseLong)
                .max()
                .orElse(-1);
    }

    private boolean isFinished(RunFolder folder) {
        return Files.exists(folder.trialMetrics())
                && Files.isDirectory(folder.state(0).resolve(Long.toString(maxFrame)));
    }

    /// Return what differs, except times; empty if nothing does.
    private static String difference(RunFolder actual, RunFolder expected) throws IOException {
        Table ours = Table.read(actual.sessionTable(0, Phase.TRAIN));
        Table theirs = Table.read(expected.sessionTable(0, Phase.TRAIN));
        for (String column : theirs.columns()) {
            if (!TIMES.contains(column) && !Arrays.equals(ours.column(column), theirs.column(column))) {
                return column + " differs in " + actual.sessionTable(0, Phase.TRAIN);
            }
        }
        List<Path> mine =
                List.of(actual.model(0), actual.bestModel(0), actual.trialMetrics(), actual.trialMetricsScalar());
        List<Path> yours = List.of(
                expected.model(0), expected.bestModel(0), expected.trialMetrics(), expected.trialMetricsScalar());
        for (int i = 0; i < mine.size(); i++) {
            if (Files.mismatch(mine.get(i), yours.get(i)) >= 0) {
                return mine.get(i) + " differs";
            }
        }
        return "";
    }
}
