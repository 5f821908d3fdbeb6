package slmlab.chart;

import static slmlab.chart.Headed.EDGE;
import static slmlab.chart.Headed.TEXT;

import java.awt.Color;
import java.awt.geom.Rectangle2D;
import java.nio.file.Path;
import java.util.List;

/// Frames, each beside itself with a map over it: the brighter the color, the more that place counts.
///
/// @param subtitle what the maps are
/// @param width of a frame, in pixels
public record FrameStrip(String title, String subtitle, int width, List<Frame> frames) {
    private static final double SIDE = 300; // the longer side of a drawn frame
    private static final double GAP = 24;
    private static final double SEAM = 0.6; // pixels overlap a little: no ground shows between them
    private static final double COVER = 0.75; // how much of a pixel the color of the map hides

    /// @param pixels from 0 to 1, row by row
    /// @param map from 0 to 1, row by row
    /// @param zero whether the map is empty, which is written under it
    public record Frame(String title, double[] pixels, double[] map, boolean zero) {}

    private int height() {
        return frames.getFirst().pixels.length / width;
    }

    private double pixel() {
        return SIDE / Math.max(width, height());
    }

    /// Return the look of a figure as large as the frames need.
    public Look look(Format format, Theme theme) {
        double high = Headed.top() + frames.size() * (1.8 * TEXT + height() * pixel() + GAP) + EDGE;
        double wide = 2 * EDGE + Math.max(2 * width * pixel() + GAP, 760);
        return new Look(format, new Size((int) wide, (int) Math.clamp(high, 300, 10_000)), theme, true);
    }

    /// Draw it; throws a [ChartException] where nothing can be drawn.
    public void write(Path file, Look look) {
        Headed.write(file, look, title, subtitle, this::paint);
    }

    private void paint(Canvas canvas, Theme theme, Size size) {
        double inner = size.width() - 2 * EDGE;
        double y = Headed.top();
        for (Frame frame : frames) {
            String text = frame.title + (frame.zero ? "; the map is zero everywhere" : "");
            canvas.fill(Letters.shape(Letters.fit(text, TEXT, inner), TEXT, EDGE, y + TEXT, 0), theme.ink());
            y += 1.8 * TEXT;
            for (int i = 0; i < frame.pixels.length; i++) {
                double gray = Math.clamp(frame.pixels[i], 0, 1);
                int row = i / width;
                double top = y + row * pixel();
                double left = EDGE + i % width * pixel();
                canvas.fill(square(left, top), color(gray, gray, gray));
                canvas.fill(square(left + width * pixel() + GAP, top), over(gray, frame.map[i]));
            }
            for (double left : new double[] {EDGE, EDGE + width * pixel() + GAP}) {
                canvas.stroke(new Rectangle2D.Double(left, y, width * pixel(), height() * pixel()), theme.faint(), 1);
            }
            y += height() * pixel() + GAP;
        }
    }

    private Rectangle2D square(double left, double top) {
        return new Rectangle2D.Double(left, top, pixel() + SEAM, pixel() + SEAM);
    }

    /// Mix a gray pixel with orange, the more the higher the map.
    private static Color over(double gray, double map) {
        double share = COVER * Math.clamp(map, 0, 1);
        return color(gray + share * (1 - gray), gray + share * (0.45 - gray), gray + share * (0 - gray));
    }

    private static Color color(double red, double green, double blue) {
        return new Color(
                (float) Math.clamp(red, 0, 1), (float) Math.clamp(green, 0, 1), (float) Math.clamp(blue, 0, 1));
    }
}
