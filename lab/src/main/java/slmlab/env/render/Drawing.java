package slmlab.env.render;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Dimension;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Arc2D;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.geom.RoundRectangle2D;

/// Drawing helpers shared by several envs. They are separate so that training loads nothing of Java2D.
public final class Drawing {
    public static final int TILE = 64; // side of a tile, in the units that tiles are drawn in

    private Drawing() {}

    /// Fill the canvas and scale it so that it is `units` wide and high.
    public static void begin(Graphics2D canvas, int width, int height, Dimension units, Color background) {
        canvas.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        canvas.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        canvas.scale(width / units.getWidth(), height / units.getHeight());
        canvas.setColor(background);
        canvas.fill(new Rectangle2D.Double(0, 0, units.getWidth(), units.getHeight()));
    }

    /// Draw a panel for an env that does not draw itself.
    public static void none(Graphics2D canvas, int width, int height, String name) {
        begin(canvas, width, height, new Dimension(400, 300), new Color(0xF2F2F2));
        canvas.setColor(new Color(0x404040));
        double dot = Math.min(4, 360 / PixelFont.width(name, 1));
        PixelFont.drawCentered(canvas, name, 200, 130, dot);
        PixelFont.drawCentered(canvas, "no image", 200, 180, 2);
    }

    /// Draw a probe: its observation as a ball on a scale.
    public static void probe(Graphics2D canvas, int width, int height, int low, int high, int obs) {
        begin(canvas, width, height, new Dimension(400, 300), Color.WHITE);
        double step = 300.0 / (high - low);
        canvas.setColor(Color.BLACK);
        box(canvas, 50, 149, 300, 2);
        for (int value = low; value <= high; value++) {
            double x = 50 + (value - low) * step;
            box(canvas, x - 1, 140, 2, 20);
            PixelFont.drawCentered(canvas, Integer.toString(value), x, 190, 3);
        }
        canvas.setColor(new Color(0x8184CB));
        disc(canvas, 50 + (obs - low) * step, 150, 18);
    }

    public static void box(Graphics2D canvas, double x, double y, double width, double height) {
        canvas.fill(new Rectangle2D.Double(x, y, width, height));
    }

    public static void roundBox(Graphics2D canvas, double x, double y, double width, double height, double corner) {
        canvas.fill(new RoundRectangle2D.Double(x, y, width, height, corner, corner));
    }

    public static void oval(Graphics2D canvas, double x, double y, double width, double height) {
        canvas.fill(new Ellipse2D.Double(x, y, width, height));
    }

    /// Draw a disc around the point (x, y).
    public static void disc(Graphics2D canvas, double x, double y, double radius) {
        oval(canvas, x - radius, y - radius, 2 * radius, 2 * radius);
    }

    /// @param points x and y of each corner in turn
    public static void polygon(Graphics2D canvas, double... points) {
        canvas.fill(path(points));
    }

    public static void outline(Graphics2D canvas, double... points) {
        canvas.draw(path(points));
    }

    private static Path2D path(double... points) {
        Path2D path = new Path2D.Double();
        path.moveTo(points[0], points[1]);
        for (int i = 2; i < points.length; i += 2) {
            path.lineTo(points[i], points[i + 1]);
        }
        path.closePath();
        return path;
    }

    /// Return a canvas for one tile, [#TILE] wide and high; dispose of it after use.
    public static Graphics2D tile(Graphics2D canvas, int row, int column) {
        Graphics2D tile = (Graphics2D) canvas.create();
        tile.translate(column * TILE, row * TILE);
        return tile;
    }

    /// Draw the agent of FrozenLake and CliffWalking: green hat and coat, large ears. Draw it last on its tile.
    public static void elf(Graphics2D tile) {
        Color skin = new Color(0xF2B888);
        Color green = new Color(0x3E8948);
        Color red = new Color(0xC64524);
        tile.translate(6, 8);
        tile.scale(0.8, 0.8);
        tile.setColor(new Color(0x733E39)); // boots
        roundBox(tile, 22, 51, 9, 7, 4);
        roundBox(tile, 33, 51, 9, 7, 4);
        tile.setColor(green); // coat, sleeves
        roundBox(tile, 20, 37, 24, 17, 9);
        tile.setColor(red);
        roundBox(tile, 15, 38, 8, 13, 6);
        roundBox(tile, 41, 38, 8, 13, 6);
        box(tile, 21, 45, 22, 3);
        tile.setColor(skin); // hands, ears, face
        disc(tile, 19, 51, 3);
        disc(tile, 45, 51, 3);
        polygon(tile, 21, 25, 8, 21, 20, 34);
        polygon(tile, 43, 25, 56, 21, 44, 34);
        disc(tile, 32, 29, 13);
        tile.setColor(red); // hair
        tile.fill(new Arc2D.Double(18.5, 15.5, 27, 26, 0, 180, Arc2D.CHORD));
        tile.setColor(green); // hat
        polygon(tile, 16, 23, 32, 3, 48, 23);
        tile.setColor(new Color(0x265C42));
        roundBox(tile, 15, 21, 34, 5, 4);
        tile.setColor(new Color(0xFEE761));
        disc(tile, 32, 5, 3);
        tile.setColor(new Color(0x3A1F1B)); // eyes, mouth
        disc(tile, 27, 32, 2);
        disc(tile, 37, 32, 2);
        roundBox(tile, 29, 37, 6, 2, 2);
    }

    /// Draw the stool on the tile where an episode begins.
    public static void stool(Graphics2D tile) {
        tile.setColor(new Color(0x733E39));
        tile.setStroke(new BasicStroke(4));
        tile.draw(new Line2D.Double(23, 34, 20, 50));
        tile.draw(new Line2D.Double(41, 34, 44, 50));
        tile.setColor(new Color(0xB86F50));
        oval(tile, 17, 26, 30, 14);
    }
}
