package slmlab.chart;

import java.awt.Shape;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import slmlab.file.SafeFile;

/// Pairs of bars on a logarithmic scale that begins at 1: what two sides reach in each of several rows.
///
/// @param subtitle what the numbers are
/// @param sides names of the two
public record Bars(String title, String subtitle, List<String> sides, List<Row> rows) {
    private static final double EDGE = 28;
    private static final double TITLE = 26;
    private static final double TEXT = 18;
    private static final double BAR = 20;
    private static final double GAP = 16; // between two rows
    private static final double LEAST = 0.04; // of the width: the shortest bar

    /// @param values at least 1, one per side, all in one unit
    /// @param texts beside the bars
    public record Row(String name, List<Double> values, List<String> texts) {}

    /// Return the look of a figure as high as the rows need.
    public Look look(Theme theme, int width) {
        int height = (int) (2 * EDGE + 2 * TITLE + 2 * TEXT + rows.size() * (2 * BAR + GAP) + 40);
        return new Look(Format.SVG, new Size(width, Math.max(300, height)), theme, true);
    }

    /// Draw it.
    public void write(Path file, Look look) {
        byte[] figure;
        try {
            Canvas canvas =
                    look.format().canvas(look.size(), 1, title, look.theme().ground());
            paint(canvas, look.theme(), look.size());
            figure = canvas.finish();
        } catch (IOException | RuntimeException | Error e) { // AWT throws errors where one of its libraries is missing
            throw new ChartException(e);
        }
        SafeFile.write(file, out -> out.write(figure));
    }

    private void paint(Canvas canvas, Theme theme, Size size) {
        Shape heading = Letters.shape(title, TITLE, EDGE, EDGE + TITLE, 0);
        canvas.fill(heading, theme.ink());
        canvas.stroke(heading, theme.ink(), 1.2);
        canvas.fill(Letters.shape(subtitle, TEXT, EDGE, EDGE + TITLE + 1.6 * TEXT, 0), theme.faint());
        double names = rows.stream()
                .mapToDouble(row -> Letters.width(row.name, TEXT))
                .max()
                .orElse(0);
        double texts = rows.stream()
                .flatMap(row -> row.texts.stream())
                .mapToDouble(text -> Letters.width(text, TEXT))
                .max()
                .orElse(0);
        double left = EDGE + names + TEXT;
        double longest = size.width() - EDGE - texts - TEXT - left;
        double high = rows.stream()
                .flatMap(row -> row.values.stream())
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(1);
        double top = EDGE + 2 * TITLE + 2 * TEXT;
        for (Row row : rows) {
            canvas.fill(Letters.shape(row.name, TEXT, left - TEXT, top + BAR + 0.36 * TEXT, 1), theme.ink());
            for (int side = 0; side < row.values.size(); side++) {
                double share = high > 1 ? Math.log(Math.max(1, row.values.get(side))) / Math.log(high) : 1;
                double length = longest * (LEAST + (1 - LEAST) * share);
                double y = top + side * BAR;
                canvas.fill(new Rectangle2D.Double(left, y + 1, length, BAR - 2), theme.curve(side));
                double baseline = y + BAR / 2 + 0.36 * TEXT;
                canvas.fill(
                        Letters.shape(row.texts.get(side), TEXT, left + length + 0.5 * TEXT, baseline, 0), theme.ink());
            }
            top += 2 * BAR + GAP;
        }
        List<Legend.Entry> entries = new ArrayList<>();
        for (int side = 0; side < sides.size(); side++) {
            entries.add(new Legend.Entry(sides.get(side), side));
        }
        new Legend(size.width() - 2 * EDGE, entries, theme).draw(canvas, EDGE, top, size.height());
    }
}
