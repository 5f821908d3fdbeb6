package slmlab.env.classic;

import java.awt.Color;
import java.awt.Dimension;
import java.awt.Graphics2D;
import java.util.Map;
import slmlab.env.Args;
import slmlab.env.Env;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;
import slmlab.env.Traits;
import slmlab.env.Trig;
import slmlab.env.render.Drawable;
import slmlab.env.render.Drawing;
import slmlab.tensor.State;

/// A pole on a cart, to be kept upright by pushing the cart left (0) or right (1).
///
/// Barto, Sutton and Anderson 1983; equations without friction from Florian 2007, "Correct equations for the
/// dynamics of the cart-pole system", stepped by Euler's method.
public final class CartPole implements Env, Drawable {
    private static final double SECONDS = 0.02;
    private static final double X_LIMIT = 2.4;
    private static final double ANGLE_LIMIT = 12 * 2 * Math.PI / 360;
    private static final double START = 0.05;

    private final double gravity;
    private final double poleMass;
    private final double totalMass;
    private final double halfLength;
    private final double poleMassLength;
    private final double force;
    private final double reward;
    private final double lastReward;
    private double x;
    private double speed;
    private double angle;
    private double spin;

    /// Create Gymnasium's cart and pole.
    ///
    /// @param suttonBartoReward whether the reward is 0, and −1 at the end, instead of 1 per step
    public CartPole(boolean suttonBartoReward) {
        this(new Args("CartPole", Map.of("sutton_barto_reward", suttonBartoReward)));
    }

    /// Read `sutton_barto_reward`, and what Gymnasium has as attributes of the env: `gravity`, `masscart`,
    /// `masspole`, `length` (half of the pole's) and `force_mag`.
    CartPole(Args args) {
        boolean suttonBartoReward = args.flag("sutton_barto_reward", false);
        this.gravity = args.number("gravity", 9.8);
        this.poleMass = positive(args, "masspole", 0.1);
        this.totalMass = poleMass + positive(args, "masscart", 1.0);
        this.halfLength = positive(args, "length", 0.5);
        this.poleMassLength = poleMass * halfLength;
        this.force = args.number("force_mag", 10);
        this.reward = suttonBartoReward ? 0 : 1;
        this.lastReward = suttonBartoReward ? -1 : 1;
    }

    private static double positive(Args args, String name, double usual) {
        double value = args.number(name, usual);
        if (!(value > 0)) {
            args.problem("%s is %s; needs to lie above 0".formatted(name, value));
        }
        return value;
    }

    @Override
    public Space obsSpace() {
        float inf = Float.POSITIVE_INFINITY;
        float[] high = {(float) (2 * X_LIMIT), inf, (float) (2 * ANGLE_LIMIT), inf};
        return Space.Box.around(high);
    }

    @Override
    public Traits traits() {
        return Traits.named("cart position", "cart velocity", "pole angle", "pole angular velocity");
    }

    @Override
    public Space actionSpace() {
        return new Space.Discrete(2);
    }

    @Override
    public void reset(NumpyRandom random, Frame frame) {
        x = random.uniform(-START, START);
        speed = random.uniform(-START, START);
        angle = random.uniform(-START, START);
        spin = random.uniform(-START, START);
        show(frame);
    }

    @Override
    public void step(Frame frame) {
        double pushed = (2 * frame.action() - 1) * force; // −10 or 10, without an unpredictable branch
        double cos = Trig.cos(angle);
        double sin = Trig.sin(angle);
        double push = (pushed + poleMassLength * (spin * spin) * sin) / totalMass;
        double spinRate = (gravity * sin - cos * push)
                / (halfLength * (4.0 / 3.0 - poleMass * (cos * cos) / totalMass)); // θ̈, eq. 23
        double speedRate = push - poleMassLength * spinRate * cos / totalMass; // ẍ, eq. 24
        x += SECONDS * speed;
        speed += SECONDS * speedRate;
        angle += SECONDS * spin;
        spin += SECONDS * spinRate;
        show(frame);
        boolean fell = Math.abs(x) > X_LIMIT || Math.abs(angle) > ANGLE_LIMIT;
        frame.reward(fell ? lastReward : reward);
        if (fell) {
            frame.terminate();
        }
    }

    @Override
    public boolean save(State to) {
        to.put("x", x);
        to.put("speed", speed);
        to.put("angle", angle);
        to.put("spin", spin);
        return true;
    }

    @Override
    public void load(State from, NumpyRandom random) {
        x = from.number("x");
        speed = from.number("speed");
        angle = from.number("angle");
        spin = from.number("spin");
    }

    private void show(Frame frame) {
        frame.obs(0, x);
        frame.obs(1, speed);
        frame.obs(2, angle);
        frame.obs(3, spin);
    }

    @Override
    public Dimension imageSize() {
        return new Dimension(600, 400);
    }

    @Override
    public void draw(Graphics2D canvas, int width, int height) {
        Drawing.begin(canvas, width, height, imageSize(), Color.WHITE);
        canvas.setColor(Color.BLACK);
        Drawing.box(canvas, 0, 299.5, 600, 1);
        canvas.translate(300 + x * 300 / X_LIMIT, 300); // the middle of the cart
        Drawing.box(canvas, -25, -15, 50, 30);
        canvas.translate(0, -7.5); // the axle
        canvas.rotate(angle);
        canvas.setColor(new Color(0xCA9865));
        Drawing.box(canvas, -5, -120, 10, 125);
        canvas.setColor(new Color(0x8184CB));
        Drawing.disc(canvas, 0, 0, 5);
    }
}
