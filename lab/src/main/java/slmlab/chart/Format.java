package slmlab.chart;

import java.awt.Color;
import java.util.Locale;

/// The kinds of figure files.
public enum Format {
    PNG,
    SVG,
    PDF;

    /// Return an empty sheet.
    ///
    /// @param size of the figure: pixels, or as many to the inch as screens have
    /// @param scale pixels per unit of what is drawn
    public Canvas canvas(Size size, double scale, String title, Color ground) {
        return switch (this) {
            case PNG -> new PngCanvas(size, scale, ground);
            case SVG -> new SvgCanvas(size, scale, title, ground);
            case PDF -> new PdfCanvas(size, scale, ground);
        };
    }

    /// Return the end of a file's name.
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
