package slmlab.chart;

import static slmlab.chart.Headed.EDGE;
import static slmlab.chart.Headed.TEXT;

import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/// Bars to the left and to the right of zero, in one panel below another: what speaks against something, and for it.
/// Each panel has its own scale.
///
/// @param subtitle what the numbers are
public record SignedBars(String title, String subtitle, List<Panel> panels) {
    private static final double BAR = 26;
    private static final double GAP = 24; // between two panels

    /// @param title of the panel
    public record Panel(String title, List<Bar> bars) {}

    public record Bar(String name, double value) {}

    /// Return the look of a figure as high as the panels need.
    public Look look(Format format, Theme theme, int width) {
        double height = Headed.top() + EDGE;
        for (Panel panel : panels) {
            height += 1.8 * TEXT + panel.bars.size() * BAR + GAP;
        }
        return new Look(format, new Size(width, (int) Math.clamp(height, 300, 10_000)), theme, true);
    }

    /// Draw it; throws a [ChartException] where nothing can be drawn.
    public void write(Path file, Look look) {
        Headed.write(file, look, title, subtitle, this::paint);
    }

    private void paint(Canvas canvas, Theme theme, Size size) {
        double inner = size.width() - 2 * EDGE;
        double names = panels.stream()
                .flatMap(panel -> panel.bars.stream())
                .mapToDouble(bar -> Letters.width(bar.name, TEXT))
                .max()
                .orElse(0);
        double y = Headed.top();
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
