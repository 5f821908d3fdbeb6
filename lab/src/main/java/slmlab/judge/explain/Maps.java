package slmlab.judge.explain;

import java.util.Arrays;
import java.util.stream.IntStream;

/// Numbers over an image.
final class Maps {
    private Maps() {}

    /// Scale a map to [0, 1]; one of zeros stays.
    static double[] scaled(double[] map) {
        double most = Arrays.stream(map).map(Math::abs).max().orElse(0);
        return Arrays.stream(map)
                .map(each -> most == 0 ? 0 : Math.abs(each) / most)
                .toArray();
    }

    /// Stretch a map over a larger image, by bilinear interpolation between the middles of its cells.
    static double[] stretched(double[] map, int fromHeight, int fromWidth, int height, int width) {
        double[] large = new double[height * width];
        for (int y = 0; y < height; y++) {
            double atY = middle(y, height, fromHeight);
            int top = (int) atY;
            int below = Math.min(top + 1, fromHeight - 1);
            for (int x = 0; x < width; x++) {
                double atX = middle(x, width, fromWidth);
                int left = (int) atX;
                int right = Math.min(left + 1, fromWidth - 1);
                double over = mix(map[top * fromWidth + left], map[top * fromWidth + right], atX - left);
                double under = mix(map[below * fromWidth + left], map[below * fromWidth + right], atX - left);
                large[y * width + x] = mix(over, under, atY - top);
            }
        }
        return large;
    }

    private static double middle(int at, int size, int fromSize) {
        return Math.clamp((at + 0.5) * fromSize / size - 0.5, 0, fromSize - 1);
    }

    private static double mix(double a, double b, double share) {
        return a + share * (b - a);
    }

    /// Return Spearman's rank correlation; equal numbers share their mean rank. NaN where all of one side are
    /// equal.
    static double rankCorrelation(double[] a, double[] b) {
        double[] first = ranks(a);
        double[] second = ranks(b);
        double middle = (a.length - 1) / 2.0;
        double both = 0;
        double squares = 0;
        double others = 0;
        for (int i = 0; i < a.length; i++) {
            both += (first[i] - middle) * (second[i] - middle);
            squares += (first[i] - middle) * (first[i] - middle);
            others += (second[i] - middle) * (second[i] - middle);
        }
        return both / Math.sqrt(squares * others);
    }

    private static double[] ranks(double[] values) {
        int[] order = IntStream.range(0, values.length)
                .boxed()
                .sorted((i, j) -> Double.compare(values[i], values[j]))
                .mapToInt(Integer::intValue)
                .toArray();
        double[] ranks = new double[values.length];
        int from = 0;
        while (from < order.length) {
            int to = from;
            while (to < order.length && values[order[to]] == values[order[from]]) {
                to++;
            }
            for (int i = from; i < to; i++) {
                ranks[order[i]] = (from + to - 1) / 2.0;
            }
            from = to;
        }
        return ranks;
    }
}
