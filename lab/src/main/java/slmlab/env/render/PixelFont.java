package slmlab.env.render;

import java.awt.Graphics2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.util.HexFormat;
import java.util.Locale;

/// Letters of 5 × 7 squares, so that an image needs no font of the machine it is drawn on: many servers have
/// none. Lower-case letters are drawn as capitals.
public final class PixelFont {
    private static final int COLUMNS = 5;
    private static final int ROWS = 7;
    private static final String CHARACTERS = " 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-+.:";

    /// Glyph by character: seven rows from the top, the lowest bit on the right.
    private static final String[] GLYPHS = {
        "00000000000000",
        "0e11131519110e", // 0
        "040c040404040e",
        "0e11010204081f",
        "1f02040201110e",
        "02060a121f0202",
        "1f101e0101110e",
        "0608101e11110e",
        "1f010204080808",
        "0e11110e11110e",
        "0e11110f01020c",
        "0e11111f111111", // A
        "1e11111e11111e",
        "0e11101010110e",
        "1c12111111121c",
        "1f10101e10101f",
        "1f10101e101010",
        "0e11101711110f",
        "1111111f111111",
        "0e04040404040e",
        "0702020202120c",
        "11121418141211",
        "1010101010101f",
        "111b1515111111",
        "11111915131111",
        "0e11111111110e",
        "1e11111e101010",
        "0e11111115120d",
        "1e11111e141211",
        "0f10100e01011e",
        "1f040404040404",
        "1111111111110e",
        "11111111110a04",
        "1111111515150a",
        "11110a040a1111",
        "1111110a040404",
        "1f01020408101f",
        "0000001f000000", // -
        "0004041f040400",
        "00000000000c0c",
        "000c0c000c0c00",
    };

    private PixelFont() {}

    /// Draw a text in the canvas's color; (x, y) is its upper left corner.
    ///
    /// @param dot width of one square
    public static void draw(Graphics2D canvas, String text, double x, double y, double dot) {
        String capitals = text.toUpperCase(Locale.ROOT).replace('\u2212', '-');
        Path2D shape = new Path2D.Double(); // one for all squares, so that no seams show between them
        for (int i = 0; i < capitals.length(); i++) {
            int known = CHARACTERS.indexOf(capitals.charAt(i));
            byte[] rows = HexFormat.of().parseHex(GLYPHS[Math.max(0, known)]);
            for (int row = 0; row < ROWS; row++) {
                for (int column = 0; column < COLUMNS; column++) {
                    if ((rows[row] >> (COLUMNS - 1 - column) & 1) != 0) {
                        double left = x + (i * (COLUMNS + 1) + column) * dot;
                        shape.append(new Rectangle2D.Double(left, y + row * dot, dot, dot), false);
                    }
                }
            }
        }
        canvas.fill(shape);
    }

    /// Draw a text centered on the point (x, y).
    public static void drawCentered(Graphics2D canvas, String text, double x, double y, double dot) {
        draw(canvas, text, x - width(text, dot) / 2, y - ROWS * dot / 2, dot);
    }

    static double width(String text, double dot) {
        return (text.length() * (COLUMNS + 1) - 1) * dot;
    }
}
