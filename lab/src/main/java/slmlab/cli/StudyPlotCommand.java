package slmlab.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slmlab.report.Format;
import slmlab.report.Look;
import slmlab.report.NoPictureException;
import slmlab.report.Size;
import slmlab.report.Theme;
import slmlab.search.picture.StudyPictures;

/// `slm-lab study plot`: a search as pictures.
@Command(
        name = "plot",
        header = "Draw a search: history, parallel coordinates, importance, slices, contour, rungs, timeline.",
        mixinStandardHelpOptions = true)
final class StudyPlotCommand extends InputCommand {
    @Mixin
    private final StudyArgument argument = new StudyArgument();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            description = "folder to write the pictures to (default: graph in the search's folder; with --study, here)")
    private @Nullable Path output;

    @Option(names = "--dark", description = "draw on a dark ground")
    private boolean dark;

    @Option(names = "--format", paramLabel = "FORMAT", description = "png, svg or pdf (default: ${DEFAULT-VALUE})")
    private String format = "png";

    @Option(
            names = "--size",
            paramLabel = "WxH",
            description = "width and height in pixels (default: ${DEFAULT-VALUE})")
    private String size = "1200x800";

    @Override
    void run(PrintWriter out) {
        Format kind = Choice.of("--format", format, Format.values());
        Look look = new Look(kind, sides(), dark ? Theme.DARK : Theme.LIGHT, true);
        Path folder = Objects.requireNonNullElseGet(output, argument::pictures);
        argument.with(study -> {
            Paths.createFolder("--output", folder);
            try {
                StudyPictures.write(study.plan(), study.standing(), folder, look)
                        .forEach(out::println);
            } catch (NoPictureException e) {
                throw new IllegalArgumentException(e.getMessage(), e);
            }
        });
    }

    private Size sides() {
        try {
            return Size.of(size);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--size %s".formatted(e.getMessage()), e);
        }
    }
}
