package slmlab.chart;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/// A number as C writes it.
public final class NumberText {

    private NumberText() {}

    /// Return C's %g: that many digits without trailing zeros, with an exponent if the number is very large or
    /// small.
    public static String general(double value, int digits) {
        if (value == 0) {
            return "0";
        }
        BigDecimal rounded = new BigDecimal(value)
                .round(new MathContext(digits, RoundingMode.HALF_EVEN))
                .stripTrailingZeros();
        int exponent = rounded.precision() - rounded.scale() - 1;
        if (exponent >= -4 && exponent < digits) {
            return rounded.toPlainString();
        }
        return String.format(
                Locale.ROOT,
                "%se%s%02d",
                rounded.scaleByPowerOfTen(-exponent).toPlainString(),
                exponent < 0 ? "-" : "+",
                Math.abs(exponent));
    }
}
