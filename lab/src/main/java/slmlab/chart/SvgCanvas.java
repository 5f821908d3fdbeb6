package slmlab.chart;

import java.awt.Color;
import java.awt.Shape;
import java.nio.charset.StandardCharsets;

/// A figure as an SVG file.
final class SvgCanvas implements Canvas {
    private final StringBuilder text = new StringBuilder();

    SvgCanvas(Size size, double scale, String title, Color ground) {
        text.append("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%s\" height=\"%s\" viewBox=\"0 0 %s %s\">\n"
                .formatted(
                        size.width(),
                        size.height(),
                        PathText.number(size.width() / scale),
                        PathText.number(size.height() / scale)));
        text.append("<title>").append(escaped(title)).append("</title>\n");
        text.append("<rect width=\"100%%\" height=\"100%%\" fill=\"%s\"/>\n".formatted(hex(ground)));
    }

    private static String escaped(String title) {
        return title.replaceAll("\\p{Cntrl}", " ")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;");
    }

    @Override
    public void fill(Shape shape, Color color) {
        path(shape, "fill=\"%s\"%s".formatted(hex(color), opacity("fill-opacity", color)));
    }

    @Override
    public void stroke(Shape line, Color color, double width) {
        path(
                line,
                "fill=\"none\" stroke=\"%s\"%s stroke-width=\"%s\" stroke-linecap=\"round\" stroke-linejoin=\"round\""
                        .formatted(hex(color), opacity("stroke-opacity", color), PathText.number(width)));
    }

    private void path(Shape shape, String style) {
        String path = PathText.svg(shape);
        if (!path.isEmpty()) {
            text.append("<path ").append(style).append(" d=\"").append(path).append("\"/>\n");
        }
    }

    private static String hex(Color color) {
        return "#" + Integer.toHexString(color.getRGB() | 0xFF000000).substring(2);
    }

    private static String opacity(String name, Color color) {
        return color.getAlpha() == 255 ? "" : " %s=\"%s\"".formatted(name, PathText.number(color.getAlpha() / 255.0));
    }

    @Override
    public byte[] finish() {
        return text.append("</svg>\n").toString().getBytes(StandardCharsets.UTF_8);
    }
}
