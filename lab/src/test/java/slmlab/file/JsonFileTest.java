package slmlab.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.run.RunFolder;
import slmlab.run.RunSpec;
import slmlab.run.Runs;

/// Every damaged file is refused in one sentence that names it.
class JsonFileTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private void assertRefused(String why) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JsonFile.read(temp.resolve("a.json")))
                .withMessageStartingWith(temp.resolve("a.json").toString())
                .withMessageContaining(why)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n").hasSizeLessThan(600));
    }

    private void write(String text) throws IOException {
        Files.writeString(temp.resolve("a.json"), text);
    }

    @ParameterizedTest
    @CsvSource({"101", "2000", "100000"})
    void deepNestingIsRefused(int depth) throws IOException {
        write("[".repeat(depth) + "]".repeat(depth));
        assertRefused("is not valid JSON: line 1");
        write("{\"a\":".repeat(depth) + "1" + "}".repeat(depth));
        assertRefused("nest");
    }

    @Test
    void aNumberOfFiveThousandDigitsIsRefused() throws IOException {
        write("{\"a\": %s}".formatted("7".repeat(5000)));
        assertRefused("Number value length (5000) exceeds the maximum allowed (1000)");
    }

    @Test
    void damagedTextIsRefused() throws IOException {
        write("");
        assertRefused("is empty");
        write("null");
        assertRefused("holds null");
        write("{\"a\": 1");
        assertRefused("is not valid JSON: line 1, column 8");
        Files.write(temp.resolve("a.json"), new byte[] {'{', '"', (byte) 0xC3, (byte) 0x28, '"', ':', '1', '}'});
        assertRefused("is not valid JSON");
        Files.write(temp.resolve("a.json"), "{\"a\": 1}".getBytes(StandardCharsets.UTF_16));
        assertThat(JsonFile.read(temp.resolve("a.json"))).isEqualTo(Map.of("a", 1)); // RFC 4627 allows it
    }

    /// A file of zeros takes no space on the disk, and would take all memory.
    @Test
    void aHugeFileIsRefusedBeforeItIsRead() throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(temp.resolve("a.json").toFile(), "rw")) {
            file.write('[');
            file.setLength(1L << 40);
        }
        assertRefused("has 1,099,512 MB; JSON files are read up to");
    }

    @Test
    void pipesAndLinksToNothingAreRefused() throws IOException, InterruptedException {
        SpecialFiles.namedPipe(temp.resolve("a.json"));
        assertRefused("is a device, a pipe or a socket");
        Files.delete(temp.resolve("a.json"));
        Files.createSymbolicLink(temp.resolve("a.json"), temp.resolve("gone"));
        assertRefused("is a symbolic link to a missing file");
    }

    /// A spec of one key is read as a spec under its name.
    @Test
    void aSpecOfNothingHasNoEnv() throws IOException {
        RunFolder run = Runs.of(temp, "run", "CartPole-v1", 1);
        Files.writeString(run.spec(), "{\"run\": null}");
        assertThat(RunSpec.env(run)).isEmpty();
        assertThat(RunSpec.keys(run)).hasSize(1);
    }

    @Test
    void aSpecOfAMillionKeysIsRefused() throws IOException {
        RunFolder run = Runs.of(temp, "run", "CartPole-v1", 1);
        StringBuilder keys = new StringBuilder("{\"run\": {\"a\": 1");
        for (int i = 0; i < 20_000; i++) {
            keys.append(", \"").append(i).append("\": 0");
        }
        Files.writeString(run.spec(), keys + "}}");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RunSpec.keys(run))
                .withMessage(run.spec() + " has more than 10000 keys; a spec has some hundred");
    }
}
