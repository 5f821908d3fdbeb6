package slmlab.track;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/// Histograms by hand.
class HistogramTest {

    /// From 0 to 3 a bucket is 0.1 wide; a value on a limit belongs to the bucket above it, the largest to the
    /// last.
    @Test
    void valuesFallIntoBucketsOfEqualWidth() {
        Histogram histogram = Histogram.of(new float[] {0, 1, 1.05f, 2, 3});
        assertThat(histogram.min()).isZero();
        assertThat(histogram.max()).isEqualTo(3);
        assertThat(histogram.count()).isEqualTo(5);
        assertThat(histogram.sum()).isEqualTo(7.05, within(1e-6)); // 0 + 1 + 1.05 + 2 + 3
        assertThat(histogram.squares()).isEqualTo(15.1025, within(1e-6)); // 0 + 1 + 1.1025 + 4 + 9
        double[] expected = new double[30];
        expected[0] = 1;
        expected[10] = 2;
        expected[20] = 1;
        expected[29] = 1;
        assertThat(histogram.buckets()).containsExactly(expected);
        assertThat(histogram.limits()).hasSize(30);
        assertThat(histogram.limits()[0]).isEqualTo(0.1, within(1e-12));
        assertThat(histogram.limits()[29]).isEqualTo(3, within(1e-12));
    }

    @Test
    void negativeValuesCountFromTheLowest() {
        Histogram histogram = Histogram.of(new float[] {-3, -3, 0});
        assertThat(histogram.min()).isEqualTo(-3);
        assertThat(histogram.max()).isZero();
        assertThat(histogram.sum()).isEqualTo(-6);
        assertThat(histogram.squares()).isEqualTo(18);
        assertThat(histogram.buckets()[0]).isEqualTo(2);
        assertThat(histogram.buckets()[29]).isEqualTo(1);
        assertThat(histogram.limits()[0]).isEqualTo(-2.9, within(1e-12));
    }

    @Test
    void equalValuesAreOneBucket() {
        Histogram histogram = Histogram.of(new float[] {2, 2, 2});
        assertThat(histogram.buckets()[0]).isEqualTo(3);
        assertThat(histogram.limits()).containsOnly(2);
    }
}
