package slmlab.search.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import slmlab.search.Domain;
import slmlab.search.Parameter;
import slmlab.search.SearchSpace;
import slmlab.search.study.TrialRow;
import slmlab.search.study.TrialState;

class ContourTest {

    private static TrialRow trial(double x, double y, double score) {
        return new TrialRow(
                0,
                TrialState.DONE,
                new double[] {x, y},
                Map.of(),
                new TreeMap<>(),
                score,
                Map.of(),
                null,
                "",
                "",
                1,
                false,
                Instant.EPOCH,
                Instant.EPOCH);
    }

    @Test
    void cellsAreMeansOfTheTrialsNearByAndEmptyFarFromAll() {
        Domain unit = new Domain.Range(0, 1, 0, false, false);
        Domain kinds = new Domain.Choice(List.of("a", "b"));
        List<ParameterAxis> axes =
                ParameterAxis.of(new SearchSpace(List.of(new Parameter("x", unit), new Parameter("kind", kinds))));
        List<TrialRow> trials = List.of(trial(0.1, 0, 10), trial(0.1, 0, 30), trial(0.9, 1, 5));
        Contour contour = Contour.of(axes.get(0), axes.get(1), 0, 1, trials);
        int columns = contour.columns();
        assertThat(contour.cells()).hasSize(2 * columns);
        assertThat(contour.cells()[columns / 10]).isEqualTo(20); // both trials of option a, equally near
        assertThat(contour.cells()[columns - 1]).isNaN(); // option a knows nothing of the trial of b
        assertThat(contour.cells()[columns]).isNaN();
        assertThat(contour.cells()[columns + 9 * columns / 10]).isEqualTo(5);
    }

    @Test
    void aWholeNumberStandsAtItsValue() {
        Domain epochs = new Domain.Range(1, 8, 1, false, true);
        ParameterAxis axis = ParameterAxis.of(new SearchSpace(List.of(new Parameter("agent.epochs", epochs))))
                .getFirst();
        assertThat(axis.place(3.4, 0)).isEqualTo(3);
        assertThat(axis.name()).isEqualTo("epochs");
    }
}
