package slmlab.search.plot;

import java.awt.Color;
import java.awt.geom.Rectangle2D;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import slmlab.chart.Ruler;
import slmlab.chart.Sheet;
import slmlab.chart.Theme;
import slmlab.search.study.TrialRow;

/// An axis for each parameter and one for the score, and each trial a line across them.
final class ParallelPlot {
    private static final int MOST = 11; // parameters, the most important first

    private ParallelPlot() {}

    static void paint(Sheet sheet, Rectangle2D area, StudyView study) {
        List<TrialRow> rising = study.scored().stream()
                .sorted(Comparator.comparingDouble(TrialRow::score).thenComparing(study::isBest))
                .toList();
        if (rising.isEmpty()) {
            StudyPlots.say(sheet, area, StudyPlots.NO_SCORE);
            return;
        }
        List<Integer> shown = study.ranked().stream().limit(MOST).toList();
        double[] range = StudyView.range(rising);
        Ruler scores = Ruler.over(range[0], range[1], 8);
        double top = area.getY() + 2 * Sheet.TEXT;
        double high = area.getMaxY() - top - Sheet.TEXT;
        double gap = (area.getWidth() - 9 * Sheet.TEXT) / shown.size();
        double left = area.getX() + 6 * Sheet.TEXT;
        Theme theme = sheet.theme();
        for (int i = 0; i < rising.size(); i++) {
            TrialRow trial = rising.get(i);
            double[] places = new double[2 * shown.size() + 2];
            for (int k = 0; k <= shown.size(); k++) {
                double at = k == shown.size()
                        ? scores.at(trial.score())
                        : at(study.axes().get(shown.get(k)), trial.point()[shown.get(k)]);
                places[2 * k] = left + k * gap;
                places[2 * k + 1] = top + (1 - at) * high;
            }
            boolean isBest = study.isBest(trial);
            double rank = rising.size() == 1 ? 1 : i / (rising.size() - 1.0);
            sheet.line(isBest ? Marks.best(theme) : color(theme, rank), isBest ? 4 : 1 + 1.2 * rank, places);
        }
        IntStream.range(0, shown.size()).forEach(k -> {
            ParameterAxis axis = study.axes().get(shown.get(k));
            drawAxis(sheet, axis.ruler(), axis.name(), left + k * gap, top, high, gap);
        });
        drawAxis(sheet, scores, "score", left + shown.size() * gap, top, high, gap);
    }

    private static double at(ParameterAxis axis, double coordinate) {
        return axis.ruler().at(axis.isChoice() ? coordinate : axis.place(coordinate, 0));
    }

    /// @param rank 0 for the lowest score, 1 for the highest
    private static Color color(Theme theme, double rank) {
        Color far = theme.grid();
        Color near = Marks.done(theme);
        double share = rank * rank; // the better half is told apart more finely
        return new Color(
                (int) Math.round(far.getRed() + share * (near.getRed() - far.getRed())),
                (int) Math.round(far.getGreen() + share * (near.getGreen() - far.getGreen())),
                (int) Math.round(far.getBlue() + share * (near.getBlue() - far.getBlue())));
    }

    private static void drawAxis(Sheet sheet, Ruler ruler, String name, double x, double top, double high, double gap) {
        Theme theme = sheet.theme();
        sheet.line(theme.faint(), 2, x, top, x, top + high);
        String fitted = Sheet.fit(name, Sheet.TEXT, gap - Sheet.TEXT / 2);
        sheet.text(fitted, Sheet.TEXT, x, top - 0.8 * Sheet.TEXT, 0.5, theme.ink());
        for (Ruler.Mark mark : ruler.marks()) {
            double y = top + (1 - ruler.at(mark.value())) * high;
            double size = 0.85 * Sheet.TEXT;
            String text = Sheet.fit(mark.text(), size, 0.8 * gap);
            double wide = Sheet.width(text, size);
            sheet.fill(x - wide - 12, y - 0.6 * size, wide + 6, 1.2 * size, Marks.clear(theme.ground(), 0.8));
            sheet.line(theme.faint(), 2, x - 5, y, x, y);
            sheet.text(text, size, x - 9, y + 0.36 * size, 1, theme.ink());
        }
    }
}
