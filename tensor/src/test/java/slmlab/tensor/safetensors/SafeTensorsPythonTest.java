package slmlab.tensor.safetensors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;
import slmlab.tensor.safetensors.SafeTensors.Contents;

/// Files go both ways between us and the Python package `safetensors`, whose half is `safetensors_peer.py`.
///
/// Python is the one that `SLM_LAB_PYTHON` names, or else the project's `.venv/test/bin/python`.
@Tag("python")
class SafeTensorsPythonTest {
    private static final Path PEER = Path.of("src", "test", "python", "safetensors_peer.py");
    private static final Map<String, String> METADATA =
            Map.of("frame", "81920", "quote", "\"\\/\b\f\n\r\t\1", "unicode", "é漢😀");

    private static String python = "";

    @TempDir
    Path folder;

    /// What a Python process printed and returned.
    private record Ran(int exit, List<String> lines) {}

    @BeforeAll
    static void findPython(@TempDir Path folder) throws IOException, InterruptedException {
        String named = System.getenv("SLM_LAB_PYTHON");
        Path own =
                Path.of("..", ".venv", "test", "bin", "python").toAbsolutePath().normalize();
        python = named != null && !named.isBlank() ? named : own.toString();
        String wish = "skipped: set SLM_LAB_PYTHON to a Python that has numpy and safetensors; ";
        try {
            Ran ran = run(folder, "-c", "import numpy, safetensors.numpy");
            if (ran.exit() != 0) {
                abort(wish + python + " says " + ran.lines().getLast());
            }
        } catch (IOException e) {
            abort(wish + e.getMessage());
        }
    }

    private static Ran run(Path folder, String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(python));
        command.addAll(List.of(arguments));
        Path output = folder.resolve("output.txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("%s does not end".formatted(command));
        }
        return new Ran(process.exitValue(), Files.readAllLines(output));
    }

    private List<String> peer(String task, Path path) throws IOException, InterruptedException {
        Ran ran = run(folder, PEER.toString(), task, path.toString());
        assertThat(ran.exit()).as(String.join("\n", ran.lines())).isZero();
        return ran.lines();
    }

    /// Return the arrays that the script has too.
    private static SequencedMap<String, Array> arrays() {
        byte[] pixels = new byte[256];
        float[] large = new float[100_003];
        for (int i = 0; i < large.length; i++) {
            pixels[i % 256] = (byte) i;
            large[i] = i;
        }
        float[] special = {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, -0f, 1e-45f, Float.MAX_VALUE};
        var arrays = new LinkedHashMap<String, Array>();
        arrays.put("net.0.weight", Array.of(Shape.of(2, 3), -1f, -0.75f, -0.5f, -0.25f, 0f, 0.25f));
        arrays.put("special", Array.of(Shape.of(6), special));
        arrays.put("scalar", Array.ofInts(Shape.SCALAR, -7));
        arrays.put("limits", Array.ofInts(Shape.of(3), Integer.MIN_VALUE, Integer.MAX_VALUE, 0));
        arrays.put("pixels", Array.ofBytes(Shape.of(4, 1, 64), pixels));
        arrays.put("empty", Array.of(Shape.of(3, 0, 2), new float[0]));
        arrays.put("ünï\n\"code\"", Array.ofBytes(Shape.of(1), (byte) 1));
        arrays.put("large", Array.of(Shape.of(large.length), large));
        return arrays;
    }

    @Test
    void readsWhatPythonWrites() throws IOException, InterruptedException {
        Path file = folder.resolve("python.safetensors");
        peer("write", file);
        Contents contents = SafeTensors.read(file);

        assertThat(contents.metadata()).isEqualTo(METADATA);
        assertThat(contents.tensors()).containsOnlyKeys(arrays().keySet());
        arrays().forEach((name, array) -> {
            Array read = Crafted.get(contents, name);
            assertThat(read.dtype()).as(name).isEqualTo(array.dtype());
            assertThat(read.shape()).as(name).isEqualTo(array.shape());
            assertThat(Crafted.bits(read)).as(name).isEqualTo(Crafted.bits(array));
        });
    }

    @Test
    void pythonReadsWhatWeWrite() throws IOException, InterruptedException {
        Path file = folder.resolve("java.safetensors");
        SafeTensors.write(file, arrays(), METADATA);
        peer("check", file);
    }

    @Test
    void refusesPythonsOtherTypes() throws IOException, InterruptedException {
        peer("foreign", folder);
        List<String> dtypes = List.of("F64", "F16", "I64", "I16", "I8", "U16", "U32", "U64", "BOOL", "C64");
        for (String dtype : dtypes) {
            assertThatThrownBy(() -> SafeTensors.read(folder.resolve(dtype + ".safetensors")))
                    .isInstanceOf(SafeTensorsException.class)
                    .hasMessageContainingAll("tensor \"w\": is %s,".formatted(dtype), "nothing is converted here");
        }
    }

    @Test
    void acceptsNothingThatPythonRefuses() throws IOException, InterruptedException {
        var fuzz = new Fuzz(folder);
        Path all = folder.resolve("all");
        var accepted = new ArrayList<Long>();
        try (var out = new DataOutputStream(Files.newOutputStream(all))) {
            for (long seed = 0; seed < 10_000; seed++) {
                byte[] bytes = fuzz.mutated(seed);
                try {
                    SafeTensors.read(bytes, "fuzz");
                } catch (SafeTensorsException _) {
                    continue;
                }
                accepted.add(seed);
                out.writeInt(Integer.reverseBytes(bytes.length));
                out.write(bytes);
            }
        }
        List<String> verdicts = peer("judge", all);
        assertThat(accepted).hasSizeGreaterThan(100).hasSameSizeAs(verdicts);
        for (int i = 0; i < verdicts.size(); i++) {
            assertThat(verdicts.get(i)).as("fuzz.mutated(%d)", accepted.get(i)).isEqualTo("accepted");
        }
    }
}
