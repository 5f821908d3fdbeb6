package slmlab.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import slmlab.spec.SpecFile;

class CellsTest {
    private static final Path SPECS = Path.of("..", "spec");

    @Test
    void everyCellHasItsSpec() {
        for (Cell cell : Cells.bundled().all()) {
            assertThat(SpecFile.read(SPECS.resolve(cell.file()), Map.of()).names())
                    .as("%s", cell)
                    .contains(cell.spec());
        }
    }

    /// Both were changed after seeds from 1000 on had been seen.
    @Test
    void specsThatWereTunedOnSeedsFrom1000AreScoredFrom2000() {
        assertThat(Cells.bundled().all())
                .filteredOn(cell ->
                        cell.spec().equals("sac_bipedalwalker") || cell.spec().equals("sac_lunar"))
                .hasSize(2)
                .allMatch(cell -> Objects.equals(cell.fromSeed(), 2000L));
    }

    @Test
    void slmLabsTablesAreWhole() {
        assertThat(Cells.bundled().all().stream().filter(cell -> cell.table().equals("classic control")))
                .hasSize(18);
        assertThat(Cells.bundled().all().stream().filter(cell -> cell.table().equals("Box2D")))
                .hasSize(10);
        assertThat(Cells.bundled().all().stream().filter(cell -> cell.table().equals("MuJoCo")))
                .hasSize(33);
    }
}
