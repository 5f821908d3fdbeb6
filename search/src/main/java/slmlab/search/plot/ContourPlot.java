package slmlab.search.plot;

import java.awt.Color;
import java.awt.geom.Rectangle2D;
import java.util.List;
import slmlab.chart.ColorScale;
import slmlab.chart.Ruler;
import slmlab.chart.Sheet;
import slmlab.search.study.TrialRow;

/// The score over the two most important parameters, as colors under the trials.
final class ContourPlot {
    private static final double BAR = 22;
    private static final int STEPS = 100;
    private static final double SEAM = 1.2; // cells overlap a little: no ground shows between them

    private ContourPlot() {}

    static void paint(Sheet sheet, Rectangle2D area, StudyView study) {
        List<TrialRow> scored = study.scored();
        if (scored.isEmpty() || study.axes().size() < 2) {
            StudyPlots.say(sheet, area, scored.isEmpty() ? StudyPlots.NO_SCORE : "One parameter alone has no contour.");
            return;
        }
        List<Integer> ranked = study.ranked();
        ParameterAxis x = study.axes().get(ranked.get(0));
        ParameterAxis y = study.axes().get(ranked.get(1));
        double[] range = StudyView.range(scored);
        double bar = BAR + 5 * Sheet.TEXT;
        Rectangle2D left = new Rectangle2D.Double(area.getX(), area.getY(), area.getWidth() - bar, area.getHeight());
        Sheet.Plot plot = sheet.plot(left, x.ruler(), y.ruler(), x.name(), y.name());
        Contour contour = Contour.of(x, y, ranked.get(0), ranked.get(1), scored);
        double wide = plot.area().getWidth() / contour.columns();
        double high = plot.area().getHeight() / contour.rows();
        for (int i = 0; i < contour.cells().length; i++) {
            if (!Double.isNaN(contour.cells()[i])) {
                double cellX = plot.area().getX() + i % contour.columns() * wide;
                double cellY = plot.area().getMaxY() - (i / contour.columns() + 1) * high;
                sheet.fill(cellX, cellY, wide + SEAM, high + SEAM, color(contour.cells()[i], range));
            }
        }
        for (TrialRow trial : scored) {
            double dotX = plot.x(x.place(trial.point()[ranked.get(0)], trial.number()));
            double dotY = plot.y(y.place(trial.point()[ranked.get(1)], trial.number()));
            sheet.dot(dotX, dotY, 9, Marks.clear(sheet.theme().ground(), 0.6));
            Marks.draw(sheet, study, trial, dotX, dotY);
        }
        drawBar(sheet, plot, left.getMaxX() + Sheet.TEXT, range);
    }

    private static Color color(double score, double[] range) {
        return ColorScale.RISING.color(range[1] > range[0] ? (score - range[0]) / (range[1] - range[0]) : 0.5);
    }

    private static void drawBar(Sheet sheet, Sheet.Plot plot, double left, double[] range) {
        double step = plot.area().getHeight() / STEPS;
        for (int i = 0; i < STEPS; i++) {
            double top = plot.area().getMaxY() - (i + 1) * step;
            sheet.fill(left, top, BAR, step + SEAM, ColorScale.RISING.color((i + 0.5) / STEPS));
        }
        Ruler ruler = Ruler.over(range[0], range[1], 8);
        for (Ruler.Mark mark : ruler.marks()) {
            double at = plot.area().getMaxY()
                    - (mark.value() - range[0])
                            / Math.max(range[1] - range[0], 1e-300)
                            * plot.area().getHeight();
            if (at >= plot.area().getMinY() && at <= plot.area().getMaxY()) {
                double textX = left + BAR + Sheet.TEXT / 2;
                sheet.text(
                        mark.text(),
                        Sheet.TEXT,
                        textX,
                        at + 0.36 * Sheet.TEXT,
                        0,
                        sheet.theme().faint());
            }
        }
    }
}
