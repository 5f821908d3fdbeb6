package slmlab.search.picture;

import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import slmlab.file.OutputFile;
import slmlab.report.Look;
import slmlab.report.Sheet;
import slmlab.search.study.Standing;
import slmlab.search.study.StudyPlan;

/// Write all pictures of a study.
public final class StudyPictures {

    /// A picture of a study.
    private interface Painter {
        void paint(Sheet sheet, Rectangle2D area, StudyView study);
    }

    /// @param name end of its file's name
    private record Picture(String name, String title, String subtitle, Painter painter) {}

    private static final List<Picture> ALL = List.of(
            new Picture(
                    "history",
                    "Score of every trial",
                    Marks.LEGEND + ", cross: failed; line: best so far",
                    HistoryPicture::paint),
            new Picture(
                    "parallel",
                    "Parallel coordinates",
                    "a line for each trial that ended with a score, stronger the higher it ranks; orange: the best",
                    ParallelPicture::paint),
            new Picture(
                    "importance",
                    "Importance of the parameters",
                    "share of the score's variance over the space, interactions included; a pruned trial counts with"
                            + " its last score",
                    ImportancePicture::paint),
            new Picture("slices", "Score over each parameter", Marks.LEGEND, SlicePicture::paint),
            new Picture(
                    "contour",
                    "Score over the two most important parameters",
                    "colours: mean of the trials near by, none where there are none; " + Marks.LEGEND,
                    ContourPicture::paint),
            new Picture(
                    "rungs",
                    "Score of every trial over frames",
                    "grey lines with hollow ends: pruned; orange: the best; vertical: where the pruner compares",
                    RungPicture::paint),
            new Picture(
                    "timeline",
                    "Which worker ran what and when",
                    "blue: ran to its end or still runs, grey: pruned, purple: failed, orange: the best",
                    TimelinePicture::paint));

    private StudyPictures() {}

    /// Write the pictures of a study into the `graph` folder of a search folder; return their files.
    ///
    /// @throws slmlab.report.NoPictureException where nothing can be drawn
    public static List<Path> write(StudyPlan plan, Standing standing, Path folder) {
        return write(plan, standing, folder.resolve("graph"), Look.WIDE);
    }

    /// Write the pictures of a study into a folder; return their files.
    public static List<Path> write(StudyPlan plan, Standing standing, Path folder, Look look) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create %s: %s".formatted(folder, OutputFile.reason(e)), e);
        }
        StudyView study = StudyView.of(plan, standing);
        List<Path> files = new ArrayList<>();
        for (Picture picture : ALL) {
            Path file = folder.resolve("study_%s.%s".formatted(picture.name, look.format()));
            String title = "%s · %s".formatted(picture.title, plan.name());
            Sheet.write(file, look, title, sheet -> {
                Rectangle2D area = sheet.titled(title, picture.subtitle);
                picture.painter.paint(sheet, area, study);
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
