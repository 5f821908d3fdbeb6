package slmlab.metric;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import slmlab.file.JsonFile;

/// Mean return of a random policy in each env, which is the zero of strength. `slm-lab env baseline` computes
/// the table.
public final class Baselines {

    private Baselines() {}

    /// @param mean mean return of `episodes` episodes
    /// @param std their standard deviation, divided by n
    public record Baseline(double mean, double std, int episodes) {}

    /// @param how where the numbers come from
    public record File(String how, SequencedMap<String, Baseline> envs) {}

    /// Loads the table on first use.
    private static final class Bundled {
        private static final Map<String, Baseline> ENVS = read();

        private static Map<String, Baseline> read() {
            try (InputStream in = Baselines.class.getResourceAsStream("random_baselines.json")) {
                return JsonFile.read(in, File.class).envs;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /// Return the baseline of an env, by its id; empty for one that is not in the table.
    public static Optional<Baseline> of(String env) {
        return Optional.ofNullable(Bundled.ENVS.get(env));
    }

    /// Return the table in a file, empty if there is no such file; an [IllegalArgumentException] says if it is
    /// something else.
    public static Map<String, Baseline> read(Path file) {
        if (!file.toFile().isFile()) {
            return Map.of();
        }
        @Nullable SequencedMap<String, Baseline> envs = JsonFile.read(file, File.class).envs;
        if (envs == null) {
            throw new IllegalArgumentException("%s is not a table of baselines: it has no envs".formatted(file));
        }
        return envs;
    }

    /// Write a table; entries of an existing file are kept unless they are replaced.
    public static void write(Path file, String how, Map<String, Baseline> envs) {
        TreeMap<String, Baseline> all = new TreeMap<>(read(file));
        all.putAll(envs);
        JsonFile.write(file, new File(how, all));
    }
}
