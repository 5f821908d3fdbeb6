package slmlab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.IntBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import slmlab.run.RunFolder;
import slmlab.run.Table;
import slmlab.tensor.safetensors.SafeTensors;

/// What two runs left, compared file by file.
public final class RunFiles {
    private static final List<String> TIMES = List.of("fps", "wall_t");

    private static final List<String> OF_SPEC = List.of("spec_sha256", "net", "critic_net");

    private RunFiles() {}

    /// Tables but for their times, metrics and weights are the same to the last bit.
    public static void assertSame(RunFolder actual, RunFolder expected) {
        assertThat(names(actual)).isEqualTo(names(expected)).anyMatch(name -> name.endsWith("_ckpt-best.safetensors"));
        for (String name : names(expected)) {
            Path ours = actual.path().resolve(name);
            Path theirs = expected.path().resolve(name);
            if (name.endsWith(".csv")) {
                assertSame(Table.read(ours), Table.read(theirs), name);
            } else if (name.endsWith(".safetensors")) {
                assertSameWeights(ours, theirs);
            } else {
                assertThat(ours).hasSameBinaryContentAs(theirs);
            }
        }
    }

    /// Weights are the same to the last bit, and so is what their files say, but for the spec they come from.
    static void assertSameWeights(Path actual, Path expected) {
        assertThat(facts(actual)).isEqualTo(facts(expected));
        assertThat(weights(actual)).containsExactlyEntriesOf(weights(expected));
    }

    private static Map<String, String> facts(Path file) {
        Map<String, String> facts = new TreeMap<>(SafeTensors.read(file).metadata());
        facts.keySet().removeAll(OF_SPEC);
        return facts;
    }

    /// The numbers of each array, as bits.
    static Map<String, IntBuffer> weights(Path file) {
        Map<String, IntBuffer> weights = new LinkedHashMap<>();
        SafeTensors.read(file).tensors().forEach((name, array) -> {
            float[] values = array.floats();
            int[] bits = new int[values.length];
            Arrays.setAll(bits, i -> Float.floatToRawIntBits(values[i]));
            weights.put(name, IntBuffer.wrap(bits));
        });
        return weights;
    }

    /// Tables are the same but for their times.
    public static void assertSame(Table actual, Table expected, String name) {
        assertThat(actual.columns()).as(name).isEqualTo(expected.columns());
        for (String column : expected.columns()) {
            if (!TIMES.contains(column)) {
                assertThat(actual.column(column)).as("%s of %s", column, name).isEqualTo(expected.column(column));
            }
        }
    }

    /// The files of numbers, by their paths in the run folder.
    private static List<String> names(RunFolder folder) {
        return Stream.of("info", "model")
                .map(part -> folder.path().resolve(part))
                .flatMap(RunFiles::entries)
                .map(file -> folder.path().relativize(file).toString())
                .filter(name -> !name.endsWith(".part") && !name.endsWith(".tmp")) // what a kill left
                .sorted()
                .toList();
    }

    /// Deletes a folder and all in it.
    static void delete(Path folder) throws IOException {
        try (Stream<Path> entries = Files.walk(folder)) {
            for (Path entry : entries.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(entry);
            }
        }
    }

    private static Stream<Path> entries(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
