package slmlab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.cli.Cli;

@Tag("slow")
class ServingTest {

    @BeforeEach
    void isInTheProject() {
        System.setProperty("slmlab.home", "..");
    }

    @AfterEach
    void isAnywhere() {
        System.clearProperty("slmlab.home");
    }

    @Test
    void everyRowRunsAndIsWritten(@TempDir Path folder) throws IOException {
        Path json = folder.resolve("rows.json");
        String[] args = {"serve", "--no-peer", "--rounds", "1", "--seconds", "0.2", "--json", json.toString()};
        assertThat(Cli.of(new BenchMain()).execute(args)).isEqualTo(Cli.DONE);
        assertThat(Files.readAllLines(json))
                .hasSize(8)
                .anyMatch(line -> line.contains("\"name\": \"serve throughput, 32 clients\", \"unit\": \"req/s\""));
    }
}
