package slmlab.report;

import java.util.stream.DoubleStream;

/// The numbers along one side of a chart, and which of them are marked.
///
/// @param step between two marks: 1, 2 or 5 times a power of ten
record Axis(double low, double high, double step) {
    private static final double MARGIN = 0.015; // on both ends, so that no curve touches an edge
    private static final double FINEST = 1e-6; // of the numbers: what marks can tell apart
    private static final double NOTHING = 1e-11;

    /// An axis on which all numbers from `low` to `high` have room.
    ///
    /// @param most marks that there may be
    static Axis over(double low, double high, int most) {
        double size = Math.max(Math.abs(low), Math.abs(high));
        if (high - low < Math.max(FINEST * size, NOTHING)) {
            double around = size < NOTHING ? 1 : Math.max(size / 10, NOTHING);
            return over(low - around, high + around, most);
        }
        double margin = MARGIN * (high - low);
        return new Axis(low - margin, high + margin, step((high - low) / most));
    }

    /// The smallest step of 1, 2 or 5 times a power of ten that is not less.
    private static double step(double least) {
        double power = Math.pow(10, Math.floor(Math.log10(least)));
        return DoubleStream.of(1, 2, 5)
                .map(digit -> digit * power)
                .filter(step -> step >= least)
                .findFirst()
                .orElse(10 * power);
    }

    /// The numbers that are marked.
    double[] marks() {
        double first = Math.ceil(low / step);
        return DoubleStream.iterate(first, i -> i * step <= high, i -> i + 1)
                .map(i -> i * step)
                .toArray();
    }

    /// Where a number lies: 0 at the low end, 1 at the high one.
    double at(double value) {
        return (value - low) / (high - low);
    }
}
