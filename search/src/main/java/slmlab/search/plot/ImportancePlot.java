package slmlab.search.plot;

import java.awt.geom.Rectangle2D;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import slmlab.chart.Sheet;
import slmlab.chart.Theme;

/// A bar for each parameter, the most important first.
final class ImportancePlot {
    private static final double TALLEST = 84;

    private ImportancePlot() {}

    static void paint(Sheet sheet, Rectangle2D area, StudyView study) {
        if (Arrays.stream(study.shares()).sum() == 0) {
            StudyPlots.say(sheet, area, "Nothing can be said: " + study.basis() + ".");
            return;
        }
        Theme theme = sheet.theme();
        List<Integer> ranked = study.ranked();
        double high = Math.min(TALLEST, area.getHeight() / ranked.size());
        double size = Math.min(1.2 * Sheet.TEXT, 0.6 * high);
        double names = ranked.stream()
                .mapToDouble(i -> Sheet.width(study.axes().get(i).name(), size))
                .max()
                .orElseThrow();
        double left = area.getX() + Math.min(names, area.getWidth() / 2) + size;
        double wide = area.getMaxX() - left - 4 * size;
        double most = study.shares()[ranked.getFirst()];
        for (int place = 0; place < ranked.size(); place++) {
            double share = study.shares()[ranked.get(place)];
            double top = area.getY() + place * high;
            double base = top + high / 2 + 0.36 * size;
            String name = study.axes().get(ranked.get(place)).name();
            sheet.text(Sheet.fit(name, size, area.getWidth() / 2), size, left - size / 2, base, 1, theme.ink());
            sheet.fill(left, top + 0.2 * high, Math.max(2, wide * share / most), 0.6 * high, Marks.done(theme));
            String percent = String.format(Locale.ROOT, "%.1f %%", 100 * share);
            sheet.text(percent, size, left + wide * share / most + size / 2, base, 0, theme.faint());
        }
    }
}
