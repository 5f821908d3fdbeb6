package slmlab.env.classic;

import java.awt.Color;
import java.awt.Dimension;
import java.awt.Graphics2D;
import slmlab.env.Env;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;
import slmlab.env.Traits;
import slmlab.env.Trig;
import slmlab.env.render.Drawable;
import slmlab.env.render.Drawing;

/// Two links hang from a joint; a torque of −1, 0 or 1 between them must swing the free end above a line.
///
/// Sutton 1996; the equations are those of Sutton and Barto's book, not of the paper. A step is 0.2 s of the
/// fourth-order Runge-Kutta method. Both links have length 1, mass 1, center of mass ½ and inertia 1.
final class Acrobot implements Env, Drawable {
    private static final double SECONDS = 0.2;
    private static final double MASS = 1;
    private static final double LENGTH = 1;
    private static final double CENTER = 0.5;
    private static final double INERTIA = 1;
    private static final double GRAVITY = 9.8;
    private static final double MAX_SPEED_1 = 4 * Math.PI;
    private static final double MAX_SPEED_2 = 9 * Math.PI;
    private static final double START = 0.1;

    // angle of link 1 from hanging down, of link 2 from link 1; their angular velocities
    private double angle1;
    private double angle2;
    private double speed1;
    private double speed2;
    // d/dt of the four, at the four stages of Runge-Kutta
    private final double[] k1 = new double[4];
    private final double[] k2 = new double[4];
    private final double[] k3 = new double[4];
    private final double[] k4 = new double[4];

    @Override
    public Space obsSpace() {
        float[] high = {1, 1, 1, 1, (float) MAX_SPEED_1, (float) MAX_SPEED_2};
        return Space.Box.around(high);
    }

    @Override
    public Traits traits() {
        return Traits.named(
                "cosine of angle 1",
                "sine of angle 1",
                "cosine of angle 2",
                "sine of angle 2",
                "angular velocity 1",
                "angular velocity 2");
    }

    @Override
    public Space actionSpace() {
        return new Space.Discrete(3);
    }

    @Override
    public void reset(NumpyRandom random, Frame frame) {
        angle1 = (float) random.uniform(-START, START); // Gymnasium begins in float32
        angle2 = (float) random.uniform(-START, START);
        speed1 = (float) random.uniform(-START, START);
        speed2 = (float) random.uniform(-START, START);
        show(frame, Trig.cos(angle1));
    }

    @Override
    public void step(Frame frame) {
        integrate(frame.action() - 1);
        angle1 = wrapped(angle1);
        angle2 = wrapped(angle2);
        speed1 = Math.clamp(speed1, -MAX_SPEED_1, MAX_SPEED_1);
        speed2 = Math.clamp(speed2, -MAX_SPEED_2, MAX_SPEED_2);
        double cos1 = Trig.cos(angle1);
        show(frame, cos1);
        if (-cos1 - Trig.cos(angle2 + angle1) > 1) {
            frame.terminate();
            frame.reward(0);
        } else {
            frame.reward(-1);
        }
    }

    private void show(Frame frame, double cos1) {
        frame.obs(0, cos1);
        frame.obs(1, Trig.sin(angle1));
        frame.obs(2, Trig.cos(angle2));
        frame.obs(3, Trig.sin(angle2));
        frame.obs(4, speed1);
        frame.obs(5, speed2);
    }

    private void integrate(double torque) {
        derive(k1, angle1, angle2, speed1, speed2, torque);
        look(k2, k1, SECONDS / 2, torque);
        look(k3, k2, SECONDS / 2, torque);
        look(k4, k3, SECONDS, torque);
        angle1 += change(0);
        angle2 += change(1);
        speed1 += change(2);
        speed2 += change(3);
    }

    private double change(int i) {
        return SECONDS / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
    }

    private void look(double[] result, double[] k, double ahead, double torque) {
        derive(
                result,
                angle1 + ahead * k[0],
                angle2 + ahead * k[1],
                speed1 + ahead * k[2],
                speed2 + ahead * k[3],
                torque);
    }

    /// Compute the equations of motion, with the book's d₁, d₂, φ₁ and φ₂, in Gymnasium's order.
    private static void derive(double[] result, double angle1, double angle2, double v1, double v2, double torque) {
        double cos2 = Trig.cos(angle2);
        double sin2 = Trig.sin(angle2);
        double d1 = MASS * (CENTER * CENTER)
                + MASS * (LENGTH * LENGTH + CENTER * CENTER + 2 * LENGTH * CENTER * cos2)
                + INERTIA
                + INERTIA;
        double d2 = MASS * (CENTER * CENTER + LENGTH * CENTER * cos2) + INERTIA;
        double phi2 = MASS * CENTER * GRAVITY * Trig.cos(angle1 + angle2 - Math.PI / 2);
        double phi1 = -MASS * LENGTH * CENTER * (v2 * v2) * sin2
                - 2 * MASS * LENGTH * CENTER * v2 * v1 * sin2
                + (MASS * CENTER + MASS * LENGTH) * GRAVITY * Trig.cos(angle1 - Math.PI / 2)
                + phi2;
        double a2 = (torque + d2 / d1 * phi1 - MASS * LENGTH * CENTER * (v1 * v1) * sin2 - phi2)
                / (MASS * (CENTER * CENTER) + INERTIA - d2 * d2 / d1);
        result[0] = v1;
        result[1] = v2;
        result[2] = -(d2 * a2 + phi1) / d1;
        result[3] = a2;
    }

    private static double wrapped(double angle) {
        double result = angle;
        while (result > Math.PI) {
            result -= 2 * Math.PI;
        }
        while (result < -Math.PI) {
            result += 2 * Math.PI;
        }
        return result;
    }

    @Override
    public Dimension imageSize() {
        return new Dimension(500, 500);
    }

    @Override
    public void draw(Graphics2D canvas, int width, int height) {
        Drawing.begin(canvas, width, height, imageSize(), Color.WHITE);
        canvas.translate(250, 250);
        double metre = 500 / 4.4;
        canvas.setColor(Color.BLACK);
        Drawing.box(canvas, -250, -metre - 0.5, 500, 1);
        canvas.rotate(-angle1);
        drawLink(canvas, metre);
        canvas.translate(0, metre);
        canvas.rotate(-angle2);
        drawLink(canvas, metre);
    }

    private static void drawLink(Graphics2D canvas, double metre) {
        canvas.setColor(new Color(0x00CCCC));
        Drawing.box(canvas, -0.1 * metre, 0, 0.2 * metre, metre);
        canvas.setColor(new Color(0xCCCC00));
        Drawing.disc(canvas, 0, 0, 0.1 * metre);
    }
}
