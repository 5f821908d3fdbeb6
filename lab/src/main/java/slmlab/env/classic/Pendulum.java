package slmlab.env.classic;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Dimension;
import java.awt.Graphics2D;
import java.awt.geom.Arc2D;
import java.util.List;
import slmlab.env.Env;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;
import slmlab.env.Traits;
import slmlab.env.Trig;
import slmlab.env.render.Drawable;
import slmlab.env.render.Drawing;

/// A pendulum to be swung up and held by a torque in [−2, 2] that is too weak to lift it at once.
///
/// Angle 0 is upright. The reward is −(θ² + 0.1·θ̇² + 0.001·torque²), from the state before the step.
final class Pendulum implements Env, Drawable {
    private static final double MAX_SPEED = 8;
    private static final float MAX_TORQUE = 2;
    private static final double SECONDS = 0.05;
    private static final double TURN = 2 * Math.PI;

    private final double pull; // 3g / 2l
    private double angle;
    private double speed;
    private double sin; // of the angle
    private float torque; // the last one
    private double paidAngle; // what the last reward was for
    private double paidSpeed;
    private float paidTorque;

    /// @param g the gravity, in m/s²
    Pendulum(double g) {
        this.pull = 3 * g / 2;
    }

    @Override
    public Space obsSpace() {
        float[] high = {1, 1, (float) MAX_SPEED};
        return Space.Box.around(high);
    }

    @Override
    public Traits traits() {
        return Traits.named("cosine of the angle", "sine of the angle", "angular velocity");
    }

    @Override
    public Space actionSpace() {
        return Space.Box.of(-MAX_TORQUE, MAX_TORQUE, 1);
    }

    @Override
    public void reset(NumpyRandom random, Frame frame) {
        angle = random.uniform(-Math.PI, Math.PI);
        speed = random.uniform(-1, 1);
        torque = 0;
        show(frame);
    }

    @Override
    public void step(Frame frame) {
        torque = Math.clamp(frame.actionValue(0), -MAX_TORQUE, MAX_TORQUE);
        double from = normalized(angle);
        // Terms of the torque alone are rounded to float32, its type.
        frame.reward(-(from * from + 0.1 * (speed * speed) + 0.001f * (torque * torque)));
        paidAngle = from;
        paidSpeed = speed;
        paidTorque = torque;
        speed += (pull * sin + 3f * torque) * SECONDS;
        speed = Math.clamp(speed, -MAX_SPEED, MAX_SPEED);
        angle += speed * SECONDS;
        show(frame);
    }

    /// Return the angle in [−π, π), full turns removed.
    private static double normalized(double angle) {
        double shifted = angle + Math.PI;
        if (shifted >= TURN) {
            shifted = shifted < 2 * TURN ? shifted - TURN : shifted % TURN; // both exact; the remainder is slow
        } else if (shifted < 0) {
            double rest = shifted > -TURN ? shifted : shifted % TURN;
            shifted = rest == 0 ? 0 : rest + TURN;
        }
        return shifted - Math.PI;
    }

    private void show(Frame frame) {
        frame.obs(2, speed); // checked: an extreme gravity makes it NaN, and then the angle
        sin = Trig.sin(angle);
        frame.obs(0, Trig.cos(angle));
        frame.obs(1, sin);
    }

    @Override
    public List<String> rewardTerms() {
        return List.of("angle", "speed", "torque");
    }

    @Override
    public double rewardTerm(int index) {
        return switch (index) {
            case 0 -> -paidAngle * paidAngle;
            case 1 -> -0.1 * (paidSpeed * paidSpeed);
            default -> -0.001f * (paidTorque * paidTorque);
        };
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
        double thick = 0.2 * metre;
        canvas.rotate(-angle);
        canvas.setColor(new Color(0xCC4D4D));
        Drawing.roundBox(canvas, -thick / 2, -metre - thick / 2, thick, metre + thick, thick);
        canvas.rotate(angle);
        canvas.setColor(Color.BLACK);
        Drawing.disc(canvas, 0, 0, 0.05 * metre);
        if (torque != 0) {
            drawTorque(canvas, 0.25 * metre * Math.abs(torque));
        }
    }

    /// Draw an arrow around the axle, larger for a larger torque.
    private void drawTorque(Graphics2D canvas, double radius) {
        if (torque > 0) {
            canvas.scale(-1, 1); // counterclockwise
        }
        canvas.setStroke(new BasicStroke((float) (0.08 * radius)));
        canvas.draw(new Arc2D.Double(-radius, -radius, 2 * radius, 2 * radius, 0, 270, Arc2D.OPEN));
        canvas.translate(radius, 0);
        Drawing.polygon(canvas, -0.2 * radius, 0, 0.2 * radius, 0, 0, 0.3 * radius);
    }
}
