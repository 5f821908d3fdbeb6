package slmlab.env.classic;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Dimension;
import java.awt.Graphics2D;
import java.awt.geom.Path2D;
import slmlab.env.Env;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;
import slmlab.env.Traits;
import slmlab.env.Trig;
import slmlab.env.render.Drawable;
import slmlab.env.render.Drawing;

/// An underpowered car in a valley: push left (0), not at all (1) or right (2), and reach the flag.
///
/// Moore 1990; the constants are Sutton and Barto's (2018, example 10.1) and Gymnasium's.
final class MountainCar implements Env, Drawable {
    static final double LEFT = -1.2;
    static final double RIGHT = 0.6;
    static final double MAX_SPEED = 0.07;
    static final double GRAVITY = 0.0025;
    private static final double GOAL = 0.5;
    private static final double FORCE = 0.001;

    private final double goalSpeed;
    private double x;
    private double speed;

    /// @param goalSpeed minimum speed at the flag
    MountainCar(double goalSpeed) {
        this.goalSpeed = goalSpeed;
    }

    @Override
    public Space obsSpace() {
        return space();
    }

    static Space space() {
        return Space.Box.of(
                new float[] {(float) LEFT, (float) -MAX_SPEED}, new float[] {(float) RIGHT, (float) MAX_SPEED});
    }

    @Override
    public Traits traits() {
        return Traits.named("position", "velocity");
    }

    @Override
    public Space actionSpace() {
        return new Space.Discrete(3);
    }

    @Override
    public void reset(NumpyRandom random, Frame frame) {
        x = random.uniform(-0.6, -0.4);
        speed = 0;
        show(frame);
    }

    @Override
    public void step(Frame frame) {
        speed += (frame.action() - 1) * FORCE + Trig.cos(3 * x) * -GRAVITY;
        speed = Math.clamp(speed, -MAX_SPEED, MAX_SPEED);
        x = Math.clamp(x + speed, LEFT, RIGHT);
        if (x == LEFT && speed < 0) {
            speed = 0;
        }
        show(frame);
        frame.reward(-1);
        if (x >= GOAL && speed >= goalSpeed) {
            frame.terminate();
        }
    }

    private void show(Frame frame) {
        frame.obs(0, x);
        frame.obs(1, speed);
    }

    @Override
    public Dimension imageSize() {
        return new Dimension(600, 400);
    }

    @Override
    public void draw(Graphics2D canvas, int width, int height) {
        draw(canvas, width, height, x, GOAL);
    }

    /// Draw hill, car and flag.
    static void draw(Graphics2D canvas, int width, int height, double x, double goal) {
        Drawing.begin(canvas, width, height, new Dimension(600, 400), Color.WHITE);
        Path2D hill = new Path2D.Double();
        hill.moveTo(0, pixelY(LEFT));
        for (int column = 1; column <= 600; column++) {
            hill.lineTo(column, pixelY(LEFT + column * (RIGHT - LEFT) / 600));
        }
        Path2D ground = new Path2D.Double(hill);
        ground.lineTo(600, 400);
        ground.lineTo(0, 400);
        canvas.setColor(new Color(0xCFE8C4));
        canvas.fill(ground);
        canvas.setColor(new Color(0x38761D));
        canvas.setStroke(new BasicStroke(1.5f));
        canvas.draw(hill);

        canvas.setColor(Color.BLACK);
        Drawing.box(canvas, pixelX(goal) - 0.5, pixelY(goal) - 50, 1, 50);
        canvas.setColor(new Color(0xCCCC00));
        canvas.translate(pixelX(goal), pixelY(goal) - 50);
        Drawing.polygon(canvas, 0, 0, 0, 10, 25, 5);

        canvas.translate(pixelX(x) - pixelX(goal), pixelY(x) - pixelY(goal) + 40); // 10 above the ground
        canvas.rotate(-Math.cos(3 * x)); // as Gymnasium tilts it
        canvas.setColor(Color.BLACK);
        Drawing.box(canvas, -20, -20, 40, 20);
        canvas.setColor(Color.GRAY);
        Drawing.disc(canvas, -10, 0, 8);
        Drawing.disc(canvas, 10, 0, 8);
    }

    private static double pixelX(double x) {
        return (x - LEFT) * 600 / (RIGHT - LEFT);
    }

    private static double pixelY(double x) {
        return 400 - (Math.sin(3 * x) * 0.45 + 0.55) * 600 / (RIGHT - LEFT);
    }
}
