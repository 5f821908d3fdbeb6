package slmlab.chart;

/// Labels of an axis: 200k, 1.5M, 0.05.
///
/// At most six digits: a tick is a round number, and the digits after that are rounding errors.
public final class Ticks {
    private static final int DIGITS = 6;

    private Ticks() {}

    /// @param largest number on the axis: beside 10k, 5000 is 5k
    public static String text(double value, double largest) {
        if (value < 0) {
            return "−" + text(-value, largest);
        }
        if (value >= 1e9) {
            return NumberText.general(value / 1e9, DIGITS) + "G";
        }
        if (value >= 1e6) {
            return NumberText.general(value / 1e6, DIGITS) + "M";
        }
        if (value >= 1e4 || (value >= 1e3 && largest >= 1e4)) {
            return NumberText.general(value / 1e3, DIGITS) + "k";
        }
        return value < 1e-12 ? "0" : NumberText.general(value, DIGITS);
    }
}
