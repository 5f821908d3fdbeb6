package slmlab.chart;

/// How a figure looks.
public record Look(Format format, Size size, Theme theme, boolean legend) {
    /// As wide as curves are read.
    public static final Look WIDE = new Look(Format.PNG, new Size(1200, 800), Theme.LIGHT, true);

    /// As SLM-Lab's graphs.
    public static final Look SQUARE = new Look(Format.PNG, Size.SQUARE, Theme.LIGHT, false);

    public Look legend(boolean value) {
        return new Look(format, size, theme, value);
    }

    public Look size(Size value) {
        return new Look(format, value, theme, legend);
    }
}
