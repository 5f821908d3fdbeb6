package slmlab.search.plot;

import java.awt.Color;
import slmlab.chart.Sheet;
import slmlab.chart.Theme;
import slmlab.search.study.TrialRow;
import slmlab.search.study.TrialState;

/// How a trial looks in all figures: filled if it ran to its end, hollow and gray if it was pruned, a cross if it
/// failed; the best in a color of its own.
final class Marks {
    static final String LEGEND = "filled: ran to its end, hollow: pruned, orange: the best";
    private static final double SIZE = 6;
    private static final double THIN = 2;

    private Marks() {}

    static Color done(Theme theme) {
        return theme.curve(0);
    }

    static Color best(Theme theme) {
        return theme.curve(1);
    }

    static Color failed(Theme theme) {
        return theme.curve(3);
    }

    static Color of(Theme theme, TrialState state) {
        return switch (state) {
            case DONE, RUNNING -> done(theme);
            case PRUNED -> theme.faint();
            case FAILED -> failed(theme);
        };
    }

    static Color clear(Color color, double share) {
        return new Color(color.getRed(), color.getGreen(), color.getBlue(), (int) Math.round(255 * share));
    }

    static void draw(Sheet sheet, StudyView study, TrialRow trial, double x, double y) {
        Theme theme = sheet.theme();
        if (study.isBest(trial)) {
            sheet.dot(x, y, SIZE + 2, best(theme));
            return;
        }
        switch (trial.state()) {
            case DONE -> sheet.dot(x, y, SIZE, clear(done(theme), 0.75));
            case PRUNED, RUNNING -> sheet.ring(x, y, SIZE - 1, of(theme, trial.state()), THIN);
            case FAILED -> sheet.cross(x, y, SIZE, failed(theme));
        }
    }
}
