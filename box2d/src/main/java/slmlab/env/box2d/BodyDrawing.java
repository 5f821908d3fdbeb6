package slmlab.env.box2d;

import com.badlogic.gdx.physics.box2d.Body;
import java.awt.Color;
import java.awt.Graphics2D;
import slmlab.env.render.Drawing;

/// Draws the bodies of a Box2D world. It is separate so that training loads nothing of Java2D.
final class BodyDrawing {
    private BodyDrawing() {}

    /// Draw a Box2D body in place, on a canvas in metres.
    ///
    /// @param corners in the body's own coordinates, in units of `unit` metres
    static void part(Graphics2D canvas, Body body, double[] corners, double unit, Color fill, Color line) {
        double sin = Math.sin(body.getAngle());
        double cos = Math.cos(body.getAngle());
        double[] points = new double[corners.length];
        for (int i = 0; i < corners.length; i += 2) {
            points[i] = body.getPosition().x + unit * (cos * corners[i] - sin * corners[i + 1]);
            points[i + 1] = body.getPosition().y + unit * (sin * corners[i] + cos * corners[i + 1]);
        }
        canvas.setColor(fill);
        Drawing.polygon(canvas, points);
        canvas.setColor(line);
        Drawing.outline(canvas, points);
    }

    /// Return the corners of a box around the origin.
    static double[] corners(double halfWidth, double halfHeight) {
        return new double[] {
            -halfWidth, -halfHeight, halfWidth, -halfHeight, halfWidth, halfHeight, -halfWidth, halfHeight
        };
    }
}
