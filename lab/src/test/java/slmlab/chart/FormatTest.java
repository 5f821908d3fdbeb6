package slmlab.chart;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.Color;
import java.awt.Shape;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.InflaterInputStream;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;

class FormatTest {

    private static Chart chart() {
        Chart chart = new Chart("a < b & c", "line and band", "frames", "return");
        chart.band(0, new double[] {0, 10}, new double[] {0, 1}, new double[] {2, 3});
        chart.line(0, "PPO", new double[] {0, 10}, new double[] {1, 2});
        return chart;
    }

    @Test
    void aPngHasItsSize() throws IOException {
        BufferedImage image = ImageIO.read(new ByteArrayInputStream(chart().draw(Look.WIDE.size(new Size(640, 400)))));
        assertThat(image.getWidth()).isEqualTo(640);
        assertThat(image.getHeight()).isEqualTo(400);
    }

    @Test
    void anSvgIsXmlWithTheCurve() throws Exception {
        byte[] svg = chart().draw(new Look(Format.SVG, new Size(1000, 500), Theme.LIGHT, true));
        Document document =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new ByteArrayInputStream(svg));
        assertThat(document.getDocumentElement().getAttribute("width")).isEqualTo("1000");
        assertThat(document.getElementsByTagName("title").item(0).getTextContent())
                .isEqualTo("a < b & c");
        assertThat(new String(svg, UTF_8))
                .contains("stroke=\"#0072b2\"", "fill=\"#0072b2\" fill-opacity=\"0.18\"")
                .doesNotContain("NaN");
    }

    /// A triangle and a curve, as an SVG and as a PDF write them: a quadratic curve from (0, 0) by (3, 3) to (6, 0)
    /// is a cubic one by (2, 2) and (4, 2).
    @Test
    void pathsByHand() {
        Path2D path = new Path2D.Double();
        path.moveTo(0, 0);
        path.quadTo(3, 3, 6, 0);
        path.lineTo(6, 1.005);
        path.closePath();
        assertThat(PathText.svg(path)).isEqualTo("M0 0Q3 3 6 0L6 1.01Z");
        assertThat(PathText.pdf(path)).isEqualTo("0 0 m\n2 2 4 2 6 0 c\n6 1.01 l\nh\n");
    }

    /// Every offset of the table leads to its object, and the stream draws what was drawn.
    @Test
    void aPdfIsWellFormed() throws IOException {
        Canvas canvas = Format.PDF.canvas(new Size(400, 300), 1, "", Color.WHITE);
        canvas.fill(new Rectangle2D.Double(10, 20, 30, 40), new Color(255, 0, 0, 51));
        byte[] bytes = canvas.finish();
        String pdf = new String(bytes, ISO_8859_1);
        assertThat(pdf)
                .startsWith("%PDF-1.4\n")
                .endsWith("%%EOF\n")
                .contains("/MediaBox [0 0 300 225]", "/A51 << /ca 0.2");
        Matcher start = Pattern.compile("startxref\n(\\d+)\n").matcher(pdf);
        assertThat(start.find()).isTrue();
        String table = pdf.substring(Integer.parseInt(start.group(1)));
        assertThat(table).startsWith("xref\n0 5\n0000000000 65535 f \n");
        List<String> offsets = Pattern.compile("(\\d{10}) 00000 n ")
                .matcher(table)
                .results()
                .map(match -> match.group(1))
                .toList();
        for (int i = 0; i < 4; i++) {
            assertThat(pdf.substring(Integer.parseInt(offsets.get(i)))).startsWith("%s 0 obj\n".formatted(i + 1));
        }
        Matcher stream = Pattern.compile("/Length (\\d+) /Filter /FlateDecode >>\nstream\n")
                .matcher(pdf);
        assertThat(stream.find()).isTrue();
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        new InflaterInputStream(new ByteArrayInputStream(bytes, stream.end(), Integer.parseInt(stream.group(1))))
                .transferTo(content);
        assertThat(content.toString(ISO_8859_1)).isEqualTo("""
                        0.750000 0 0 -0.750000 0 225 cm
                        1 J 1 j
                        /A51 gs 1.000 0.000 0.000 rg
                        10 20 m
                        40 20 l
                        40 60 l
                        10 60 l
                        10 20 l
                        h
                        f
                        """);
    }

    /// A canvas that keeps what was drawn.
    private static final class Drawn implements Canvas {
        private final List<Color> lines = new ArrayList<>();
        private final List<Color> filled = new ArrayList<>();

        @Override
        public void fill(Shape shape, Color color) {
            filled.add(color);
        }

        @Override
        public void stroke(Shape line, Color color, double width) {
            lines.add(color);
        }

        @Override
        public byte[] finish() {
            return new byte[0];
        }
    }

    /// Every name stands beside a piece of its line; the words for those that do not fit have none.
    @Test
    void theLegendHasALineForEachCurve() {
        List<Legend.Entry> entries = List.of(new Legend.Entry("PPO", 0), new Legend.Entry("SAC", 1));
        Drawn whole = new Drawn();
        new Legend(1000, entries, Theme.LIGHT).draw(whole, 0, 0, 1000);
        assertThat(whole.lines).containsExactly(Theme.LIGHT.curve(0), Theme.LIGHT.curve(1));
        assertThat(whole.filled).containsExactly(Theme.LIGHT.ink(), Theme.LIGHT.ink());
        Drawn narrow = new Drawn(); // two rows, and room for one: 0.46 · 100 / 33 = 1.4
        new Legend(100, entries, Theme.LIGHT).draw(narrow, 0, 0, 100);
        assertThat(narrow.lines).isEmpty();
        assertThat(narrow.filled).containsExactly(Theme.LIGHT.ink());
    }

    /// The heading of bars is filled, and drawn around as well.
    @Test
    void barsHaveABoldHeading(@TempDir Path temp) throws IOException {
        Bars.Row row = new Bars.Row("one", List.of(1.0, 100.0), List.of("1", "100"));
        Bars bars = new Bars("Speed", "steps a second", List.of("a", "b"), List.of(row));
        Path file = temp.resolve("bars.svg");
        bars.write(file, bars.look(Theme.LIGHT, 640));
        assertThat(Files.readString(file)).contains("stroke-width=\"1.2\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1000", "0x100", "100x", "-5x3", "299x500", "500x10001", "9999999x500", "1000 x 500"})
    void wrongSizesAreRefused(String text) {
        assertThatThrownBy(() -> Size.of(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("pixels");
    }
}
