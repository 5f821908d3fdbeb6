package slmlab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tables of which only some rows are kept.
class ThinTableTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private Path file() {
        return temp.resolve("a.csv");
    }

    private static String rows(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> "%s,%s\n".formatted(i, -i))
                .collect(Collectors.joining());
    }

    private void append(String text) throws IOException {
        Files.writeString(file(), text, StandardOpenOption.APPEND);
    }

    @Test
    void aShortTableIsWhole() throws IOException {
        Files.writeString(file(), "frame,loss\n" + rows(0, 5) + "5,"); // the last row is being written
        ThinTable table = new ThinTable(file(), 100, 1 << 20);
        table.read();
        assertThat(table.stride()).isEqualTo(1);
        assertThat(table.share()).isEqualTo(1);
        assertThat(table.rows(1).column("frame")).containsExactly(0, 1, 2, 3, 4);
        assertThat(table.rows(2).column("loss")).containsExactly(0, -2, -4);
    }

    /// At most 8 rows of two numbers: at the eighth every second goes, so 0, 2, 4, 6; then 0, 4, 8, 12, ….
    @Test
    void ofALongTableEveryKthRowIsKept() throws IOException {
        Files.writeString(file(), "frame,loss\n" + rows(0, 20));
        ThinTable table = new ThinTable(file(), 16, 1 << 20);
        table.read();
        assertThat(table.stride()).isEqualTo(4);
        assertThat(table.rows(4).column("frame")).containsExactly(0, 4, 8, 12, 16);
        assertThat(table.numbers()).isEqualTo(10);
        Files.writeString(file(), "frame,loss\n" + rows(0, 10_000));
        ThinTable longer = new ThinTable(file(), 16, 1 << 20);
        longer.read();
        assertThat(longer.numbers()).isLessThan(16);
        assertThat(longer.rows(longer.stride()).column("frame")[1]).isEqualTo((double) longer.stride());
    }

    @Test
    void aLargeFileIsReadPieceByPieceAndWhatIsAddedOnly() throws IOException {
        Files.writeString(file(), "frame,loss\n" + rows(0, 300_000)); // 4 MB
        ThinTable table = new ThinTable(file(), 1_000_000, 1 << 20);
        table.read();
        assertThat(table.share()).isBetween(0.2, 0.3);
        int before = table.rows(1).size();
        for (int i = 0; i < 6; i++) {
            table.read();
        }
        assertThat(table.share()).isEqualTo(1);
        assertThat(before).isBetween(70_000, 90_000);
        assertThat(table.rows(1).size()).isEqualTo(300_000);
        append(rows(300_000, 300_010));
        table.read();
        assertThat(table.rows(1).size()).isEqualTo(300_010);
        assertThat(table.rows(1).last("frame", 1)).containsExactly(300_009);
    }

    @Test
    void aFileThatWasReplacedIsReadAnew() throws IOException {
        Files.writeString(file(), "frame,loss\n" + rows(0, 50));
        ThinTable table = new ThinTable(file(), 1000, 1 << 20);
        table.read();
        Files.writeString(file(), "frame,loss\n" + rows(100, 160)); // as long, another run
        table.read();
        assertThat(table.rows(1).column("frame")).startsWith(100).hasSize(60);
        Files.writeString(file(), "frame,loss\n" + rows(7, 9));
        table.read();
        assertThat(table.rows(1).column("frame")).containsExactly(7, 8);
    }

    @Test
    void aDamagedFileIsReadAnewWhenItIsFixed() throws IOException {
        Files.writeString(file(), "frame,loss\n0,0\n1,x\n");
        ThinTable table = new ThinTable(file(), 1000, 1 << 20);
        for (int i = 0; i < 2; i++) {
            assertThatIllegalArgumentException().isThrownBy(table::read).withMessageContaining("line 3: loss is 'x'");
        }
        Files.writeString(file(), "frame,loss\n0,0\n1,2\n");
        table.read();
        assertThat(table.rows(1).column("loss")).containsExactly(0, 2);
        Files.writeString(file(), "frame,loss\n");
        table.read();
        assertThat(table.rows(1).size()).isZero();
        append("5,6\n");
        table.read();
        assertThat(table.rows(1).column("loss")).containsExactly(6);
    }
}
