package slmlab.chart;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.awt.Color;
import java.awt.Shape;
import java.awt.geom.Rectangle2D;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.zip.DeflaterOutputStream;

/// A figure as a PDF file of one page, PDF 1.4. All text is outlines, so there are no fonts.
final class PdfCanvas implements Canvas {
    private static final double POINTS = 0.75; // per pixel: 72 to the inch, and 96 pixels

    private final String page;
    private final StringBuilder content = new StringBuilder();
    private final TreeSet<Integer> alphas = new TreeSet<>();

    PdfCanvas(Size size, double scale, Color ground) {
        double height = size.height() * POINTS;
        this.page = "%s %s".formatted(PathText.number(size.width() * POINTS), PathText.number(height));
        String unit = String.format(Locale.ROOT, "%.6f", scale * POINTS);
        content.append("%s 0 0 -%s 0 %s cm\n1 J 1 j\n".formatted(unit, unit, PathText.number(height))); // y points down
        if (!ground.equals(Color.WHITE)) { // as paper is
            fill(new Rectangle2D.Double(0, 0, size.width() / scale, size.height() / scale), ground);
        }
    }

    @Override
    public void fill(Shape shape, Color color) {
        draw(shape, color, "rg", "f");
    }

    @Override
    public void stroke(Shape line, Color color, double width) {
        content.append(PathText.number(width)).append(" w\n");
        draw(line, color, "RG", "S");
    }

    private void draw(Shape shape, Color color, String paint, String operator) {
        String path = PathText.pdf(shape);
        if (!path.isEmpty()) {
            alphas.add(color.getAlpha());
            content.append("/A%s gs %s %s\n%s%s\n".formatted(color.getAlpha(), rgb(color), paint, path, operator));
        }
    }

    private static String rgb(Color color) {
        return String.format(
                Locale.ROOT,
                "%.3f %.3f %.3f",
                color.getRed() / 255.0,
                color.getGreen() / 255.0,
                color.getBlue() / 255.0);
    }

    @Override
    public byte[] finish() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (DeflaterOutputStream deflater = new DeflaterOutputStream(packed)) {
            deflater.write(content.toString().getBytes(ISO_8859_1));
        }
        String states = alphas.stream()
                .map(alpha -> "/A%s << /ca %s /CA %s >>"
                        .formatted(alpha, PathText.number(alpha / 255.0), PathText.number(alpha / 255.0)))
                .collect(Collectors.joining(" "));
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        write(file, "%PDF-1.4\n%âãÏÓ\n"); // bytes above 127 tell that the file is binary
        List<Integer> places = new ArrayList<>();
        object(file, places, "<< /Type /Catalog /Pages 2 0 R >>\nendobj\n");
        object(file, places, "<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n");
        object(
                file,
                places,
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %s] /Contents 4 0 R /Resources << /ExtGState << %s >> >> >>\nendobj\n"
                        .formatted(page, states));
        object(file, places, "<< /Length %s /Filter /FlateDecode >>\nstream\n".formatted(packed.size()));
        packed.writeTo(file);
        write(file, "\nendstream\nendobj\n");
        int table = file.size();
        write(file, "xref\n0 %s\n0000000000 65535 f \n".formatted(places.size() + 1));
        for (int place : places) {
            write(file, String.format(Locale.ROOT, "%010d 00000 n \n", place));
        }
        write(
                file,
                "trailer\n<< /Size %s /Root 1 0 R >>\nstartxref\n%s\n%%%%EOF\n".formatted(places.size() + 1, table));
        return file.toByteArray();
    }

    private static void object(ByteArrayOutputStream file, List<Integer> places, String text) throws IOException {
        places.add(file.size());
        write(file, "%s 0 obj\n%s".formatted(places.size(), text));
    }

    private static void write(ByteArrayOutputStream file, String text) throws IOException {
        file.write(text.getBytes(ISO_8859_1));
    }
}
