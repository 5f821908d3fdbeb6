package slmlab.board;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A curve with at most a few points a pixel. Of many points on one pixel those stay that an image of all would show:
/// the first, the lowest, the highest and the last, so that a peak of a single row is never lost.
///
/// @param y null for a gap
record Line(double[] x, List<@Nullable Float> y) {

    /// Return a line of some points.
    static Line of(double[] x, double[] y, int[] points) {
        return new Line(
                Arrays.stream(points).mapToDouble(i -> x[i]).toArray(),
                PageNumbers.floats(Arrays.stream(points).mapToDouble(i -> y[i]).toArray()));
    }

    /// Return a line of the points that are needed.
    static Line of(double[] x, double[] y, CurveWindow view) {
        return of(x, y, points(x, y, view));
    }

    /// Return the points that are needed, in order; one more at either end of the view, to which a line is drawn.
    ///
    /// @param x ascending
    static int[] points(double[] x, double[] y, CurveWindow view) {
        int from = 0;
        int to = x.length;
        while (from + 1 < to && x[from + 1] < view.from()) {
            from++;
        }
        while (to - 1 > from && x[to - 1] > view.to() && x[to - 2] > view.to()) {
            to--;
        }
        if (to - from <= 4 * view.pixels()) {
            return IntStream.range(from, to).toArray();
        }
        double left = x[from];
        double pixel = (x[to - 1] - left) / view.pixels();
        int[] kept = new int[4 * (view.pixels() + 2)];
        int count = 0;
        for (int start = from; start < to; ) {
            int column = (int) ((x[start] - left) / pixel);
            int low = start;
            int high = start;
            int end = start;
            while (end < to && (int) ((x[end] - left) / pixel) == column) {
                low = y[end] < y[low] || Double.isNaN(y[low]) ? end : low;
                high = y[end] > y[high] || Double.isNaN(y[high]) ? end : high;
                end++;
            }
            int[] here =
                    IntStream.of(start, low, high, end - 1).sorted().distinct().toArray();
            kept = count + here.length > kept.length ? Arrays.copyOf(kept, 2 * kept.length) : kept;
            System.arraycopy(here, 0, kept, count, here.length);
            count += here.length;
            start = Math.max(end, start + 1);
        }
        return Arrays.copyOf(kept, count);
    }
}
