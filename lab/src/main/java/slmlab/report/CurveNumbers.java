package slmlab.report;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import slmlab.file.SafeFile;
import slmlab.metric.Series;
import slmlab.run.Csv;
import slmlab.stats.Interval;

/// The numbers of a figure as a CSV file beside it: a row for each point of each curve.
public final class CurveNumbers {
    private CurveNumbers() {}

    /// Return the file of a figure's numbers.
    public static Path beside(Path figure) {
        String name = figure.getFileName().toString();
        return figure.resolveSibling(name.substring(0, name.lastIndexOf('.')) + ".csv");
    }

    /// @param x heading of the column that the curves are drawn over
    public static void write(Path file, String x, List<TrialCurve> curves, SpreadBand band) {
        StringBuilder text = new StringBuilder("curve,%s,mean,low,high,sessions\n".formatted(x));
        for (TrialCurve curve : curves) {
            double[][] rows = Series.rows(curve.series());
            for (int i = 0; i < Math.min(rows.length, curve.x().length); i++) {
                Interval around = band.around(rows[i]);
                text.append(quoted(curve.label()));
                for (double number : new double[] {curve.x()[i], Series.mean(rows[i]), around.low(), around.high()}) {
                    text.append(',').append(Csv.number(number));
                }
                text.append(',').append(curve.series().size()).append('\n');
            }
        }
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        SafeFile.write(file, out -> out.write(bytes));
    }

    private static String quoted(String label) {
        return label.matches("[\\w .=+-]*") ? label : "\"" + label.replace("\"", "\"\"") + "\"";
    }
}
