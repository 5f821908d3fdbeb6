package slmlab.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import slmlab.cli.Cli;
import slmlab.file.Folders;

/// `slm-lab bench search`: the share of a search's time that goes into the search itself: claims, reports, pruners,
/// the database, the table on the screen. It is counted from the samples of a flight recording: a sample belongs to
/// the search if its innermost method of ours does.
@Command(name = "search", header = "The share of a search's time that is not spent on its trials.")
final class SearchShare implements Callable<Integer> {
    private static final Duration PERIOD = Duration.ofMillis(10);
    private static final List<String> SAMPLES = List.of("jdk.ExecutionSample", "jdk.NativeMethodSample");
    private static final List<String> SEARCH = List.of("slmlab.search.", "slmlab.cli.");

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(names = "--trials", paramLabel = "N", description = "Trials (default: ${DEFAULT-VALUE}).")
    private int trials = 1_000;

    @Option(
            names = "--log-frequency",
            paramLabel = "N",
            description = "Frames between two reports of a trial (default: ${DEFAULT-VALUE}).")
    private int logFrequency = 1_000;

    @Override
    public Integer call() throws IOException {
        if (trials < 1 || logFrequency < 1) {
            throw new ParameterException(spec.commandLine(), "--trials and --log-frequency need at least 1");
        }
        Path folder = Files.createTempDirectory("slm-lab-search");
        try (Recording recording = new Recording()) {
            SAMPLES.forEach(event -> recording.enable(event).withPeriod(PERIOD));
            recording.start();
            long begun = System.nanoTime();
            int code = Cli.execute(
                    new slmlab.cli.Main(),
                    "run",
                    "ppo/cartpole_search.yaml",
                    "ppo_cartpole_search",
                    "search",
                    "--trials=" + trials,
                    "-s",
                    "meta.log_frequency=" + logFrequency,
                    "--data=" + folder,
                    "--name=search",
                    "--quiet");
            double seconds = (System.nanoTime() - begun) / 1e9;
            recording.stop();
            Path file = folder.resolve("search.jfr");
            recording.dump(file);
            if (code == Cli.DONE) {
                tell(file, seconds);
            }
            return code;
        } finally {
            Folders.delete(folder);
        }
    }

    private void tell(Path file, double seconds) throws IOException {
        long search = 0;
        long all = 0;
        try (RecordingFile events = new RecordingFile(file)) {
            while (events.hasMoreEvents()) {
                RecordedEvent event = events.readEvent();
                RecordedStackTrace stack = event.getStackTrace();
                if (SAMPLES.contains(event.getEventType().getName()) && stack != null) {
                    all++;
                    search += isOfSearch(stack) ? 1 : 0;
                }
            }
        }
        spec.commandLine()
                .getOut()
                .println(String.format(
                        Locale.ROOT,
                        "%,d trials in %.1f s; %,d of %,d samples in the search itself: %.2f %%, %.1f ms a trial",
                        trials,
                        seconds,
                        search,
                        all,
                        100.0 * search / all,
                        search * PERIOD.toMillis() / (double) trials));
    }

    private static boolean isOfSearch(RecordedStackTrace stack) {
        return stack.getFrames().stream()
                .map(frame -> frame.getMethod().getType().getName())
                .filter(name -> name.startsWith("slmlab."))
                .findFirst()
                .filter(name -> SEARCH.stream().anyMatch(name::startsWith))
                .isPresent();
    }
}
