package slmlab.play;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Finds the policy file in a run folder: the best checkpoint of the best session, as `enjoy` does.
final class RunFiles {
    private static final Pattern BEST = Pattern.compile("(.+_t0_s(\\d{1,9}))_ckpt-best\\.safetensors");

    private RunFiles() {}

    /// Return a file as it is; of a run folder, the best checkpoint of its best session.
    static Path policy(Path runOrFile) {
        return Files.isDirectory(runOrFile) ? policy(runOrFile, OptionalInt.empty()) : runOrFile;
    }

    /// @param session empty for the best one
    static Path policy(Path run, OptionalInt session) {
        Path best = null;
        double score = Double.NEGATIVE_INFINITY;
        for (Path file : files(run.resolve("model"))) {
            Matcher name = BEST.matcher(file.getFileName().toString());
            if (!name.matches() || (session.isPresent() && session.getAsInt() != Integer.parseInt(name.group(2)))) {
                continue;
            }
            double last = lastReturn(run.resolve("info").resolve(name.group(1) + "_session_df_train.csv"));
            if (best == null || last > score) {
                best = file;
                score = Double.isNaN(last) ? Double.NEGATIVE_INFINITY : last;
            }
        }
        if (best == null) {
            throw new IllegalArgumentException(
                    "%s has no best checkpoint%s in model/; has the run come to its first row?"
                            .formatted(run, session.isPresent() ? " of session " + session.getAsInt() : ""));
        }
        return best;
    }

    /// Return `total_reward_ma` of the last row; NaN where there is none.
    private static double lastReturn(Path table) {
        String first = null;
        String last = null;
        try (Stream<String> lines =
                Files.isRegularFile(table) ? Files.lines(table, StandardCharsets.ISO_8859_1) : Stream.of()) {
            for (String line : (Iterable<String>) lines::iterator) { // a table may be large
                last = first == null ? null : line;
                first = first == null ? line : first;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read %s: %s".formatted(table, e), e);
        }
        if (first == null || last == null) {
            return Double.NaN;
        }
        int column = Arrays.asList(first.split(",", -1)).indexOf("total_reward_ma");
        String[] row = last.split(",", -1);
        try {
            return column < 0 || column >= row.length ? Double.NaN : Double.parseDouble(row[column]);
        } catch (NumberFormatException _) {
            return Double.NaN; // empty, or damaged
        }
    }

    private static List<Path> files(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read %s: %s".formatted(folder, e), e);
        }
    }
}
