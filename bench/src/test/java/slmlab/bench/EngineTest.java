package slmlab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.cli.Cli;

@Tag("slow")
class EngineTest {

    @Test
    void everyRowRunsAndIsWritten(@TempDir Path folder) throws IOException {
        Path json = folder.resolve("rows.json");
        String[] args = {"engine", "--no-peer", "--rounds", "1", "--warm", "0", "--json", json.toString()};
        assertThat(Cli.of(new BenchMain()).execute(args)).isEqualTo(Cli.DONE);
        assertThat(Files.readAllLines(json))
                .hasSize(13)
                .anyMatch(
                        line -> line.matches(
                                " *\\{\"name\": \"sgemm 64x64x64\", \"unit\": \"GFLOP/s\", \"ours\": [0-9.E-]+, "
                                        + "\"theirs\": null, \"ratio\": null, \"target\": 1.0, \"met\": null, \"recorded\": false},"))
                .anyMatch(line -> line.contains("\"name\": \"adam 1M\", \"unit\": \"ms\""));
    }

    @Test
    void wrongInputIsReportedBeforeAnythingIsMeasured() {
        var err = new StringWriter();
        String[] args = {"engine", "--no-peer", "--rounds", "0", "--only", "nothing", "--json", "no/such/folder/x"};
        assertThat(Cli.of(new BenchMain()).setErr(new PrintWriter(err)).execute(args))
                .isEqualTo(2);
        assertThat(err.toString())
                .contains("--rounds is 0; needs at least 1")
                .contains("--only nothing matches no row")
                .contains("cannot be written");
    }

    @Test
    void aTimeIsBetterWhenItIsSmallerAndARateWhenItIsLarger() {
        Row time = Row.of("update", "ms", false, 0.1, 3.5, 35);
        assertThat(time.ratio()).isEqualTo(35);
        assertThat(time.met()).isTrue();
        Row rate = Row.of("sgemm", "GFLOP/s", true, 90, 100.0, 1);
        assertThat(rate.ratio()).isEqualTo(0.9);
        assertThat(rate.met()).isFalse();
        assertThat(rate.line()).contains("missed");
    }
}
