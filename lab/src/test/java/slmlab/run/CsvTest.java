package slmlab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.file.SpecialFiles;

/// Tables that no run has written.
class CsvTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private Path file() {
        return temp.resolve("a.csv");
    }

    private void assertRefused(String why) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Table.read(file()))
                .withMessageContaining(file().toString())
                .withMessageContaining(why)
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(600).doesNotContainPattern("\\p{Cntrl}"));
    }

    @Test
    void aPipeIsRefused() throws IOException, InterruptedException {
        SpecialFiles.namedPipe(file());
        assertRefused("is a device, a pipe or a socket");
    }

    @Test
    void aFolderIsRefused() throws IOException {
        Files.createDirectory(file());
        assertRefused("is a folder");
    }

    /// It takes no space on the disk, and would take all memory.
    @Test
    void aLineWithoutEndIsRefused() throws IOException {
        try (RandomAccessFile huge = new RandomAccessFile(file().toFile(), "rw")) {
            huge.write("frame,loss\n1,2\n".getBytes(StandardCharsets.UTF_8));
            huge.setLength(1L << 40);
        }
        assertRefused("line 3 is longer than any row of a table");
    }

    @Test
    void aHundredThousandColumnsAreRefused() throws IOException {
        Files.writeString(
                file(), IntStream.range(0, 100_000).mapToObj(i -> "c" + i).collect(Collectors.joining(",")));
        assertRefused("line 1 has 100000 columns; a table has at most 1000");
    }

    @Test
    void whatIsWrongIsQuotedInPart() throws IOException {
        Files.writeString(file(), "frame,loss\n1,\u001b[2J%s\n".formatted("x".repeat(100_000)));
        assertRefused("line 2: loss is '?[2Jxxxx");
        Files.writeString(file(), "frame,loss\n1\n");
        assertRefused("line 2 has 1 values; its 2 columns are [frame, loss]");
        Files.writeString(
                file(), IntStream.range(0, 900).mapToObj(i -> "c" + i).collect(Collectors.joining(",")) + "\n1\n");
        assertRefused("its 900 columns are [c0, c1,");
    }

    @Test
    void otherEncodingsAreRefused() throws IOException {
        Files.write(file(), "frame,löss\n1,2\n".getBytes(StandardCharsets.ISO_8859_1));
        assertRefused("line 1 is not UTF-8 text");
        Files.write(file(), "frame,loss\n1,2\n".getBytes(StandardCharsets.UTF_16));
        assertRefused("line 1 is not UTF-8 text");
    }

    @Test
    void linesOfEveryKindAreRead() throws IOException {
        Files.writeString(file(), "frame,löss\r\n1,2\r\n3,\n5,6"); // Windows, Unix and no end
        Table table = Table.read(file());
        assertThat(table.columns()).containsExactly("frame", "löss");
        assertThat(table.column("frame")).containsExactly(1, 3, 5);
        assertThat(table.column("löss")).containsExactly(2, Double.NaN, 6);
    }

    /// Longer than the reader's own buffer, so that lines lie across its ends.
    @Test
    void aLongTableIsReadWhole() throws IOException {
        Table written = new Table(List.of("frame", "loss"));
        IntStream.range(0, 50_000).forEach(i -> written.add(i, 1.0 / i));
        written.write(file());
        assertThat(Table.read(file()).column("loss")).isEqualTo(written.column("loss"));
        assertThat(Table.last(file(), "loss")).hasValue(1.0 / 49_999);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Table.last(file(), "lr"))
                .withMessage(file() + " has no column lr; it has [frame, loss]");
        Files.writeString(file(), "frame,loss\n");
        assertThat(Table.last(file(), "loss")).isEmpty();
    }

    /// A session of that number would be one too many for an int.
    @Test
    void aTableOfAnImpossibleSessionIsNone() throws IOException {
        RunFolder run = Runs.of(temp, "run", "CartPole-v1", 1);
        Files.createFile(run.path().resolve("info/run_t0_s99999999999_session_df_train.csv"));
        Files.createFile(run.path().resolve("info/run_t99999999999_s0_session_df_train.csv"));
        assertThat(run.sessions()).containsExactly(0);
        assertThat(run.trials()).containsExactly(run);
    }
}
