package slmlab.tensor.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UpdateRuleTest {

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.5, 0.9, 0.999, 0.999999})
    void powersAreThoseOfTheLibrary(double beta) {
        for (int step : new int[] {1, 2, 3, 7, 20, 1000, 65_537, 1 << 24}) {
            double expected = StrictMath.pow(beta, step);
            assertThat(UpdateRule.power(beta, step)).isCloseTo(expected, within(1e-15 * step * expected));
        }
    }
}
