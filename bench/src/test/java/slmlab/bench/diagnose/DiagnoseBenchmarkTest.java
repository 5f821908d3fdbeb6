package slmlab.bench.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.bench.BenchMain;
import slmlab.cli.Cli;

/// The matrix of faults, and two cells of it that only the bench can train.
@Tag("slow")
class DiagnoseBenchmarkTest {
    private static final Path HOME = Path.of("..");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @Test
    void everyFaultHasThreeSettingsToTuneOnAndThreeThatAreHeldOut() {
        List<FaultCell> cells = FaultCell.read(HOME);
        assertThat(cells.stream().map(FaultCell::id)).doesNotHaveDuplicates();
        assertThat(cells)
                .allSatisfy(cell -> assertThat(Files.isRegularFile(cell.file()))
                        .as(cell.id())
                        .isTrue());
        Map<String, Long> faults = cells.stream()
                .filter(cell -> !cell.label().isEmpty())
                .map(cell -> cell.label() + ", " + cell.role())
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        assertThat(faults)
                .hasSize(24)
                .allSatisfy((_, count) -> assertThat(count).isEqualTo(3));
        assertThat(cells.stream()
                        .filter(cell -> cell.label().isEmpty() && !cell.role().equals("fresh")))
                .hasSize(30);
    }

    /// Every cell has its recorded run among the files that `MatrixTest` reads.
    @Test
    void everyCellIsRecorded() {
        Path runs = HOME.resolve("lab/src/test/resources/judge/matrix");
        assertThat(FaultCell.read(HOME))
                .allSatisfy(
                        cell -> assertThat(runs.resolve(cell.id() + ".json.gz")).isRegularFile());
    }

    /// Actors that lag behind and units that are dead cannot be had by a key of a spec.
    @Test
    void actorLagAndDeadUnitsAreFound() {
        System.setProperty("slmlab.home", HOME.toString());
        try {
            StringWriter out = new StringWriter();
            int code = Cli.of(new BenchMain())
                    .setOut(new PrintWriter(out))
                    .execute("diagnose", "--only", "(actor_lag|dead_units)-ppo_cartpole.*", "--out", temp.toString());
            assertThat(code).isEqualTo(Cli.DONE);
            assertThat(out.toString())
                    .contains("✓ tuned    actor_lag-ppo_cartpole-tuned-7 ")
                    .contains("✓ tuned    dead_units-ppo_cartpole-tuned-7 ")
                    .contains("2 of 2 right");
            assertThat(temp.resolve("actor_lag-ppo_cartpole-tuned-7.json.gz")).isNotEmptyFile();
        } finally {
            System.clearProperty("slmlab.home");
        }
    }
}
