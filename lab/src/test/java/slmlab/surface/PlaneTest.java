package slmlab.surface;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/// The cells of two-dimensional environments.
class PlaneTest {

    @Test
    void cellsAndObservationsFitTogether() {
        assertThat(Plane.ENVS).isNotEmpty();
        for (String env : Plane.ENVS) {
            Plane plane = Plane.of(env, Map.of()).orElseThrow();
            assertThat(plane.size()).isPositive();
            for (int cell = 0; cell < plane.size(); cell++) {
                assertThat(plane.cell(plane.obs(cell))).as("%s %s", env, cell).isEqualTo(cell);
            }
        }
    }

    @Test
    void aLakeIsDrawnWithItsGoalAtTheBottomOnTheRight() {
        Plane lake = Plane.of("FrozenLake-v1", Map.of()).orElseThrow();
        assertThat(lake.tiles().get(lake.cell(15))).isEqualTo("G");
        assertThat(lake.cell(15)).isEqualTo(3);
    }

    @Test
    void anEnvironmentOfMoreDimensionsHasNoPlane() {
        assertThat(Plane.of("CartPole-v1", Map.of())).isEmpty();
    }
}
