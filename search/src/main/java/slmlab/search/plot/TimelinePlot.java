package slmlab.search.plot;

import java.awt.Color;
import java.awt.geom.Rectangle2D;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import slmlab.chart.Ruler;
import slmlab.chart.Sheet;
import slmlab.chart.Theme;
import slmlab.search.study.TrialRow;

/// Every trial a bar from its begin to its end, in the rows of its worker.
final class TimelinePlot {
    private static final double TALLEST = 72;
    private static final double MINUTE = 60;
    private static final double HOUR = 3600;

    /// A row: trials of one worker that do not overlap.
    private record Lane(String worker, List<TrialRow> trials) {}

    private TimelinePlot() {}

    static void paint(Sheet sheet, Rectangle2D area, StudyView study) {
        List<TrialRow> trials = study.trials().stream()
                .sorted(Comparator.comparing(TrialRow::begun).thenComparingInt(TrialRow::number))
                .toList();
        if (trials.isEmpty()) {
            StudyPlots.say(sheet, area, "No trial has begun yet.");
            return;
        }
        Instant first = trials.getFirst().begun();
        Instant last = trials.stream()
                .map(trial -> Objects.requireNonNullElse(trial.ended(), trial.begun()))
                .max(Comparator.naturalOrder())
                .orElseThrow();
        double length = Math.max(seconds(first, last), 1);
        double unit = length < 5 * MINUTE ? 1 : length < 5 * HOUR ? MINUTE : HOUR;
        String units = unit == 1 ? "seconds" : unit == MINUTE ? "minutes" : "hours";
        List<Lane> lanes = lanes(study, trials, last);
        List<Ruler.Mark> names = new ArrayList<>();
        for (int i = 0; i < lanes.size(); i++) {
            boolean begins = i == 0 || !lanes.get(i - 1).worker.equals(lanes.get(i).worker);
            names.add(new Ruler.Mark(
                    lanes.size() - 1.0 - i, begins ? Sheet.fit(lanes.get(i).worker, Sheet.TEXT, 260) : ""));
        }
        Ruler y = new Ruler(-0.6, lanes.size() - 0.4, names); // the first worker on top
        double high = Math.min(area.getHeight(), 100 + lanes.size() * 1.4 * TALLEST);
        Rectangle2D used = new Rectangle2D.Double(area.getX(), area.getY(), area.getWidth(), high);
        Sheet.Plot plot = sheet.plot(used, Ruler.from0(length / unit, 10), y, "time in " + units, "");
        for (int i = 0; i < lanes.size(); i++) {
            for (TrialRow trial : lanes.get(i).trials) {
                Instant end = Objects.requireNonNullElse(trial.ended(), last);
                draw(
                        sheet,
                        plot,
                        study,
                        trial,
                        lanes.size() - 1 - i,
                        seconds(first, trial.begun()) / unit,
                        seconds(first, end) / unit);
            }
        }
    }

    private static void draw(
            Sheet sheet, Sheet.Plot plot, StudyView study, TrialRow trial, int lane, double from, double to) {
        Theme theme = sheet.theme();
        Color color = study.isBest(trial) ? Marks.best(theme) : Marks.clear(Marks.of(theme, trial.state()), 0.8);
        double tall = Math.min(TALLEST, 0.8 * (plot.y(0) - plot.y(1)));
        double left = plot.x(from);
        double wide = Math.max(plot.x(to) - left - 1.5, 1.5);
        double middle = plot.y(lane);
        sheet.fill(left, middle - tall / 2, wide, tall, color);
        String number = Integer.toString(trial.number());
        double size = Math.min(Sheet.TEXT, 0.7 * tall);
        if (size > 8 && Sheet.width(number, size) + 4 < wide) {
            sheet.text(number, size, left + wide / 2, middle + 0.36 * size, 0.5, theme.ground());
        }
    }

    /// Give every trial the first row of its worker that is free when it begins.
    private static List<Lane> lanes(StudyView study, List<TrialRow> trials, Instant last) {
        Map<String, List<Lane>> workers = new TreeMap<>();
        for (TrialRow trial : trials) {
            List<Lane> own = workers.computeIfAbsent(study.worker(trial), _ -> new ArrayList<>());
            @Nullable
            Lane free = own.stream()
                    .filter(lane -> {
                        Instant end =
                                Objects.requireNonNullElse(lane.trials.getLast().ended(), last);
                        return !end.isAfter(trial.begun());
                    })
                    .findFirst()
                    .orElse(null);
            if (free == null) {
                free = new Lane(study.worker(trial), new ArrayList<>());
                own.add(free);
            }
            free.trials.add(trial);
        }
        return workers.values().stream().flatMap(List::stream).toList();
    }

    private static double seconds(Instant from, Instant to) {
        return Duration.between(from, to).toMillis() / 1000.0;
    }
}
