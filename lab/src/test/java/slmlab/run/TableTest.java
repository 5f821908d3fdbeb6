package slmlab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @Test
    void aFileIsWhatPandasWouldWrite() throws IOException {
        Table table = new Table(List.of("total_reward", "frame", "lr"));
        table.add(Double.NaN, 500, 3e-4);
        table.add(12.25, 1000, 1e-5);
        table.add(-0.1, 1e15, Double.NEGATIVE_INFINITY);
        table.add(1e17, 0, 2.5e-7);
        Path file = temp.resolve("table.csv");
        table.write(file);
        assertThat(Files.readString(file)).isEqualTo("""
                        total_reward,frame,lr
                        ,500,0.0003
                        12.25,1000,1e-5
                        -0.1,1000000000000000,-inf
                        1e17,0,2.5e-7
                        """);
    }

    @Test
    void everyDoubleComesBack() {
        Table table = new Table(List.of("a", "b"));
        var random = new Random(0);
        for (int i = 0; i < 1000; i++) {
            table.add(Double.longBitsToDouble(random.nextLong()), (float) random.nextGaussian());
        }
        table.add(Double.MIN_VALUE, Double.MAX_VALUE);
        table.add(Double.POSITIVE_INFINITY, -0.0);
        Path file = temp.resolve("table.csv");
        table.write(file);
        Table read = Table.read(file);
        assertThat(read.columns()).isEqualTo(table.columns());
        assertThat(read.size()).isEqualTo(1002);
        assertThat(read.column("a")).isEqualTo(table.column("a"));
        assertThat(read.column("b")).usingComparatorWithPrecision(0.0).containsExactly(table.column("b"));
    }

    @Test
    void anOnlyColumnKeepsItsEmptyRows() {
        Table table = new Table(List.of("loss"));
        table.add(Double.NaN);
        table.add(2);
        Path file = temp.resolve("table.csv");
        table.write(file);
        assertThat(Table.read(file).column("loss")).containsExactly(Double.NaN, 2);
    }

    @Test
    void numbersOfPythonAreRead() throws IOException {
        Path file = temp.resolve("table.csv");
        Files.writeString(file, "a,b\r\n1e+16,nan\r\ninf,False\r\n");
        assertThat(Table.read(file).row(0)).containsExactly(1e16, Double.NaN);
        assertThat(Table.read(file).row(1)).containsExactly(Double.POSITIVE_INFINITY, 0);
    }

    @ParameterizedTest
    @CsvSource({
        "'a,b\n1,2\n3\n',   line 3 has 1 values",
        "'a,b\n1,x\n',      'line 2: b is ''x''; needs a number or nothing'",
        "'a,a\n1,2\n',      line 1: column 'a'",
        "'',                is empty",
    })
    void aBrokenFileIsNamedWithItsLine(String text, String message) throws IOException {
        Path file = temp.resolve("broken.csv");
        Files.writeString(file, text);
        assertThatThrownBy(() -> Table.read(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining(message);
    }

    @Test
    void binaryAndMissingFilesAreNamed() throws IOException {
        Path file = temp.resolve("bytes.csv");
        Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        assertThatThrownBy(() -> Table.read(file)).hasMessageContaining("is not UTF-8 text");
        assertThatThrownBy(() -> Table.read(temp.resolve("none.csv"))).hasMessageContaining("there is no file");
    }

    @Test
    void wrongRowsAndColumnsAreRefused() {
        Table table = new Table(List.of("a", "b"));
        assertThatThrownBy(() -> table.add(1)).hasMessage("a row of 1 numbers; the columns are [a, b]");
        assertThatThrownBy(() -> table.column("c")).hasMessage("there is no column c; there are [a, b]");
        assertThatThrownBy(() -> new Table(List.of("a,b"))).hasMessageContaining("without comma");
    }
}
