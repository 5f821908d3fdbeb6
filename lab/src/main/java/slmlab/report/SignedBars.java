package slmlab.report;

import java.awt.Shape;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/// Bars to the left and to the right of zero, in one panel below another: what speaks against something, and for it.
/// Each panel has its own scale.
///
/// @param subtitle what the numbers are
public record SignedBars(String title, String subtitle, List<Panel> panels) {
    private static final double EDGE = 28;
    private static final double TITLE = 26;
    private static final double TEXT = 18;
    private static final double BAR = 26;
    private static final double GAP = 24; // between two panels

    /// @param title of the panel
    public record Panel(String title, List<Bar> bars) {}

    public record Bar(String name, double value) {}

    /// Return the look of a picture as high as the panels need.
    public Look look(Format format, Theme theme, int width) {
        double height = top() + EDGE;
        for (Panel panel : panels) {
            height += 1.8 * TEXT + panel.bars.size() * BAR + GAP;
        }
        return new Look(format, new Size(width, (int) Math.clamp(height, 300, 10_000)), theme, true);
    }

    private static double top() {
        return EDGE + 2 * TITLE + 1.6 * TEXT;
    }

    /// Draw it; throws a [NoPictureException] where nothing can be drawn.
    public void write(Path file, Look look) {
        byte[] picture;
        try {
            Canvas canvas =
                    look.format().canvas(look.size(), 1, title, look.theme().ground());
            paint(canvas, look.theme(), look.size());
            picture = canvas.finish();
        } catch (IOException | RuntimeException | Error e) { // AWT throws errors where one of its libraries is missing
            throw new NoPictureException(e);
        }
        SafeFile.write(file, out -> out.write(picture));
    }

    private void paint(Canvas canvas, Theme theme, Size size) {
        double inner = size.width() - 2 * EDGE;
        Shape heading = Letters.shape(Letters.fit(title, TITLE, inner), TITLE, EDGE, EDGE + TITLE, 0);
        canvas.fill(heading, theme.ink());
        canvas.stroke(heading, theme.ink(), 1.2);
        canvas.fill(
                Letters.shape(Letters.fit(subtitle, TEXT, inner), TEXT, EDGE, EDGE + TITLE + 1.6 * TEXT, 0),
                theme.faint());
        double names = panels.stream()
                .flatMap(panel -> panel.bars.stream())
                .mapToDouble(bar -> Letters.width(bar.name, TEXT))
                .max()
                .orElse(0);
        double y = top();
        for (Panel panel : panels) {
            canvas.fill(Letters.shape(Letters.fit(panel.title, TEXT, inner), TEXT, EDGE, y + TEXT, 0), theme.ink());
            y += 1.8 * TEXT;
            paint(canvas, theme, panel, y, EDGE + names + TEXT, size.width() - EDGE);
            y += panel.bars.size() * BAR + GAP;
        }
    }

    private static void paint(Canvas canvas, Theme theme, Panel panel, double top, double left, double right) {
        double numbers = Letters.width("+0000.0000", TEXT) + 0.5 * TEXT;
        double most = panel.bars.stream()
                .mapToDouble(bar -> Math.abs(bar.value))
                .max()
                .orElse(0);
        double zero = (left + right) / 2;
        double reach = (right - left) / 2 - numbers;
        for (int i = 0; i < panel.bars.size(); i++) {
            Bar bar = panel.bars.get(i);
            double y = top + i * BAR;
            double baseline = y + BAR / 2 + 0.36 * TEXT;
            canvas.fill(Letters.shape(bar.name, TEXT, left - TEXT, baseline, 1), theme.ink());
            double length = most == 0 ? 0 : reach * Math.abs(bar.value) / most;
            boolean against = bar.value < 0;
            canvas.fill(
                    new Rectangle2D.Double(against ? zero - length : zero, y + 3, length, BAR - 6),
                    theme.curve(against ? 1 : 0));
            String number = String.format(Locale.ROOT, "%+.4g", bar.value);
            double at = against ? zero - length - 0.4 * TEXT : zero + length + 0.4 * TEXT;
            canvas.fill(Letters.shape(number, TEXT, at, baseline, against ? 1 : 0), theme.faint());
        }
        canvas.stroke(new Line2D.Double(zero, top, zero, top + panel.bars.size() * BAR), theme.faint(), 1.5);
    }
}
