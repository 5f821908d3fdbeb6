package slmlab.spec.text;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// Numbers as specs write them: `3`, `5e5`, and `"3e-4"`, which YAML 1.1 reads as a string.
public final class SpecNumbers {

    private static final Pattern NUMBER =
            Pattern.compile("[+-]?(\\d{1,400}\\.?\\d{0,400}|\\.\\d{1,400})([eE][+-]?\\d{1,5})?");
    private static final BigDecimal MIN = BigDecimal.valueOf(Long.MIN_VALUE);
    private static final BigDecimal MAX = BigDecimal.valueOf(Long.MAX_VALUE);

    private SpecNumbers() {}

    /// Read a number, or a string that holds one; empty for NaN, infinities and anything beyond a double.
    public static Optional<Double> finite(Object value) {
        double number = switch (value) {
            case Number given -> given.doubleValue();
            case String text when NUMBER.matcher(text.strip()).matches() -> Double.parseDouble(text.strip());
            default -> Double.NaN;
        };
        return Double.isFinite(number) ? Optional.of(number) : Optional.empty();
    }

    /// Read an integer, whether written `500000` or `5e5`.
    public static Optional<Long> whole(Object value) {
        if (finite(value).isEmpty()) {
            return Optional.empty();
        }
        BigDecimal exact = new BigDecimal(value.toString().strip()).stripTrailingZeros();
        boolean fits = exact.scale() <= 0 && exact.compareTo(MIN) >= 0 && exact.compareTo(MAX) <= 0;
        return fits ? Optional.of(exact.longValueExact()) : Optional.empty();
    }

    /// Format a finite number as Python does, and an integer without a decimal point: `128`, `0.0003`, `1e-05`.
    public static String text(double number) {
        if (!Double.isFinite(number)) {
            return Double.toString(number);
        }
        BigDecimal shortest = new BigDecimal(Double.toString(number)).stripTrailingZeros();
        if (shortest.scale() <= 0) {
            return new BigDecimal(number).toBigInteger().toString(); // all its digits, as Python's int
        }
        int exponent = shortest.precision() - shortest.scale() - 1;
        return exponent >= -4 ? shortest.toPlainString() : scientific(shortest, exponent);
    }

    private static String scientific(BigDecimal number, int exponent) {
        String digits = number.unscaledValue().abs().toString();
        String point = digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
        return String.format(Locale.ROOT, "%s%se-%02d", number.signum() < 0 ? "-" : "", point, -exponent);
    }
}
