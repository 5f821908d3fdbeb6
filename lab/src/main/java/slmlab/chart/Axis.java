package slmlab.chart;

import java.util.stream.DoubleStream;

/// One axis of a chart, and its ticks.
///
/// @param step distance between two ticks: 1, 2 or 5 times a power of ten
public record Axis(double low, double high, double step) {
    private static final double MARGIN = 0.015; // on both ends, so that no curve touches an edge
    private static final double FINEST = 1e-6; // relative to the numbers: the finest distance between ticks
    private static final double NOTHING = 1e-11;

    /// Return an axis that covers all numbers from `low` to `high`.
    ///
    /// @param most maximum number of ticks
    public static Axis over(double low, double high, int most) {
        double size = Math.max(Math.abs(low), Math.abs(high));
        if (high - low < Math.max(FINEST * size, NOTHING)) {
            double around = size < NOTHING ? 1 : Math.max(size / 10, NOTHING);
            return over(low - around, high + around, most);
        }
        double margin = MARGIN * (high - low);
        return new Axis(low - margin, high + margin, step((high - low) / most));
    }

    /// Return the smallest step of 1, 2 or 5 times a power of ten that is at least this large.
    private static double step(double least) {
        double power = Math.pow(10, Math.floor(Math.log10(least)));
        return DoubleStream.of(1, 2, 5)
                .map(digit -> digit * power)
                .filter(step -> step >= least)
                .findFirst()
                .orElse(10 * power);
    }

    /// Return the numbers at the ticks.
    public double[] marks() {
        double first = Math.ceil(low / step);
        return DoubleStream.iterate(first, i -> i * step <= high, i -> i + 1)
                .map(i -> i * step)
                .toArray();
    }

    /// Return the label of a tick.
    public String text(double mark) {
        return Ticks.text(mark, Math.max(Math.abs(low), Math.abs(high)));
    }

    /// Return the position of a number: 0 at the low end, 1 at the high one.
    public double at(double value) {
        return (value - low) / (high - low);
    }
}
