package slmlab.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/// Text of a metric in a log line, with SLM-Lab's number of digits.
public final class MetricText {

    private MetricText() {}

    /// Return `name:number`: `frame` as 2.00e+05, returns with two decimals, others with four digits, integers
    /// with six.
    public static String of(String name, double value) {
        return name + ":" + number(name, value);
    }

    private static String number(String name, double value) {
        if (!Double.isFinite(value)) {
            return Double.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
        }
        return switch (name) {
            case "frame" -> String.format(Locale.ROOT, "%.2e", value);
            case "total_reward", "total_reward_ma" -> String.format(Locale.ROOT, "%.2f", value);
            default -> general(value, value == Math.rint(value) ? 6 : 4);
        };
    }

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
