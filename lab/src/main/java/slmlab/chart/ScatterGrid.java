package slmlab.chart;

import java.awt.Color;
import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import slmlab.file.SafeFile;

/// Many small scatter plots: a row for each measure, a column for each setting, a dot for each trial, in the color of
/// how good it is.
///
/// @param across settings, from left to right
/// @param up measures, from top to bottom
/// @param colorTitle what the colors are
/// @param colors a number for each dot; NaN for none
public record ScatterGrid(String title, List<Across> across, List<Up> up, String colorTitle, double[] colors) {
    private static final double CELL_WIDTH = 300;
    private static final double CELL_HEIGHT = 250;
    private static final double EDGE = 28;
    private static final double TITLE = 26;
    private static final double NAME = 19;
    private static final double TEXT = 16;
    private static final double LEFT = 110; // for the name of a measure and its numbers
    private static final double RIGHT = 120; // for the bar of colors
    private static final double BELOW = 62; // for the name of a setting and its numbers
    private static final double GAP = 26;
    private static final double DOT = 11;
    private static final double BAR = 18;
    private static final int BAR_STEPS = 60;
    private static final int MOST_MARKS = 4;
    private static final int MOST_OPTIONS = 8;
    private static final double LINE = 1.2;

    /// A setting.
    ///
    /// @param values of the dots: numbers, their logarithms, or indices of options
    /// @param isLog whether values are logarithms
    /// @param options of a choice; empty for numbers
    public record Across(String name, double[] values, boolean isLog, List<String> options) {}

    /// A measure; NaN where a dot has none.
    public record Up(String name, double[] values) {}

    /// Draw it; throws a [ChartException] where nothing can be drawn.
    public void write(Path file) {
        byte[] figure;
        try {
            double width = 2 * EDGE + LEFT + across.size() * (CELL_WIDTH + GAP) + RIGHT;
            double height = 2 * EDGE + 2 * TITLE + up.size() * (CELL_HEIGHT + BELOW);
            Size size = new Size((int) Math.clamp(width, 300, 10_000), (int) Math.clamp(height, 300, 10_000));
            double scale = Math.min(size.width() / width, size.height() / height);
            Theme theme = Theme.LIGHT;
            Canvas canvas = Format.PNG.canvas(size, scale, title, theme.ground());
            paint(canvas, theme, width);
            figure = canvas.finish();
        } catch (IOException | RuntimeException | Error e) { // AWT throws errors where one of its libraries is missing
            throw new ChartException(e);
        }
        SafeFile.write(file, out -> out.write(figure));
    }

    private void paint(Canvas canvas, Theme theme, double width) {
        canvas.fill(Letters.shape(title, TITLE, EDGE, EDGE + TITLE, 0), theme.ink());
        double[] range = range(colors);
        double top = EDGE + 2 * TITLE;
        for (int row = 0; row < up.size(); row++) {
            for (int column = 0; column < across.size(); column++) {
                double x = EDGE + LEFT + column * (CELL_WIDTH + GAP);
                double y = top + row * (CELL_HEIGHT + BELOW);
                Rectangle2D cell = new Rectangle2D.Double(x, y, CELL_WIDTH, CELL_HEIGHT);
                cell(canvas, theme, cell, across.get(column), up.get(row), column == 0, range);
            }
        }
        bar(
                canvas,
                theme,
                new Rectangle2D.Double(width - EDGE - RIGHT + GAP, top + TEXT, BAR, CELL_HEIGHT - TEXT),
                range);
    }

    private void cell(
            Canvas canvas, Theme theme, Rectangle2D cell, Across setting, Up measure, boolean isFirst, double[] range) {
        int[] dots = IntStream.range(0, colors.length)
                .filter(i -> Double.isFinite(setting.values[i]) && Double.isFinite(measure.values[i]))
                .toArray();
        Axis xs = setting.options.isEmpty()
                ? axis(setting.values, dots)
                : new Axis(-0.5, setting.options.size() - 0.5, 1);
        Axis ys = axis(measure.values, dots);
        for (double mark : ys.marks()) {
            double y = cell.getMaxY() - ys.at(mark) * cell.getHeight();
            canvas.stroke(new Line2D.Double(cell.getX(), y, cell.getMaxX(), y), theme.grid(), LINE);
            if (isFirst) {
                text(canvas, ys.text(mark), TEXT, cell.getX() - 8, y + 0.36 * TEXT, 1, theme.faint());
            }
        }
        marks(canvas, theme, cell, setting, xs);
        canvas.stroke(cell, theme.grid(), LINE);
        Arrays.stream(dots)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> Double.isNaN(colors[i]) ? Double.NEGATIVE_INFINITY : colors[i]))
                .forEach(i -> {
                    double x = cell.getX() + xs.at(setting.values[i]) * cell.getWidth();
                    double y = cell.getMaxY() - ys.at(measure.values[i]) * cell.getHeight();
                    canvas.fill(
                            new Ellipse2D.Double(x - DOT / 2, y - DOT / 2, DOT, DOT), color(theme, colors[i], range));
                });
        String name = Letters.fit(setting.name, NAME, CELL_WIDTH);
        text(canvas, name, NAME, cell.getCenterX(), cell.getMaxY() + 2.9 * TEXT, 0.5, theme.ink());
        if (isFirst) {
            Shape along = Letters.shape(Letters.fit(measure.name, NAME, CELL_HEIGHT), NAME, 0, 0, 0.5);
            AffineTransform turned = AffineTransform.getTranslateInstance(EDGE + NAME, cell.getCenterY());
            turned.rotate(-Math.PI / 2);
            canvas.fill(turned.createTransformedShape(along), theme.ink());
        }
    }

    private static void marks(Canvas canvas, Theme theme, Rectangle2D cell, Across setting, Axis xs) {
        boolean isChoice = !setting.options.isEmpty();
        for (double mark : setting.isLog ? logMarks(xs) : xs.marks()) {
            if (isChoice && (mark < 0 || mark > setting.options.size() - 1 || setting.options.size() > MOST_OPTIONS)) {
                continue;
            }
            String label = isChoice
                    ? Letters.fit(setting.options.get((int) mark), TEXT, CELL_WIDTH / setting.options.size())
                    : setting.isLog ? NumberText.general(Math.exp(mark), 2) : xs.text(mark);
            double x = cell.getX() + xs.at(mark) * cell.getWidth();
            text(canvas, label, TEXT, x, cell.getMaxY() + 1.4 * TEXT, 0.5, theme.faint());
        }
    }

    /// Return the powers of ten on an axis of natural logarithms, and numbers between where they are few.
    private static double[] logMarks(Axis axis) {
        double ten = Math.log(10);
        double decades = (axis.high() - axis.low()) / ten;
        double[] digits =
                decades > MOST_MARKS ? new double[] {1} : decades > 1 ? new double[] {1, 3} : new double[] {1, 2, 5};
        return IntStream.rangeClosed((int) Math.floor(axis.low() / ten), (int) Math.ceil(axis.high() / ten))
                .boxed()
                .flatMapToDouble(power -> Arrays.stream(digits).map(digit -> Math.log(digit) + power * ten))
                .filter(mark -> mark >= axis.low() && mark <= axis.high())
                .toArray();
    }

    private static Axis axis(double[] values, int[] dots) {
        double[] shown = Arrays.stream(dots).mapToDouble(i -> values[i]).toArray();
        double low = Arrays.stream(shown).min().orElse(0);
        double high = Arrays.stream(shown).max().orElse(1);
        double margin = 0.06 * (high - low);
        return Axis.over(low - margin, high + margin, MOST_MARKS);
    }

    private static double[] range(double[] values) {
        double low = Arrays.stream(values).filter(Double::isFinite).min().orElse(0);
        return new double[] {
            low, Arrays.stream(values).filter(Double::isFinite).max().orElse(1)
        };
    }

    private static Color color(Theme theme, double value, double[] range) {
        if (!Double.isFinite(value)) {
            return theme.faint();
        }
        return ColorScale.RISING.color(range[1] > range[0] ? (value - range[0]) / (range[1] - range[0]) : 1);
    }

    private void bar(Canvas canvas, Theme theme, Rectangle2D bar, double[] range) {
        text(canvas, colorTitle, TEXT, bar.getX(), bar.getY() - 0.8 * TEXT, 0, theme.ink());
        double step = bar.getHeight() / BAR_STEPS;
        for (int i = 0; i < BAR_STEPS; i++) {
            double y = bar.getMaxY() - (i + 1) * step;
            canvas.fill(
                    new Rectangle2D.Double(bar.getX(), y, bar.getWidth(), step + LINE),
                    ColorScale.RISING.color((i + 0.5) / BAR_STEPS));
        }
        for (int end = 0; end < 2; end++) {
            double y = end == 0 ? bar.getMaxY() : bar.getY() + TEXT;
            text(canvas, NumberText.general(range[end], 3), TEXT, bar.getMaxX() + 6, y, 0, theme.faint());
        }
    }

    private static void text(
            Canvas canvas, String text, double size, double x, double baseline, double anchor, Color color) {
        canvas.fill(Letters.shape(text, size, x, baseline, anchor), color);
    }
}
