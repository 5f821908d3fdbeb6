package slmlab.chart;

import java.awt.Color;
import java.util.Locale;

/// The colors of a figure. Curves have those of Okabe and Ito, which color-blind readers can tell apart, each made
/// light or dark enough for its ground.
public enum Theme {
    LIGHT(0xFFFFFF, 0x2E3440, 0x6B7280, 0xE8EAEE, 45, new int[] {
        0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7, 0xE69F00, 0x56B4E9, 0x4D4D4D, 0xA89B00
    }),
    DARK(0x14171C, 0xE6E9EF, 0x9AA3B2, 0x2A2F38, 60, new int[] {
        0x56B4E9, 0xE69F00, 0x1FC296, 0xCC79A7, 0xF0E442, 0xE8702A, 0xBFC5D0, 0x3F9BD8
    });

    private final Color ground;
    private final Color ink;
    private final Color faint;
    private final Color grid;
    private final int bandAlpha;
    private final int[] curves;

    Theme(int ground, int ink, int faint, int grid, int bandAlpha, int[] curves) {
        this.ground = new Color(ground);
        this.ink = new Color(ink);
        this.faint = new Color(faint);
        this.grid = new Color(grid);
        this.bandAlpha = bandAlpha;
        this.curves = curves;
    }

    public Color ground() {
        return ground;
    }

    /// Return the color of titles.
    public Color ink() {
        return ink;
    }

    /// Return the color of tick labels and captions.
    public Color faint() {
        return faint;
    }

    public Color grid() {
        return grid;
    }

    /// Return the color of a curve; after the last it starts again.
    public Color curve(int number) {
        return new Color(curves[number % curves.length]);
    }

    /// Return the color of the band under a curve.
    Color band(int number) {
        return clear(number, bandAlpha);
    }

    /// Return the color of the raw numbers under a smooth curve.
    public Color raw(int number) {
        return clear(number, 2 * bandAlpha);
    }

    private Color clear(int number, int alpha) {
        Color color = curve(number);
        return new Color(color.getRed(), color.getGreen(), color.getBlue(), alpha);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
