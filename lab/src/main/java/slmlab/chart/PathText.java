package slmlab.chart;

import java.awt.Shape;
import java.awt.geom.PathIterator;
import java.math.BigDecimal;
import java.math.RoundingMode;

/// A shape as the commands of a text format.
final class PathText {
    private static final int DIGITS = 2; // after the point: a hundredth of a pixel

    private PathText() {}

    /// Return `M x y`, `L x y`, `Q x y x y` and `Z`, as in SVG.
    static String svg(Shape shape) {
        StringBuilder text = new StringBuilder();
        double[] at = new double[6];
        for (PathIterator path = shape.getPathIterator(null); !path.isDone(); path.next()) {
            switch (path.currentSegment(at)) {
                case PathIterator.SEG_MOVETO -> append(text, 'M', at, 2);
                case PathIterator.SEG_LINETO -> append(text, 'L', at, 2);
                case PathIterator.SEG_QUADTO -> append(text, 'Q', at, 4);
                case PathIterator.SEG_CUBICTO -> append(text, 'C', at, 6);
                default -> text.append('Z');
            }
        }
        return text.toString();
    }

    private static void append(StringBuilder text, char command, double[] at, int count) {
        text.append(command);
        for (int i = 0; i < count; i++) {
            text.append(i == 0 ? "" : " ").append(number(at[i]));
        }
    }

    /// Return `x y m`, `x y l`, `x y x y x y c` and `h`, as in PDF, which has no quadratic curves.
    static String pdf(Shape shape) {
        StringBuilder text = new StringBuilder();
        double[] at = new double[6];
        double x = 0;
        double y = 0;
        for (PathIterator path = shape.getPathIterator(null); !path.isDone(); path.next()) {
            int kind = path.currentSegment(at);
            switch (kind) {
                case PathIterator.SEG_MOVETO -> append(text, at, 2, 'm');
                case PathIterator.SEG_LINETO -> append(text, at, 2, 'l');
                case PathIterator.SEG_QUADTO -> {
                    double[] cubic = { // two thirds of the way to the control point from each end
                        (x + 2 * at[0]) / 3,
                        (y + 2 * at[1]) / 3,
                        (at[2] + 2 * at[0]) / 3,
                        (at[3] + 2 * at[1]) / 3,
                        at[2],
                        at[3]
                    };
                    append(text, cubic, 6, 'c');
                }
                case PathIterator.SEG_CUBICTO -> append(text, at, 6, 'c');
                default -> text.append("h\n");
            }
            int end = switch (kind) {
                case PathIterator.SEG_QUADTO -> 2;
                case PathIterator.SEG_CUBICTO -> 4;
                default -> 0;
            };
            x = at[end];
            y = at[end + 1];
        }
        return text.toString();
    }

    private static void append(StringBuilder text, double[] at, int count, char command) {
        for (int i = 0; i < count; i++) {
            text.append(number(at[i])).append(' ');
        }
        text.append(command).append('\n');
    }

    static String number(double value) {
        BigDecimal rounded =
                BigDecimal.valueOf(value).setScale(DIGITS, RoundingMode.HALF_UP).stripTrailingZeros();
        return rounded.signum() == 0 ? "0" : rounded.toPlainString();
    }
}
