package slmlab.search.plot;

import java.awt.Color;
import java.awt.geom.Rectangle2D;
import java.util.Comparator;
import java.util.List;
import java.util.stream.DoubleStream;
import slmlab.chart.Ruler;
import slmlab.chart.Sheet;
import slmlab.chart.Theme;
import slmlab.search.study.TrialRow;
import slmlab.search.study.TrialState;

/// The scores of all trials over frames, and the rungs at which a pruner compares them.
final class RungPlot {
    private RungPlot() {}

    static void paint(Sheet sheet, Rectangle2D area, StudyView study) {
        List<TrialRow> shown = study.trials().stream()
                .filter(trial -> trial.scores().values().stream().anyMatch(Double::isFinite))
                .sorted(Comparator.comparing((TrialRow trial) -> trial.state() != TrialState.PRUNED)
                        .thenComparing(study::isBest)) // the best on top
                .toList();
        if (shown.isEmpty()) {
            StudyPlots.say(sheet, area, "No trial has reported a score yet.");
            return;
        }
        double[] scores = shown.stream()
                .flatMap(trial -> trial.scores().values().stream())
                .mapToDouble(Double::doubleValue)
                .filter(Double::isFinite)
                .sorted()
                .toArray();
        long longest = shown.stream().mapToLong(TrialRow::frame).max().orElseThrow();
        Ruler y = Ruler.over(scores[0], scores[scores.length - 1], 10);
        Sheet.Plot plot = sheet.plot(area, Ruler.over(0, (double) longest, 10), y, "frames", "score");
        Theme theme = sheet.theme();
        for (long rung : study.rungs()) {
            double x = plot.x((double) rung);
            sheet.line(
                    theme.faint(), 1.5, x, plot.area().getMinY(), x, plot.area().getMaxY());
        }
        for (TrialRow trial : shown) {
            draw(sheet, plot, study, trial);
        }
    }

    private static void draw(Sheet sheet, Sheet.Plot plot, StudyView study, TrialRow trial) {
        Theme theme = sheet.theme();
        boolean isBest = study.isBest(trial);
        Color color = isBest ? Marks.best(theme) : Marks.clear(Marks.of(theme, trial.state()), 0.6);
        double[] places = trial.scores().entrySet().stream()
                .filter(row -> Double.isFinite(row.getValue()))
                .flatMapToDouble(row -> DoubleStream.of(plot.x(row.getKey()), plot.y(row.getValue())))
                .toArray();
        sheet.line(color, isBest ? 3.5 : 1.8, places);
        if (trial.state() != TrialState.DONE || isBest || places.length == 2) {
            Marks.draw(sheet, study, trial, places[places.length - 2], places[places.length - 1]);
        }
    }
}
