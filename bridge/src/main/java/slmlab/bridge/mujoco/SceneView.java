package slmlab.bridge.mujoco;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Dimension;
import java.awt.Graphics2D;
import java.awt.geom.Line2D;
import java.util.Comparator;
import java.util.stream.IntStream;
import slmlab.env.render.Drawing;

/// A plain image of a simulation's shapes, without MuJoCo's renderer, in parallel projection.
///
/// @param isAbove whether it is seen from above, with y up, and not along y, with z up
/// @param follows whether the camera follows the first body
/// @param metres across the image
record SceneView(boolean isAbove, boolean follows, double metres) {
    static final Dimension SIZE = new Dimension(480, 360);
    private static final Color SKY = new Color(0xE8EEF4);
    private static final Color FLOOR = new Color(0xCBD4DC);
    private static final Color STRIPE = new Color(0xAFBBC6);
    private static final double BASE = 0.82; // where z = 0 is, from the top of the image
    private static final int HIDDEN = 3; // groups from here on are not shown, as in MuJoCo's viewer
    private static final int XYZ = 3;

    /// Return a view from the side in which the model's bodies have room to move.
    static SceneView fitting(Setup setup) {
        Geoms geoms = Geoms.of(setup.model());
        Field place = setup.sim().output("geom_xpos");
        setup.sim().positions();
        double low = 0;
        double high = 0;
        for (int i = 0; i < geoms.type().length; i++) {
            if (geoms.body()[i] != 0) {
                low = Math.min(low, Math.min(place.at(XYZ * i), place.at(XYZ * i + 2)));
                high = Math.max(high, Math.max(place.at(XYZ * i), place.at(XYZ * i + 2)));
            }
        }
        return new SceneView(false, true, Math.clamp(3 * (high - low), 0.5, 20));
    }

    void draw(Graphics2D canvas, int width, int height, Simulation sim, Geoms geoms) {
        Field place = sim.output("geom_xpos");
        Field turn = sim.output("geom_xmat");
        Field bodies = sim.output("xpos");
        sim.positions(); // where they are now; the fields are those of the last substep's start
        boolean moves = follows && bodies.size() > XYZ;
        double x = moves ? bodies.at(XYZ) : 0;
        double y = isAbove && moves ? bodies.at(XYZ + 1) : 0;
        Drawing.begin(canvas, width, height, SIZE, SKY);
        double scale = SIZE.width / metres;
        canvas.translate(SIZE.width / 2.0, isAbove ? SIZE.height / 2.0 : BASE * SIZE.height);
        canvas.scale(scale, -scale);
        canvas.translate(-x, -y);
        ground(canvas, geoms, place, x, y);
        int depth = isAbove ? 2 : 1;
        Shapes shapes = new Shapes(canvas, geoms, place, turn, isAbove ? 1 : 2, 1.2 / scale);
        IntStream.range(0, geoms.type().length)
                .filter(i -> geoms.group()[i] < HIDDEN && geoms.color()[4 * i + 3] > 0)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> (isAbove ? 1 : -1) * place.at(XYZ * i + depth)))
                .forEach(shapes::draw);
    }

    /// Draw stripes that show the motion: a metre apart, or closer where a metre fills the image.
    private void ground(Graphics2D canvas, Geoms geoms, Field place, double x, double y) {
        int floor = geoms.first(Geoms.PLANE);
        double step = metres > 2 ? 1 : 0.1;
        double half = metres;
        double level = floor < 0 ? 0 : place.at(XYZ * floor + 2);
        if (!isAbove && floor >= 0) {
            canvas.setColor(FLOOR);
            Drawing.box(canvas, x - half, level - metres, 2 * half, metres);
        }
        canvas.setColor(STRIPE);
        canvas.setStroke(new BasicStroke((float) (metres / SIZE.width)));
        double first = Math.floor((x - half) / step) * step;
        for (double at = first; at < x + half; at += step) {
            canvas.draw(
                    isAbove
                            ? new Line2D.Double(at, y - half, at, y + half)
                            : new Line2D.Double(at, level, at - 0.06 * metres, level - 0.2 * metres));
        }
        if (isAbove) {
            for (double at = Math.floor((y - half) / step) * step; at < y + half; at += step) {
                canvas.draw(new Line2D.Double(x - half, at, x + half, at));
            }
        }
    }
}
