package slmlab.tensor.safetensors;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.tensor.safetensors.SafeTensors.Contents;

/// Whatever the bytes, reading gives contents or a [SafeTensorsException], and takes little memory.
class SafeTensorsFuzzTest {
    private static final String ACCEPTED = "accepted";

    /// What a read may allocate in all, freed or not: a few buffers, a message and a stack trace …
    private static final int ALLOWED = 1 << 16;

    /// … and this for each byte of the file. Data cost their own size; a header of tiny entries costs the most.
    private static final int ALLOWED_PER_BYTE = 32;

    @TempDir
    Path folder;

    Fuzz fuzz;

    @BeforeEach
    void writeValidFiles() throws IOException {
        fuzz = new Fuzz(folder);
    }

    @Test
    void survivesRandomBytes() {
        for (long seed = 0; seed < 100_000; seed++) {
            byte[] bytes = Fuzz.random(seed);
            read(bytes.length, () -> SafeTensors.read(bytes, "fuzz"), "Fuzz.random(%d)".formatted(seed));
        }
    }

    @Test
    void survivesDamagedFiles() {
        int accepted = 0;
        for (long seed = 0; seed < 10_000; seed++) {
            byte[] bytes = fuzz.mutated(seed);
            String made = "fuzz.mutated(%d)".formatted(seed);
            if (read(bytes.length, () -> SafeTensors.read(bytes, "fuzz"), made).equals(ACCEPTED)) {
                accepted++;
            }
        }
        assertThat(accepted).as("damage that only changes numbers or names").isBetween(200, 5_000);
    }

    @Test
    void filesOnDiskAreReadAsBytesAre() throws IOException {
        Path file = folder.resolve("fuzz");
        for (long seed = 0; seed < 3_000; seed++) {
            byte[] bytes = fuzz.mutated(seed);
            Files.write(file, bytes);
            String made = "fuzz.mutated(%d)".formatted(seed);
            assertThat(read(bytes.length, () -> SafeTensors.read(file), made + " on disk"))
                    .as(made)
                    .isEqualTo(read(bytes.length, () -> SafeTensors.read(bytes, file.toString()), made));
        }
    }

    @Test
    void headersOfTinyPartsStayWithinTheirAllowance() {
        int many = 50_000;
        headerOf(many, i -> Crafted.tensor(Integer.toString(i, 36), "U8", "[]", i, i + 1), "{%s}", many);
        headerOf(many, i -> "\"%s\":\"\"".formatted(Integer.toString(i, 36)), "{\"__metadata__\":{%s}}", 0);
        headerOf(many, i -> "\"\\n%s\":\"\\n\"".formatted(Integer.toString(i, 36)), "{\"__metadata__\":{%s}}", 0);
        headerOf(many, i -> "1", "{\"w\":{\"dtype\":\"U8\",\"shape\":[%s],\"data_offsets\":[0,1]}}", 1);
        headerOf(many, i -> "é😀", "{\"__metadata__\":{\"k\":\"%s\"}}", 0);
    }

    private static void headerOf(int many, IntFunction<String> part, String frame, int dataBytes) {
        String header = frame.formatted(IntStream.range(0, many).mapToObj(part).collect(Collectors.joining(",")));
        String shown = header.substring(0, 80);
        byte[] right = Crafted.file(header, dataBytes);
        assertThat(read(right.length, () -> SafeTensors.read(right, "tiny"), shown))
                .isEqualTo(ACCEPTED);
        byte[] wrong = Crafted.file(header, dataBytes + 1);
        assertThat(read(wrong.length, () -> SafeTensors.read(wrong, "tiny"), shown))
                .isNotEqualTo(ACCEPTED);
    }

    /// Reads, and says how it went.
    private static String read(long bytes, Supplier<Contents> reading, String made) {
        long before = AllocatedBytes.bytes();
        String outcome;
        try {
            var _ = reading.get();
            outcome = ACCEPTED;
        } catch (SafeTensorsException e) {
            outcome = String.valueOf(e.getMessage());
        } catch (RuntimeException | Error e) {
            throw new AssertionError(made, e);
        }
        long allocated = AllocatedBytes.bytes() - before;
        if (allocated > ALLOWED + ALLOWED_PER_BYTE * bytes) {
            throw new AssertionError("%s allocates %d bytes for %d".formatted(made, allocated, bytes));
        }
        return outcome;
    }
}
