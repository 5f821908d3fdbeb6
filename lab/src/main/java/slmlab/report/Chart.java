package slmlab.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.lines.SeriesLines;
import org.knowm.xchart.style.markers.SeriesMarkers;

/// One picture: curves with bands under them, in one look. As large as SLM-Lab's, 1000 × 1000.
///
/// Works without a screen: AWT is told so unless somebody said otherwise before.
final class Chart {
    private static final int SIZE = 1000;
    private static final Color INK = new Color(0x2E3440);
    private static final Color FAINT = new Color(0x6B7280);
    private static final Color GRID = new Color(0xE8EAEE);
    private static final BasicStroke LINE = new BasicStroke(3f, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND);
    private static final int BAND_ALPHA = 45;
    /// Calm, and told apart by readers who see few colours.
    private static final Color[] PALETTE = {
        new Color(0x4C72B0), new Color(0xDD8452), new Color(0x55A868), new Color(0xC44E52),
        new Color(0x8172B3), new Color(0x937860), new Color(0xDA8BC3), new Color(0x64B5CD),
    };

    static {
        if (System.getProperty("java.awt.headless") == null) {
            System.setProperty("java.awt.headless", "true");
        }
    }

    private final XYChart chart = new XYChart(SIZE, SIZE);
    private final List<String> labels = new ArrayList<>();
    private int bands;

    Chart(String title, String x, String y) {
        chart.setTitle(title);
        chart.setXAxisTitle(x);
        chart.setYAxisTitle(y);
        style(chart.getStyler());
    }

    /// Fill from low to high; call it before [#line] of the same number. Rows with a NaN are left out.
    void band(int color, double[] x, double[] low, double[] high) {
        int[] rows = rows(x, low, high);
        if (rows.length == 0) {
            return;
        }
        double[] around = new double[2 * rows.length];
        double[] border = new double[2 * rows.length];
        for (int i = 0; i < rows.length; i++) {
            int back = around.length - 1 - i;
            around[i] = x[rows[i]];
            border[i] = high[rows[i]];
            around[back] = x[rows[i]];
            border[back] = low[rows[i]];
        }
        Color line = color(color);
        XYSeries series = chart.addSeries("band " + bands++, around, border);
        series.setXYSeriesRenderStyle(XYSeriesRenderStyle.PolygonArea);
        series.setFillColor(new Color(line.getRed(), line.getGreen(), line.getBlue(), BAND_ALPHA));
        series.setMarker(SeriesMarkers.NONE).setLineStyle(SeriesLines.NONE).setShowInLegend(false);
    }

    /// Draw a curve; rows with a NaN are left out. A single row is a dot.
    void line(int color, String label, double[] x, double[] y) {
        int[] rows = rows(x, y);
        if (rows.length == 0) {
            return;
        }
        if (isEmpty()) {
            anchor(x[rows[rows.length - 1]], y[rows[0]]);
        }
        labels.add(label);
        XYSeries series = chart.addSeries("line " + labels.size(), at(x, rows), at(y, rows));
        series.setLabel(label);
        series.setLineColor(color(color)).setLineStyle(LINE);
        series.setMarker(rows.length == 1 ? SeriesMarkers.CIRCLE : SeriesMarkers.NONE)
                .setMarkerColor(color(color));
    }

    /// Unseen points that let the axis begin at 0 and break the rhythm of the data: where its x are evenly spaced,
    /// XChart marks some of them instead of round numbers.
    private void anchor(double lastX, double y) {
        XYSeries series = chart.addSeries("anchor", new double[] {0, lastX / Math.PI}, new double[] {y, y});
        series.setMarker(SeriesMarkers.NONE).setLineStyle(SeriesLines.NONE).setShowInLegend(false);
    }

    boolean isEmpty() {
        return labels.isEmpty();
    }

    void showLegend() {
        boolean narrow = String.join("", labels).length() + 6 * labels.size() < 70; // fits in a line
        chart.getStyler().setLegendVisible(true);
        chart.getStyler().setLegendLayout(narrow ? Styler.LegendLayout.Horizontal : Styler.LegendLayout.Vertical);
    }

    void write(Path... files) {
        byte[] png = png();
        for (Path file : files) {
            SafeFile.write(file, out -> out.write(png));
        }
    }

    byte[] png() {
        BufferedImage image = new BufferedImage(SIZE, SIZE, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        chart.paint(graphics, SIZE, SIZE);
        graphics.dispose();
        try {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            ImageIO.write(image, "png", out);
            return out.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // memory does not fail
        }
    }

    private static void style(XYStyler style) {
        style.setChartBackgroundColor(Color.WHITE)
                .setPlotBackgroundColor(Color.WHITE)
                .setPlotBorderVisible(false);
        style.setChartPadding(28)
                .setChartFontColor(INK)
                .setChartTitleBoxVisible(false)
                .setChartTitlePadding(18);
        style.setChartTitleFont(font(Font.BOLD, 26)).setLegendFont(font(Font.PLAIN, 19));
        style.setLegendVisible(false).setLegendPosition(Styler.LegendPosition.OutsideS);
        style.setLegendLayout(Styler.LegendLayout.Horizontal).setLegendBorderColor(Color.WHITE);
        style.setLegendBackgroundColor(Color.WHITE)
                .setLegendSeriesLineLength(30)
                .setLegendPadding(14);
        style.setAxisTitleFont(font(Font.PLAIN, 21)).setAxisTickLabelsFont(font(Font.PLAIN, 18));
        style.setAxisTitlePadding(16).setAxisTickPadding(10).setAxisTickLabelsColor(FAINT);
        style.setAxisTicksLineVisible(false).setAxisTicksMarksVisible(false).setPlotTicksMarksVisible(false);
        style.setPlotGridLinesColor(GRID).setPlotGridLinesStroke(new BasicStroke(1.5f));
        style.setXAxisTickMarkSpacingHint(140).setYAxisTickMarkSpacingHint(90);
        style.setXAxisTickLabelsFormattingFunction(Ticks::text).setYAxisTickLabelsFormattingFunction(Ticks::text);
        style.setPlotContentSize(0.97).setAntiAlias(true);
    }

    private static Font font(int weight, int size) {
        return new Font(Font.SANS_SERIF, weight, size);
    }

    private static Color color(int number) {
        return PALETTE[number % PALETTE.length];
    }

    /// The rows in which all columns have a number; the shortest column ends them.
    private static int[] rows(double[]... columns) {
        int size =
                Arrays.stream(columns).mapToInt(column -> column.length).min().orElse(0);
        return IntStream.range(0, size)
                .filter(i -> Arrays.stream(columns).allMatch(column -> Double.isFinite(column[i])))
                .toArray();
    }

    private static double[] at(double[] values, int[] rows) {
        return Arrays.stream(rows).mapToDouble(i -> values[i]).toArray();
    }
}
