package slmlab.compare;

import java.awt.Shape;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.util.List;
import java.util.stream.DoubleStream;
import slmlab.chart.Axis;
import slmlab.chart.Canvas;
import slmlab.chart.Letters;
import slmlab.chart.Theme;

/// Means as dots on bars, the 95 % intervals, one under the other.
///
/// @param score what the axis shows
record IntervalPanel(String title, String score, List<Scoreboard.Row> rows) {
    private static final int EDGE = 28;
    private static final int TITLE = 26;
    private static final int NAME = 20;
    private static final int AXIS_TITLE = 21;
    private static final int MARK = 18;
    private static final int MARK_GAP = 14;
    private static final double BOLD = 1.2;
    private static final double GRID_WIDTH = 1.5;
    private static final double BAR = 14;
    private static final double DOT = 20;

    void paint(Canvas canvas, Theme theme, double width, double height) {
        double top = EDGE + 2 * TITLE + 1.2 * MARK;
        double bottom = height - EDGE - 2 * AXIS_TITLE - 2 * MARK;
        double left = 2 * EDGE;
        double right = width - EDGE;
        Axis axis = Axis.over(
                ends().min().orElseThrow(), ends().max().orElseThrow(), (int) Math.max(2, (right - left) / 100));
        for (double mark : axis.marks()) {
            double x = left + axis.at(mark) * (right - left);
            canvas.stroke(new Line2D.Double(x, top, x, bottom), theme.grid(), GRID_WIDTH);
            canvas.fill(Letters.shape(axis.text(mark), MARK, x, bottom + MARK_GAP + MARK, 0.5), theme.faint());
        }
        drawTitles(canvas, theme, (left + right) / 2, right - left, height);
        double each = Math.min(240, (bottom - top) / rows.size());
        for (int i = 0; i < rows.size(); i++) {
            drawRow(canvas, theme, i, axis, left, right - left, top + each * (i + 0.5));
        }
    }

    private void drawTitles(Canvas canvas, Theme theme, double middle, double width, double height) {
        Shape heading = Letters.shape(Letters.fit(title, TITLE, width), TITLE, middle, EDGE + 1.1 * TITLE, 0.5);
        canvas.fill(heading, theme.ink());
        canvas.stroke(heading, theme.ink(), BOLD);
        String what = "dot: mean, bar: 95 % interval, from four sessions on";
        canvas.fill(Letters.shape(what, MARK, middle, EDGE + 1.1 * TITLE + 1.6 * MARK, 0.5), theme.faint());
        double baseline = height - EDGE - 0.4 * AXIS_TITLE;
        canvas.fill(Letters.shape(score, AXIS_TITLE, middle, baseline, 0.5), theme.ink());
    }

    /// Draw the name of a contestant and its bar below it.
    private void drawRow(Canvas canvas, Theme theme, int index, Axis axis, double left, double width, double baseline) {
        Scoreboard.Row row = rows.get(index);
        canvas.fill(Letters.shape(Letters.fit(row.name(), NAME, width), NAME, left, baseline, 0), theme.ink());
        double y = baseline + NAME;
        if (row.interval() != null) {
            double from = left + axis.at(row.interval().low()) * width;
            double to = left + axis.at(row.interval().high()) * width;
            canvas.fill(new Rectangle2D.Double(from, y - BAR / 2, Math.max(to - from, 2), BAR), theme.raw(index));
        }
        double at = left + axis.at(row.mean()) * width;
        canvas.fill(new Ellipse2D.Double(at - DOT / 2, y - DOT / 2, DOT, DOT), theme.curve(index));
    }

    private DoubleStream ends() {
        return rows.stream()
                .flatMapToDouble(row -> row.interval() == null
                        ? DoubleStream.of(row.mean())
                        : DoubleStream.of(
                                row.mean(), row.interval().low(), row.interval().high()));
    }
}
