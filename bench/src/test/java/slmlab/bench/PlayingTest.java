package slmlab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.cli.Cli;

@Tag("slow")
class PlayingTest {

    @Test
    void everyRowRunsAndIsWritten(@TempDir Path folder) throws IOException {
        Path json = folder.resolve("rows.json");
        String[] args = {"play", "--no-peer", "--rounds", "1", "--warm", "0", "--json", json.toString()};
        assertThat(Cli.of(new BenchMain()).execute(args)).isEqualTo(Cli.DONE);
        assertThat(Files.readAllLines(json))
                .hasSize(7)
                .anyMatch(line -> line.contains("\"name\": \"act nature cnn\", \"unit\": \"k act/s\""));
    }
}
