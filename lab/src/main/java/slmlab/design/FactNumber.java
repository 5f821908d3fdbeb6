package slmlab.design;

import java.math.BigDecimal;
import java.math.MathContext;
import slmlab.spec.text.SpecNumbers;

/// Numbers as findings and facts show them: six significant digits at most.
public final class FactNumber {
    private static final MathContext DIGITS = new MathContext(6);
    private static final double MOST_WHOLE = 1e15;

    private FactNumber() {}

    /// Return a number as text: 3, 0.25, 1e-05.
    public static String number(double value) {
        return SpecNumbers.text(rounded(value));
    }

    /// Return a number for a fact: a whole one without decimals.
    public static Number fact(double value) {
        double shown = Math.abs(value) < MOST_WHOLE && value == Math.rint(value) ? value : rounded(value);
        boolean isWhole = shown == Math.rint(shown) && Math.abs(shown) < MOST_WHOLE;
        return isWhole ? (Number) (long) shown : (Number) shown;
    }

    private static double rounded(double value) {
        return Double.isFinite(value) ? new BigDecimal(value).round(DIGITS).doubleValue() : value;
    }
}
