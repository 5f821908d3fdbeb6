package slmlab.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import slmlab.chart.Bars;
import slmlab.chart.Format;
import slmlab.chart.Look;
import slmlab.chart.Size;
import slmlab.chart.Theme;
import slmlab.report.Lines;

/// The training of both sides as figures: frames per second as bars, and the learning curves over time.
final class Race {
    private static final Look CURVE = new Look(Format.PNG, new Size(840, 560), Theme.LIGHT, true);
    private static final int WIDTH = 1000;

    private final Map<String, List<Lines.Line>> curves = new LinkedHashMap<>();
    private final Map<String, Long> frames = new LinkedHashMap<>();

    /// A learning curve: `FRAME SECONDS RETURN` for each point, the points separated by semicolons.
    record Curve(List<double[]> points) {
        static Curve read(String text) {
            List<double[]> points = new ArrayList<>();
            for (String point : text.split(";", -1)) {
                String[] numbers = point.strip().split(" ", -1);
                if (numbers.length == 3) {
                    points.add(new double[] {
                        Double.parseDouble(numbers[0]), Double.parseDouble(numbers[1]), Double.parseDouble(numbers[2])
                    });
                }
            }
            return new Curve(points);
        }

        private double[] column(int column) {
            return points.stream().mapToDouble(point -> point[column]).toArray();
        }
    }

    /// Keep the curve of one side of a row.
    void add(String row, String side, Curve curve) {
        curves.computeIfAbsent(row, _ -> new ArrayList<>()).add(new Lines.Line(side, curve.column(1), curve.column(2)));
        if (!curve.points.isEmpty()) {
            frames.putIfAbsent(row, (long) curve.points.getLast()[0]);
        }
    }

    /// Return the frames that our side of a row was trained for.
    long frames(String row) {
        return frames.getOrDefault(row, 0L);
    }

    /// Draw the rows that have a peer; return the files.
    ///
    /// @param rows those in frames per second with a peer are drawn
    List<Path> write(Path folder, List<Row> rows) {
        List<Path> files = new ArrayList<>();
        List<Bars.Row> bars = new ArrayList<>();
        for (Row row : rows) {
            Double theirs = row.theirs();
            if (theirs != null && row.unit().equals("fps")) {
                String ratio = row.ratio() == null ? "" : String.format(Locale.ROOT, ", %.1f×", row.ratio());
                String recorded = row.recorded() ? " recorded" : "";
                bars.add(new Bars.Row(
                        row.name(),
                        List.of(row.ours(), theirs),
                        List.of(fps(row.ours()) + ratio, fps(theirs) + recorded)));
            }
        }
        if (!bars.isEmpty()) {
            Bars figure = new Bars(
                    "Training: frames per second",
                    "one session, one thread; logarithmic scale from 1",
                    List.of("ours", "peer"),
                    bars);
            files.add(folder.resolve("race_fps.svg"));
            figure.write(files.getLast(), figure.look(Theme.LIGHT, WIDTH));
        }
        curves.forEach((row, lines) -> {
            Path file = folder.resolve(
                    "race_%s.png".formatted(row.toLowerCase(Locale.ROOT).replaceAll("\\W+", "_")));
            new Lines(
                            row,
                            "both sides from scratch, with the same settings and frames",
                            "training time in seconds",
                            "mean return of the last 100 episodes",
                            lines)
                    .write(file, CURVE);
            files.add(file);
        });
        return files;
    }

    private static String fps(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }
}
