package slmlab.chart;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import slmlab.file.SafeFile;

/// Several figures of lines in one, two in a row, with the legend of the first under all of them.
///
/// @param title of the file
public record Panels(String title, List<Panel> panels) {
    private static final double WIDTH = 900;
    private static final double HEIGHT = 520;
    private static final int EDGE = 28;
    private static final int IN_A_ROW = 2;

    /// @param subtitle what the lines are; may be empty
    public record Panel(String title, String subtitle, String xTitle, String yTitle, List<Stroke> strokes) {}

    /// A line.
    ///
    /// @param color number of its color; lines of one color belong together
    /// @param label name in the legend; empty for none
    public record Stroke(int color, String label, double[] x, double[] y) {}

    /// Draw them; a [ChartException] says why they cannot be drawn.
    public void write(Path file) {
        byte[] figure;
        try {
            figure = drawn();
        } catch (IOException | RuntimeException | Error e) { // AWT throws errors where one of its libraries is missing
            throw new ChartException(e);
        }
        SafeFile.write(file, out -> out.write(figure));
    }

    private byte[] drawn() throws IOException {
        int columns = Math.min(IN_A_ROW, panels.size());
        int rows = (panels.size() + columns - 1) / columns;
        Look look = Look.WIDE.legend(false);
        List<Legend.Entry> entries = panels.getFirst().strokes.stream()
                .filter(stroke -> !stroke.label.isEmpty())
                .map(stroke -> new Legend.Entry(stroke.label, stroke.color))
                .toList();
        double width = columns * WIDTH;
        double full = rows * HEIGHT;
        Legend legend = new Legend(width - 2 * EDGE, entries, look.theme());
        double height = full + legend.height(full) + EDGE;
        Size size = new Size((int) width, (int) height);
        Canvas canvas = look.format().canvas(size, 1, title, look.theme().ground());
        for (int i = 0; i < panels.size(); i++) {
            int row = i / columns;
            Canvas part = new Shifted(canvas, i % columns * WIDTH, row * HEIGHT);
            chart(panels.get(i)).paint(part, look, WIDTH, HEIGHT);
        }
        legend.draw(canvas, EDGE, full, full);
        return canvas.finish();
    }

    private static Chart chart(Panel panel) {
        Chart chart = new Chart(panel.title, panel.subtitle, panel.xTitle, panel.yTitle);
        panel.strokes.forEach(stroke -> chart.line(stroke.color, "", stroke.x, stroke.y));
        return chart;
    }
}
