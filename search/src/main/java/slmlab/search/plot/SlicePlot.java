package slmlab.search.plot;

import java.awt.geom.Rectangle2D;
import java.util.List;
import slmlab.chart.Ruler;
import slmlab.chart.Sheet;
import slmlab.search.study.TrialRow;

/// The score over each parameter in a small plot, the most important parameters first.
final class SlicePlot {
    private static final int MOST = 12; // plots
    private static final double GAP = 20;

    private SlicePlot() {}

    static void paint(Sheet sheet, Rectangle2D area, StudyView study) {
        List<TrialRow> scored = study.scored();
        if (scored.isEmpty()) {
            StudyPlots.say(sheet, area, StudyPlots.NO_SCORE);
            return;
        }
        List<Integer> shown = study.ranked().stream().limit(MOST).toList();
        int columns = (int) Math.ceil(Math.sqrt(shown.size()));
        int rows = (shown.size() + columns - 1) / columns;
        double[] range = StudyView.range(scored);
        Ruler y = Ruler.over(range[0], range[1], 5);
        double wide = (area.getWidth() + GAP) / columns;
        double high = (area.getHeight() + GAP) / rows;
        for (int place = 0; place < shown.size(); place++) {
            int parameter = shown.get(place);
            ParameterAxis axis = study.axes().get(parameter);
            int column = place % columns;
            int row = place / columns;
            Rectangle2D part = new Rectangle2D.Double(
                    area.getX() + column * wide, area.getY() + row * high, wide - GAP, high - GAP);
            Sheet.Plot plot = sheet.plot(part, axis.ruler(), y, axis.name(), column == 0 ? "score" : "");
            for (TrialRow trial : scored) {
                double coordinate = axis.place(trial.point()[parameter], trial.number());
                Marks.draw(sheet, study, trial, plot.x(coordinate), plot.y(trial.score()));
            }
        }
    }
}
