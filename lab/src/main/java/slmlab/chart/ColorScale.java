package slmlab.chart;

import java.awt.Color;

/// From numbers to the colors of a heat map, which color-blind readers can tell apart.
public enum ColorScale {
    /// From little to much: Nuñez's cividis.
    RISING(0x00224E, 0x35456C, 0x666970, 0x948E77, 0xC8B866, 0xFEE838),
    /// From negative by zero to positive.
    TWO_SIDED(0x0072B2, 0x7FB8D8, 0xF2F2F2, 0xEAAE7F, 0xD55E00);

    private final int[] stops;

    ColorScale(int... stops) {
        this.stops = stops;
    }

    /// Return the lowest and the highest number of the scale; one with two sides has as much on both.
    double[] range(double low, double high) {
        if (this == TWO_SIDED) {
            double most = Math.max(Math.abs(low), Math.abs(high));
            return new double[] {-most, most};
        }
        return new double[] {low, high};
    }

    /// @param share 0 for the lowest number, 1 for the highest
    public Color color(double share) {
        double at = Math.clamp(share, 0, 1) * (stops.length - 1);
        int below = Math.min((int) at, stops.length - 2);
        Color a = new Color(stops[below]);
        Color b = new Color(stops[below + 1]);
        double rest = at - below;
        return new Color(
                mixed(a.getRed(), b.getRed(), rest),
                mixed(a.getGreen(), b.getGreen(), rest),
                mixed(a.getBlue(), b.getBlue(), rest));
    }

    private static int mixed(int a, int b, double share) {
        return (int) Math.round(a + share * (b - a));
    }
}
