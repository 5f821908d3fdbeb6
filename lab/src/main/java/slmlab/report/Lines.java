package slmlab.report;

import java.nio.file.Path;
import java.util.List;
import slmlab.chart.Chart;
import slmlab.chart.Look;
import slmlab.file.SafeFile;

/// A figure of lines that come from no run folder.
///
/// @param subtitle what they are; may be empty
public record Lines(String title, String subtitle, String xTitle, String yTitle, List<Line> lines) {

    /// @param label name in the legend
    public record Line(String label, double[] x, double[] y) {}

    /// Draw it; an [IllegalArgumentException] says that there is nothing to draw.
    public void write(Path file, Look look) {
        byte[] figure = Curves.drawn(
                () -> {
                    Chart chart = new Chart(title, subtitle, xTitle, yTitle);
                    for (int i = 0; i < lines.size(); i++) {
                        chart.line(i, lines.get(i).label, lines.get(i).x, lines.get(i).y);
                    }
                    return chart;
                },
                look);
        if (figure == null) {
            throw new IllegalArgumentException("%s has no number to draw".formatted(title));
        }
        SafeFile.write(file, out -> out.write(figure));
    }
}
