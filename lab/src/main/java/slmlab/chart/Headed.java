package slmlab.chart;

import java.awt.Shape;
import java.io.IOException;
import java.nio.file.Path;
import slmlab.file.SafeFile;

/// A figure with a title and a line below it, at its left edge. Lengths are in pixels.
final class Headed {
    static final double EDGE = 28;
    static final double TEXT = 18;
    private static final double TITLE = 26;

    private Headed() {}

    /// Draws what stands below the heading.
    interface Painter {
        void paint(Canvas canvas, Theme theme, Size size);
    }

    /// Return where the heading ends.
    static double top() {
        return EDGE + 2 * TITLE + 1.6 * TEXT;
    }

    /// Draw it and write it; throws a [ChartException] where nothing can be drawn.
    static void write(Path file, Look look, String title, String subtitle, Painter painter) {
        byte[] figure;
        try {
            Theme theme = look.theme();
            Canvas canvas = look.format().canvas(look.size(), 1, title, theme.ground());
            double inner = look.size().width() - 2 * EDGE;
            Shape heading = Letters.shape(Letters.fit(title, TITLE, inner), TITLE, EDGE, EDGE + TITLE, 0);
            canvas.fill(heading, theme.ink());
            canvas.stroke(heading, theme.ink(), 1.2);
            canvas.fill(
                    Letters.shape(Letters.fit(subtitle, TEXT, inner), TEXT, EDGE, EDGE + TITLE + 1.6 * TEXT, 0),
                    theme.faint());
            painter.paint(canvas, theme, look.size());
            figure = canvas.finish();
        } catch (IOException | RuntimeException | Error e) { // AWT throws errors where one of its libraries is missing
            throw new ChartException(e);
        }
        SafeFile.write(file, out -> out.write(figure));
    }
}
