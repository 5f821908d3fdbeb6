package slmlab.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SparklineTest {

    @Test
    void barsGoFromTheLowestToTheHighest() {
        assertThat(Sparkline.of(new double[] {0, 1, 2, 3, 4, 5, 6, 7}, 20)).isEqualTo("▁▂▃▄▅▆▇█");
        assertThat(Sparkline.of(new double[] {-200, -200, -110}, 3)).isEqualTo("▁▁█");
    }

    @Test
    void manyValuesShareABar() {
        assertThat(Sparkline.of(IntStream.range(0, 1000).asDoubleStream().toArray(), 8))
                .isEqualTo("▁▂▃▄▅▆▇█");
        assertThat(Sparkline.of(new double[] {0, 2, 9, 9, 9}, 2)).isEqualTo("▁█");
    }

    @Test
    void nothingAndNanHaveNoBar() {
        assertThat(Sparkline.of(new double[] {}, 10)).isEmpty();
        assertThat(Sparkline.of(new double[] {1, 2}, 0)).isEmpty();
        assertThat(Sparkline.of(new double[] {Double.NaN, 5, 5}, 10)).isEqualTo(" ▁▁");
    }
}
