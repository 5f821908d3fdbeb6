package slmlab.chart;

import java.awt.Color;
import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import slmlab.file.SafeFile;

/// A figure that another package draws: marks, lines and text on any [Canvas], and plots with axes.
///
/// Lengths are in units of which the shorter side of the figure has 1000.
public final class Sheet {
    public static final double EDGE = 28;
    public static final double TEXT = 18;
    private static final double TITLE = 26;
    private static final double AXIS_TITLE = 21;
    private static final double MARK_GAP = 14;
    private static final double GRID = 1.5;
    private static final double BOLD = 1.2;

    private final Canvas canvas;
    private final Theme theme;
    private final double width;
    private final double height;

    private Sheet(Canvas canvas, Theme theme, double width, double height) {
        this.canvas = canvas;
        this.theme = theme;
        this.width = width;
        this.height = height;
    }

    /// Draw a figure and write it; throws a [ChartException] where nothing can be drawn.
    public static void write(Path file, Look look, String title, Consumer<Sheet> painter) {
        byte[] figure;
        try {
            Size size = look.size();
            double scale = size.scale();
            Canvas canvas =
                    look.format().canvas(size, scale, title, look.theme().ground());
            painter.accept(new Sheet(canvas, look.theme(), size.width() / scale, size.height() / scale));
            figure = canvas.finish();
        } catch (IOException | RuntimeException | Error e) { // AWT throws errors where one of its libraries is missing
            throw new ChartException(e);
        }
        SafeFile.write(file, out -> out.write(figure));
    }

    public Theme theme() {
        return theme;
    }

    /// Write the title and a line below it; return what is left of the sheet.
    public Rectangle2D titled(String title, String subtitle) {
        double middle = width / 2;
        double most = width - 2 * EDGE;
        Shape bold = Letters.shape(Letters.fit(title, TITLE, most), TITLE, middle, EDGE + TITLE, 0.5);
        canvas.fill(bold, theme.ink());
        canvas.stroke(bold, theme.ink(), BOLD);
        text(Letters.fit(subtitle, TEXT, most), TEXT, middle, EDGE + TITLE + 1.6 * TEXT, 0.5, theme.faint());
        double top = EDGE + TITLE + 3 * TEXT;
        return new Rectangle2D.Double(EDGE, top, most, height - EDGE - top);
    }

    /// Draw the axes of a plot into an area; return the plot between them.
    public Plot plot(Rectangle2D area, Ruler x, Ruler y, String xTitle, String yTitle) {
        double widest = y.marks().stream()
                .mapToDouble(mark -> Letters.width(mark.text(), TEXT))
                .max()
                .orElse(0);
        double left = area.getX() + 1.6 * AXIS_TITLE + widest + MARK_GAP;
        double bottom = area.getMaxY() - 1.6 * AXIS_TITLE - 2 * TEXT;
        Rectangle2D inner = new Rectangle2D.Double(left, area.getY(), area.getMaxX() - left, bottom - area.getY());
        Plot plot = new Plot(inner, x, y);
        for (Ruler.Mark mark : x.marks()) {
            double at = plot.x(mark.value());
            line(theme.grid(), GRID, at, inner.getMinY(), at, inner.getMaxY());
        }
        drawBelow(plot);
        for (Ruler.Mark mark : y.marks()) {
            double at = plot.y(mark.value());
            line(theme.grid(), GRID, inner.getMinX(), at, inner.getMaxX(), at);
            text(mark.text(), TEXT, left - MARK_GAP, at + 0.36 * TEXT, 1, theme.faint());
        }
        String below = Letters.fit(xTitle, AXIS_TITLE, inner.getWidth());
        text(below, AXIS_TITLE, inner.getCenterX(), area.getMaxY() - 0.3 * AXIS_TITLE, 0.5, theme.ink());
        double side = area.getX() + 0.8 * AXIS_TITLE;
        Shape level = Letters.shape(
                Letters.fit(yTitle, AXIS_TITLE, inner.getHeight()), AXIS_TITLE, side, inner.getCenterY(), 0.5);
        AffineTransform turn = AffineTransform.getRotateInstance(-Math.PI / 2, side, inner.getCenterY());
        canvas.fill(turn.createTransformedShape(level), theme.ink());
        return plot;
    }

    /// Write the numbers of the horizontal axis, without those that would touch the one before.
    private void drawBelow(Plot plot) {
        double end = Double.NEGATIVE_INFINITY;
        for (Ruler.Mark mark : plot.xRuler().marks()) {
            double half = Letters.width(mark.text(), TEXT) / 2;
            double at = plot.x(mark.value());
            if (at - half > end) {
                text(mark.text(), TEXT, at, plot.area().getMaxY() + MARK_GAP + TEXT, 0.5, theme.faint());
                end = at + half + TEXT / 2;
            }
        }
    }

    public void dot(double x, double y, double radius, Color color) {
        canvas.fill(new Ellipse2D.Double(x - radius, y - radius, 2 * radius, 2 * radius), color);
    }

    public void ring(double x, double y, double radius, Color color, double thickness) {
        canvas.stroke(new Ellipse2D.Double(x - radius, y - radius, 2 * radius, 2 * radius), color, thickness);
    }

    public void cross(double x, double y, double radius, Color color) {
        line(color, 2.4, x - radius, y - radius, x + radius, y + radius);
        line(color, 2.4, x - radius, y + radius, x + radius, y - radius);
    }

    /// Draw a line through the places x, y, x, y, …
    public void line(Color color, double thickness, double... places) {
        if (places.length == 4) {
            canvas.stroke(new Line2D.Double(places[0], places[1], places[2], places[3]), color, thickness);
            return;
        }
        Path2D path = new Path2D.Double();
        for (int i = 0; i < places.length; i += 2) {
            if (i == 0) {
                path.moveTo(places[0], places[1]);
            } else {
                path.lineTo(places[i], places[i + 1]);
            }
        }
        canvas.stroke(path, color, thickness);
    }

    public void fill(double x, double y, double wide, double high, Color color) {
        canvas.fill(new Rectangle2D.Double(x, y, wide, high), color);
    }

    /// Write a text.
    ///
    /// @param anchor fraction of the text left of x
    public void text(String text, double size, double x, double baseline, double anchor, Color color) {
        canvas.fill(Letters.shape(text, size, x, baseline, anchor), color);
    }

    /// Return as much of a text as fits a width.
    public static String fit(String text, double size, double most) {
        return Letters.fit(text, size, most);
    }

    public static double width(String text, double size) {
        return Letters.width(text, size);
    }

    /// The place between two axes.
    public record Plot(Rectangle2D area, Ruler xRuler, Ruler yRuler) {

        public double x(double value) {
            return area.getX() + xRuler.at(value) * area.getWidth();
        }

        public double y(double value) {
            return area.getMaxY() - yRuler.at(value) * area.getHeight();
        }
    }
}
