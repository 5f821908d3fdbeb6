package slmlab.compare;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import slmlab.chart.Canvas;
import slmlab.chart.Chart;
import slmlab.chart.ChartException;
import slmlab.chart.Format;
import slmlab.chart.Look;
import slmlab.chart.Shifted;
import slmlab.chart.Size;
import slmlab.chart.Theme;
import slmlab.file.SafeFile;
import slmlab.stats.Interval;
import slmlab.stats.PerformanceProfile;

/// A scoreboard as a figure of three panels: means with intervals, performance profiles, means over frames.
public final class ScoreFigure {
    private static final Size SIZE = new Size(2100, 800);
    private static final int PANELS = 3;
    private static final String BAND = "band: 95 % interval, from four sessions on";

    private ScoreFigure() {}

    /// Draw a scoreboard whose scores have a scale; throw a [ChartException] where nothing can be drawn.
    public static void write(Path file, Scoreboard board, Format format) {
        byte[] figure;
        try {
            figure = drawn(board, new Look(format, SIZE, Theme.LIGHT, false));
        } catch (IOException | RuntimeException | Error e) { // AWT throws errors where one of its libraries is missing
            throw new ChartException(e);
        }
        SafeFile.write(file, out -> out.write(figure));
    }

    private static byte[] drawn(Scoreboard board, Look look) throws IOException {
        double scale = SIZE.scale();
        double width = SIZE.width() / scale / PANELS;
        double height = SIZE.height() / scale;
        Canvas canvas =
                look.format().canvas(SIZE, scale, board.title(), look.theme().ground());
        List<Scoreboard.Row> rows = board.rows();
        String score = board.isScaled() ? "scaled return" : "mean return of the last 100 episodes";
        new IntervalPanel(board.title(), score, rows).paint(canvas, look.theme(), width, height);
        profiles(board, score).paint(new Shifted(canvas, width, 0), look, width, height);
        curves(board, score).paint(new Shifted(canvas, 2 * width, 0), look, width, height);
        return canvas.finish();
    }

    private static Chart profiles(Scoreboard board, String score) {
        Chart chart = new Chart("Performance profile", "", score, "share of sessions above");
        chart.beginAnywhere();
        for (int i = 0; i < board.rows().size(); i++) {
            PerformanceProfile profile = Objects.requireNonNull(board.profile(i));
            chart.line(i, board.rows().get(i).name(), profile.thresholds(), profile.shares());
        }
        return chart;
    }

    private static Chart curves(Scoreboard board, String score) {
        Chart chart = new Chart("Mean over frames", BAND, "frames", score);
        for (int i = 0; i < board.rows().size(); i++) {
            Scoreboard.Curve curve = Objects.requireNonNull(board.curve(i));
            chart.band(i, curve.frames(), ends(curve.bands(), Interval::low), ends(curve.bands(), Interval::high));
        }
        for (int i = 0; i < board.rows().size(); i++) {
            Scoreboard.Curve curve = Objects.requireNonNull(board.curve(i));
            chart.line(i, board.rows().get(i).name(), curve.frames(), curve.mean());
        }
        return chart;
    }

    private static double[] ends(Interval[] bands, ToDoubleFunction<Interval> end) {
        return Arrays.stream(bands).mapToDouble(end).toArray();
    }
}
