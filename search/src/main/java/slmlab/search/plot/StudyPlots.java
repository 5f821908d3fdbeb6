package slmlab.search.plot;

import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import slmlab.chart.Look;
import slmlab.chart.Sheet;
import slmlab.file.OutputFile;
import slmlab.search.study.Standing;
import slmlab.search.study.StudyPlan;

/// Write all figures of a study.
public final class StudyPlots {

    /// A figure of a study.
    private interface Painter {
        void paint(Sheet sheet, Rectangle2D area, StudyView study);
    }

    /// @param name end of its file's name
    private record Figure(String name, String title, String subtitle, Painter painter) {}

    private static final List<Figure> ALL = List.of(
            new Figure(
                    "history",
                    "Score of every trial",
                    Marks.LEGEND + ", cross: failed; line: best so far",
                    HistoryPlot::paint),
            new Figure(
                    "parallel",
                    "Parallel coordinates",
                    "a line for each trial that ended with a score, stronger the higher it ranks; orange: the best",
                    ParallelPlot::paint),
            new Figure(
                    "importance",
                    "Importance of the parameters",
                    "share of the score's variance over the space, interactions included; a pruned trial counts with"
                            + " its last score",
                    ImportancePlot::paint),
            new Figure("slices", "Score over each parameter", Marks.LEGEND, SlicePlot::paint),
            new Figure(
                    "contour",
                    "Score over the two most important parameters",
                    "colors: mean of the trials near by, none where there are none; " + Marks.LEGEND,
                    ContourPlot::paint),
            new Figure(
                    "rungs",
                    "Score of every trial over frames",
                    "gray lines with hollow ends: pruned; orange: the best; vertical: where the pruner compares",
                    RungPlot::paint),
            new Figure(
                    "timeline",
                    "Which worker ran what and when",
                    "blue: ran to its end or still runs, gray: pruned, purple: failed, orange: the best",
                    TimelinePlot::paint));

    private StudyPlots() {}

    /// Write the figures of a study into the `graph` folder of a search folder; return their files.
    ///
    /// @throws slmlab.chart.ChartException where nothing can be drawn
    public static List<Path> write(StudyPlan plan, Standing standing, Path folder) {
        return write(plan, standing, folder.resolve("graph"), Look.WIDE);
    }

    /// Write the figures of a study into a folder; return their files.
    public static List<Path> write(StudyPlan plan, Standing standing, Path folder, Look look) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create %s: %s".formatted(folder, OutputFile.reason(e)), e);
        }
        StudyView study = StudyView.of(plan, standing);
        List<Path> files = new ArrayList<>();
        for (Figure figure : ALL) {
            Path file = folder.resolve("study_%s.%s".formatted(figure.name, look.format()));
            String title = "%s · %s".formatted(figure.title, plan.name());
            Sheet.write(file, look, title, sheet -> {
                Rectangle2D area = sheet.titled(title, figure.subtitle);
                figure.painter.paint(sheet, area, study);
            });
            files.add(file);
        }
        return files;
    }

    /// Say why there is nothing to see yet.
    static void say(Sheet sheet, Rectangle2D area, String sentence) {
        sheet.text(
                sentence,
                Sheet.TEXT,
                area.getCenterX(),
                area.getCenterY(),
                0.5,
                sheet.theme().faint());
    }

    static final String NO_SCORE = "No trial has ended with a score yet.";
}
