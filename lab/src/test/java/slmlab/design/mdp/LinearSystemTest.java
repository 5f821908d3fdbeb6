package slmlab.design.mdp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LinearSystemTest {

    /// 2y = 6 and 4x + y = 11: the first row has no x, so rows and right sides change places. x = 2, y = 3.
    @Test
    void rowsChangePlacesWithTheirRightSides() {
        double[] solution = LinearSystem.solve(new double[][] {{0, 2}, {4, 1}}, new double[] {6, 11});
        assertThat(solution).containsExactly(new double[] {2, 3}, within(1e-12));
    }

    /// x + y + z = 6, 2x + 4y + z = 13, −3x + y + 2z = 5, by hand: x = 1, y = 2, z = 3.
    @Test
    void threeEquationsByHand() {
        double[] solution =
                LinearSystem.solve(new double[][] {{1, 1, 1}, {2, 4, 1}, {-3, 1, 2}}, new double[] {6, 13, 5});
        assertThat(solution).containsExactly(new double[] {1, 2, 3}, within(1e-12));
    }

    @Test
    void equationsThatSayTheSameHaveNoSingleSolution() {
        assertThatThrownBy(() -> LinearSystem.solve(new double[][] {{1, 2}, {2, 4}}, new double[] {3, 6}))
                .isInstanceOf(ArithmeticException.class)
                .hasMessageContaining("no single solution");
    }
}
