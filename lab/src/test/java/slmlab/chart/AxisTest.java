package slmlab.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AxisTest {

    @Test
    void marksAreRoundNumbers() {
        assertThat(marks(0, 200_000, 10)).containsExactly("0 20k 40k 60k 80k 100k 120k 140k 160k 180k 200k".split(" "));
        assertThat(marks(-20_000, 0, 5)).containsExactly("−20k −15k −10k −5k 0".split(" "));
        assertThat(marks(-1583, -214, 8)).containsExactly("−1600 −1400 −1200 −1000 −800 −600 −400 −200".split(" "));
        assertThat(marks(0.00012, 0.00029, 4)).containsExactly("0.00015 0.0002 0.00025".split(" "));
    }

    private static String[] marks(double low, double high, int most) {
        Axis axis = Axis.over(low, high, most);
        return Arrays.stream(axis.marks()).mapToObj(axis::text).toArray(String[]::new);
    }

    @Test
    void theEndsAreJustInside() {
        Axis axis = Axis.over(-5, 15, 5); // the margin is 1.5 % of 20: 0.3
        assertThat(axis.low()).isEqualTo(-5.3);
        assertThat(axis.high()).isEqualTo(15.3);
        assertThat(axis.at(5)).isEqualTo(0.5);
        assertThat(axis.at(-5.3)).isZero();
        assertThat(axis.at(15.3)).isEqualTo(1);
    }

    static LongStream seeds() {
        return LongStream.range(0, 200);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void anyTwoNumbersHaveAnAxis(long seed) {
        Random random = new Random(seed);
        double a = random.nextGaussian() * Math.pow(10, random.nextInt(-320, 300));
        double b = random.nextBoolean() ? a : random.nextGaussian() * Math.pow(10, random.nextInt(-320, 300));
        double close = a * (1 + random.nextDouble() * 1e-12);
        for (double other : new double[] {b, close}) {
            Axis axis = Axis.over(Math.min(a, other), Math.max(a, other), 9);
            assertThat(axis.at(a)).isBetween(0.0, 1.0);
            assertThat(axis.at(other)).isBetween(0.0, 1.0);
            assertThat(axis.marks()).hasSizeBetween(2, 11).isSorted();
            assertThat(Arrays.stream(axis.marks()).map(axis::at)).allMatch(at -> at >= 0 && at <= 1);
        }
    }
}
