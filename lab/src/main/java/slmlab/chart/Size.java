package slmlab.chart;

/// The size of a figure in pixels.
public record Size(int width, int height) {
    /// As large as SLM-Lab's graphs.
    public static final Size SQUARE = new Size(1000, 1000);

    private static final int LEAST = 300;
    private static final int MOST = 10_000;

    public Size {
        if (width < LEAST || height < LEAST || width > MOST || height > MOST) {
            throw new IllegalArgumentException(
                    "%sx%s; needs a width and a height of %s to %s pixels".formatted(width, height, LEAST, MOST));
        }
    }

    /// Read `1200x800`.
    public static Size of(String text) {
        if (!text.matches("[0-9]{1,6}x[0-9]{1,6}")) {
            throw new IllegalArgumentException("'%s'; needs width and height in pixels, as 1200x800".formatted(text));
        }
        String[] sides = text.split("x", 2);
        return new Size(Integer.parseInt(sides[0]), Integer.parseInt(sides[1]));
    }

    /// Return the pixels per unit of a drawing that is 1000 units high or wide, whichever is less. Small figures
    /// are not scaled down all the way, or nobody could read them.
    public double scale() {
        return Math.max(0.6, Math.min(width, height) / 1000.0);
    }
}
