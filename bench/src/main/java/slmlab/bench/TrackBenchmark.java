package slmlab.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import slmlab.cli.Cli;
import slmlab.track.EventFile;

/// `slm-lab bench track`: seconds that numbers take on their way into TensorBoard's event files, the file system
/// included. Caches of the disk make it look better than a full one would.
@Command(name = "track", header = "Write scalars into TensorBoard's event files.")
final class TrackBenchmark implements Callable<Integer> {
    private static final int COLUMNS = 25; // of a row, as PPO's
    private static final double SECOND = 1e9;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(names = "--count", paramLabel = "N", description = "Scalars to write (default: ${DEFAULT-VALUE}).")
    private int count = 1_000_000;

    @Option(names = "--rounds", paramLabel = "N", description = "How often (default: ${DEFAULT-VALUE}).")
    private int rounds = 3;

    @Override
    public Integer call() throws IOException {
        if (count < COLUMNS || rounds < 1) {
            throw new ParameterException(
                    spec.commandLine(), "--count needs at least %s, --rounds at least 1".formatted(COLUMNS));
        }
        PrintWriter out = spec.commandLine().getOut();
        Path folder = Files.createTempDirectory("slm-lab-track");
        Path file = folder.resolve("events.out.tfevents.0");
        try {
            for (int round = 0; round < rounds; round++) {
                tell(out, "one scalar per event", file, this::singly);
                tell(out, COLUMNS + " scalars per event", file, this::inRows);
            }
        } finally {
            Files.deleteIfExists(file);
            Files.delete(folder);
        }
        return Cli.DONE;
    }

    private interface Work {
        void write(EventFile events) throws IOException;
    }

    private void tell(PrintWriter out, String what, Path file, Work work) throws IOException {
        long begun = System.nanoTime();
        try (EventFile events = new EventFile(file, 0)) {
            work.write(events);
        }
        double seconds = (System.nanoTime() - begun) / SECOND;
        out.println(String.format(
                Locale.ROOT, "%,d scalars, %-22s  %5.2f s  %5.1f MB", count, what, seconds, Files.size(file) / 1e6));
        out.flush();
    }

    private void singly(EventFile events) throws IOException {
        for (int i = 0; i < count; i++) {
            events.scalar("train/loss", i, i * 1e-3, i);
        }
    }

    private void inRows(EventFile events) throws IOException {
        Map<String, Double> row = new LinkedHashMap<>();
        for (int i = 0; i < count / COLUMNS; i++) {
            for (int k = 0; k < COLUMNS; k++) {
                row.put("train/column_" + k, (double) i);
            }
            events.scalars(row, i, i * 1e-3);
        }
    }
}
