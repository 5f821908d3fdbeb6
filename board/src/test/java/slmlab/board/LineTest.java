package slmlab.board;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import slmlab.compare.XAxis;

/// Curves with few points a pixel, by hand.
class LineTest {
    private static final double ALL = Double.POSITIVE_INFINITY;

    private static CurveWindow view(int pixels, double from, double to) {
        return new CurveWindow(XAxis.FRAMES, pixels, from, to);
    }

    private static double[] places(int count) {
        return IntStream.range(0, count).mapToDouble(i -> i).toArray();
    }

    @Test
    void aShortCurveKeepsEveryPoint() {
        assertThat(Line.points(places(40), new double[40], view(10, -ALL, ALL))).hasSize(40);
    }

    @Test
    void aPeakOfOneRowInAHundredThousandIsKept() {
        double[] y = new double[100_000];
        y[43_217] = 5;
        y[77_001] = -3;
        int[] points = Line.points(places(y.length), y, view(200, -ALL, ALL));
        assertThat(points).contains(0, 43_217, 77_001, 99_999).isSorted().doesNotHaveDuplicates();
        assertThat(points.length).isLessThanOrEqualTo(4 * 202);
    }

    @Test
    void aGapStaysAGapAndOtherPointsOfItsPixelAreKept() {
        double[] y = new double[1000];
        Arrays.fill(y, 1);
        Arrays.fill(y, 300, 500, Double.NaN);
        y[700] = 2;
        Line line = Line.of(places(1000), y, view(10, -ALL, ALL));
        assertThat(line.y()).containsNull().contains(2f);
        for (int i = 0; i < line.x().length; i++) { // null exactly where the numbers were none
            assertThat(line.y().get(i) == null).isEqualTo(line.x()[i] >= 300 && line.x()[i] < 500);
        }
    }

    @Test
    void aViewKeepsOnePointOnEitherSide() {
        assertThat(Line.points(places(100), new double[100], view(10, 50.5, 53.5)))
                .containsExactly(50, 51, 52, 53, 54);
    }

    @Test
    void curvesWithoutLengthAreNoProblem() {
        assertThat(Line.points(new double[0], new double[0], view(10, -ALL, ALL)))
                .isEmpty();
        assertThat(Line.points(new double[500], new double[500], view(10, -ALL, ALL)))
                .contains(0, 499);
    }

    @Test
    void theMeanOfSessionsEndsWithTheShortestAndHasItsInterval() {
        double[] x = {10, 20};
        SessionBand band = SessionBand.of(
                List.of(new double[] {10, 20, 30}, x, x, x),
                List.of(new double[] {1, 4, 9}, new double[] {2, 4}, new double[] {3, 4}, new double[] {4, 4}),
                view(100, -ALL, ALL));
        assertThat(band.x()).containsExactly(10, 20);
        assertThat(band.y()).containsExactly(2.5f, 4f);
        // 2.5 ± 3.18245 · √(5/3/4); equal scores have no interval
        assertThat(band.low()).containsExactly(0.44573975f, null);
        assertThat(band.high()).containsExactly(4.5542603f, null);
        SessionBand two =
                SessionBand.of(List.of(x, x), List.of(new double[] {1, 4}, new double[] {3, 4}), view(100, -ALL, ALL));
        assertThat(two.y()).containsExactly(2f, 4f);
        assertThat(two.low()).containsExactly(null, null);
    }
}
