package slmlab.board;

import java.util.Locale;
import java.util.stream.Stream;
import slmlab.compare.XAxis;

/// What part of the curves is shown, and how wide.
///
/// @param pixels width of the image
/// @param from left end in units of the axis
/// @param to right end; infinite for all
record CurveWindow(XAxis x, int pixels, double from, double to) {
    private static final int WIDEST = 4000;

    /// Read a view from the words of a request; an [IllegalArgumentException] says what is wrong with them.
    static CurveWindow of(String x, String width, String from, String to) {
        XAxis axis = Stream.of(XAxis.values())
                .filter(each -> each.toString().equals(x.isEmpty() ? "frames" : x))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("x is not an axis; needs frames, time or updates"));
        double pixels = number("width", width, 800);
        if (!(pixels >= 10 && pixels <= WIDEST)) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT, "width is %.0f; needs 10 to %d pixels", pixels, WIDEST));
        }
        return new CurveWindow(
                axis,
                (int) pixels,
                number("from", from, Double.NEGATIVE_INFINITY),
                number("to", to, Double.POSITIVE_INFINITY));
    }

    private static double number(String name, String text, double otherwise) {
        try {
            double value = text.isEmpty() ? otherwise : Double.parseDouble(text);
            if (!Double.isNaN(value)) {
                return value;
            }
        } catch (NumberFormatException _) {
            throw new IllegalArgumentException("%s is not a number".formatted(name));
        }
        throw new IllegalArgumentException("%s is not a number".formatted(name));
    }
}
