package slmlab.search.plot;

import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;
import slmlab.chart.Ruler;
import slmlab.chart.Sheet;
import slmlab.search.study.TrialRow;
import slmlab.search.study.TrialState;

/// Every trial a mark in the order of their numbers, and the best score so far as steps.
final class HistoryPlot {
    private HistoryPlot() {}

    static void paint(Sheet sheet, Rectangle2D area, StudyView study) {
        List<TrialRow> scored = study.scored();
        if (scored.isEmpty()) {
            StudyPlots.say(sheet, area, StudyPlots.NO_SCORE);
            return;
        }
        double[] range = StudyView.range(scored);
        double room =
                study.count(TrialState.FAILED) > 0 ? 0.06 * (range[1] - range[0]) : 0; // for crosses at the bottom
        Ruler x = Ruler.over(0, study.trials().getLast().number(), 10);
        Ruler y = Ruler.over(range[0] - room, range[1], 10);
        Sheet.Plot plot = sheet.plot(area, x, y, "trial", "score");
        drawBest(sheet, plot, scored);
        for (TrialRow trial : scored) {
            Marks.draw(sheet, study, trial, plot.x(trial.number()), plot.y(trial.score()));
        }
        study.trials().stream()
                .filter(trial -> trial.state() == TrialState.FAILED)
                .forEach(trial -> Marks.draw(
                        sheet, study, trial, plot.x(trial.number()), plot.area().getMaxY() - 12));
    }

    private static void drawBest(Sheet sheet, Sheet.Plot plot, List<TrialRow> scored) {
        List<Double> places = new ArrayList<>();
        double best = Double.NEGATIVE_INFINITY;
        for (TrialRow trial : scored) {
            if (trial.state() == TrialState.DONE && trial.score() > best) {
                if (!places.isEmpty()) {
                    places.add(plot.x(trial.number()));
                    places.add(plot.y(best));
                }
                best = trial.score();
                places.add(plot.x(trial.number()));
                places.add(plot.y(best));
            }
        }
        if (!places.isEmpty()) {
            places.add(plot.x(scored.getLast().number()));
            places.add(plot.y(best));
            double[] line = places.stream().mapToDouble(Double::doubleValue).toArray();
            sheet.line(Marks.best(sheet.theme()), 3, line);
        }
    }
}
