package slmlab.env.box2d;

import com.badlogic.gdx.math.Vector2;
import com.badlogic.gdx.physics.box2d.Body;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Dimension;
import java.awt.Graphics2D;
import java.awt.geom.Line2D;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import slmlab.env.Args;
import slmlab.env.Env;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;
import slmlab.env.Traits;
import slmlab.env.Trig;
import slmlab.env.render.Drawable;
import slmlab.env.render.Drawing;

/// A lander above the moon, to land softly between the flags with a main engine and two side engines.
///
/// Actions: nothing, left engine, main engine, right engine; or two throttles in [−1, 1], main and sides. The
/// reward is how much closer, slower and more upright it became, less fuel; −100 for a crash, 100 for coming to
/// rest.
final class LunarLander implements Env, Drawable {
    static final double SCALE = 30; // pixels per metre
    private static final int FPS = 50;
    private static final double WIDTH = 600 / SCALE;
    private static final double HEIGHT = 400 / SCALE;
    private static final int CHUNKS = 11;
    private static final double PAD = HEIGHT / 4; // height of the pad

    private static final double MAIN_POWER = 13;
    private static final double SIDE_POWER = 0.6;
    private static final double MAIN_DOWN = 4 / SCALE;
    private static final double SIDE_AWAY = 12;
    private static final double SIDE_UP = 14;
    private static final double START = 1000; // N, at most, in the first step
    private static final double MAIN_MASS = 3.5; // of exhaust, per square metre
    private static final double SIDE_MASS = 0.7;

    private static final double[] HULL = {-14, 17, -17, 0, -17, -10, 17, -10, 17, 0, 14, 17}; // in pixels
    private static final double LEG_AWAY = 20 / SCALE;
    private static final double LEG_DOWN = 18 / SCALE;
    private static final double LEG_WIDTH = 2 / SCALE; // half the width
    private static final double LEG_HEIGHT = 8 / SCALE;
    private static final double LEG_TORQUE = 40;

    private final boolean continuous;
    private final double gravity;
    private final boolean hasWind;
    private final double windPower;
    private final double turbulencePower;

    private final double[] moonX = new double[CHUNKS];
    private final double[] moonY = new double[CHUNKS];
    private final LanderExhaust exhaust;
    private @Nullable Episode episode;

    private LunarLander(boolean continuous, double gravity, boolean hasWind, double windPower, double turbulencePower) {
        this.continuous = continuous;
        this.gravity = gravity;
        this.hasWind = hasWind;
        this.windPower = windPower;
        this.turbulencePower = turbulencePower;
        this.exhaust = new LanderExhaust(gravity);
        for (int i = 0; i < CHUNKS; i++) {
            moonX[i] = WIDTH / (CHUNKS - 1) * i;
        }
    }

    static LunarLander of(Args args, boolean continuous) {
        double gravity = args.number("gravity", -10);
        if (!(gravity > -12 && gravity < 0)) {
            args.problem("gravity is %s; needs to lie between -12 and 0".formatted(gravity));
        }
        return new LunarLander(
                args.flag("continuous", continuous),
                gravity,
                args.flag("enable_wind", false),
                args.number("wind_power", 15),
                args.number("turbulence_power", 1.5));
    }

    @Override
    public Space obsSpace() {
        float turn = (float) (2 * Math.PI);
        return Space.Box.of(
                new float[] {-2.5f, -2.5f, -10, -10, -turn, -10, 0, 0},
                new float[] {2.5f, 2.5f, 10, 10, turn, 10, 1, 1});
    }

    @Override
    public Traits traits() {
        return Traits.named(
                "x position",
                "y position",
                "x velocity",
                "y velocity",
                "angle",
                "angular velocity",
                "left leg contact",
                "right leg contact");
    }

    @Override
    public Space actionSpace() {
        return continuous ? Space.Box.of(-1, 1, 2) : new Space.Discrete(4);
    }

    @Override
    public void reset(NumpyRandom random, Frame frame) {
        close();
        exhaust.clear();
        resetMoon(random);
        Episode begun = new Episode(random);
        episode = begun;
        begun.advance(0, 0, 0);
        begun.show(frame);
    }

    @Override
    public void step(Frame frame) {
        Episode now = Objects.requireNonNull(episode, "step before reset or after close");
        double main;
        double side;
        int direction;
        if (continuous) {
            double throttle = Math.clamp(frame.actionValue(0), -1f, 1f);
            double turn = Math.clamp(frame.actionValue(1), -1f, 1f);
            main = throttle > 0 ? (throttle + 1) * 0.5 : 0;
            side = Math.abs(turn) > 0.5 ? Math.abs(turn) : 0;
            direction = turn < 0 ? -1 : 1;
        } else {
            int action = frame.action();
            main = action == 2 ? 1 : 0;
            side = action == 1 || action == 3 ? 1 : 0;
            direction = action - 2;
        }
        double before = now.shaping;
        now.advance(main, side, direction);
        now.show(frame);
        if (!now.lander.isAwake()) {
            frame.reward(100);
            frame.terminate();
        } else if (now.world.isOver() || Math.abs(now.obsX) >= 1) {
            frame.reward(-100);
            frame.terminate();
        } else {
            frame.reward(now.shaping - before - main * 0.30 - side * 0.03);
        }
    }

    @Override
    public void close() {
        if (episode != null) {
            episode.world.close();
            episode = null;
        }
    }

    /// Draw a row of smoothed heights with a flat pad in the middle. The last height is the first one's
    /// neighbor.
    private void resetMoon(NumpyRandom random) {
        double[] height = new double[CHUNKS + 1];
        for (int i = 0; i < height.length; i++) {
            height[i] = random.uniform(0, HEIGHT / 2);
        }
        for (int i = CHUNKS / 2 - 2; i <= CHUNKS / 2 + 2; i++) {
            height[i] = PAD;
        }
        for (int i = 0; i < CHUNKS; i++) {
            moonY[i] = 0.33 * (height[i == 0 ? CHUNKS : i - 1] + height[i] + height[i + 1]);
        }
    }

    /// Return the corners of the moon's surface: x, then y.
    double[][] moon() {
        return new double[][] {moonX, moonY};
    }

    /// State of one episode, from a reset to the next.
    private final class Episode {
        final NumpyRandom random;
        final Box2dWorld world = new Box2dWorld(gravity);
        final Body lander;
        final Body[] legs = new Body[2];
        private long wind; // the wind's position in time
        private long turbulence;
        private float x;
        private float y;
        private float angle;
        double obsX;
        double shaping;

        Episode(NumpyRandom random) {
            this.random = random;
            world.edges(moonX, moonY, 0.1f);
            world.edges(new double[] {0, WIDTH}, new double[] {0, 0}, Box2dWorld.FRICTION);
            double startX = WIDTH / 2;
            lander = world.part(startX, HEIGHT, 0, Box2dWorld.polygon(HULL, SCALE), 5, 0.1f);
            float forceX = (float) random.uniform(-START, START);
            float forceY = (float) random.uniform(-START, START);
            lander.applyForceToCenter(forceX, forceY, true);
            if (hasWind) {
                wind = random.integers(-9999, 9999);
                turbulence = random.integers(-9999, 9999);
            }
            for (int i = 0; i < 2; i++) {
                int way = 2 * i - 1;
                Body leg = world.part(
                        startX - way * LEG_AWAY,
                        HEIGHT,
                        way * 0.05,
                        Box2dWorld.box(LEG_WIDTH, LEG_HEIGHT),
                        1,
                        Box2dWorld.FRICTION);
                double lowest = i == 0 ? 0.9 - 0.5 : -0.9;
                double highest = i == 0 ? 0.9 : -0.9 + 0.5;
                world.hinge(lander, 0, 0, leg, way * LEG_AWAY, LEG_DOWN, lowest, highest, 0.3 * way, LEG_TORQUE);
                legs[i] = leg;
            }
            world.watch(lander, legs[0], legs[1]);
            x = (float) startX;
            y = (float) HEIGHT;
        }

        /// @param main power of the main engine; 0 for off
        /// @param direction direction of the side engines, −1 or 1
        void advance(double main, double side, int direction) {
            if (hasWind && !(world.leftStands() || world.rightStands())) {
                lander.applyForceToCenter((float) (gust(wind++) * windPower), 0, true);
                lander.applyTorque((float) (gust(turbulence++) * turbulencePower), true);
            }
            double sin = Trig.sin(angle);
            double cos = Trig.cos(angle);
            double first = random.uniform(-1, 1) / SCALE;
            double second = random.uniform(-1, 1) / SCALE;
            if (main > 0) {
                double ox = sin * (MAIN_DOWN + 2 * first) - cos * second;
                double oy = -cos * (MAIN_DOWN + 2 * first) - sin * second;
                fire(x + ox, y + oy, ox * MAIN_POWER * main, oy * MAIN_POWER * main, main, MAIN_MASS);
            }
            if (side > 0) {
                double away = 3 * second + direction * SIDE_AWAY / SCALE;
                double ox = sin * first - cos * away;
                double oy = -cos * first - sin * away;
                // Two different heights, as in Gymnasium: the torque they cause is part of the task.
                double atX = x + ox - sin * 17 / SCALE;
                double atY = y + oy + cos * SIDE_UP / SCALE;
                fire(atX, atY, ox * SIDE_POWER * side, oy * SIDE_POWER * side, side, SIDE_MASS);
            }
            world.step();
            exhaust.step();
        }

        private void fire(double atX, double atY, double impulseX, double impulseY, double power, double mass) {
            exhaust.add(atX, atY, impulseX, impulseY, power, mass);
            lander.applyLinearImpulse((float) -impulseX, (float) -impulseY, (float) atX, (float) atY, true);
        }

        void show(Frame frame) {
            Vector2 position = lander.getPosition();
            Vector2 velocity = lander.getLinearVelocity();
            x = position.x;
            y = position.y;
            angle = lander.getAngle();
            obsX = (x - WIDTH / 2) / (WIDTH / 2);
            double obsY = (y - (PAD + LEG_DOWN)) / (HEIGHT / 2);
            double speedX = velocity.x * (WIDTH / 2) / FPS;
            double speedY = velocity.y * (HEIGHT / 2) / FPS;
            double left = world.leftStands() ? 1 : 0;
            double right = world.rightStands() ? 1 : 0;
            frame.obs(0, obsX);
            frame.obs(1, obsY);
            frame.obs(2, speedX);
            frame.obs(3, speedY);
            frame.obs(4, angle);
            frame.obs(5, 20.0 * lander.getAngularVelocity() / FPS);
            frame.obs(6, left);
            frame.obs(7, right);
            shaping = -100 * Math.sqrt(obsX * obsX + obsY * obsY)
                    - 100 * Math.sqrt(speedX * speedX + speedY * speedY)
                    - 100 * Math.abs((double) angle)
                    + 10 * left
                    + 10 * right;
        }
    }

    /// Return the strength of the wind in [−1, 1], smooth and never periodic.
    private static double gust(long at) {
        return StrictMath.tanh(Trig.sin(0.02 * at) + Trig.sin(Math.PI * 0.01 * at));
    }

    @Override
    public Dimension imageSize() {
        return new Dimension(600, 400);
    }

    @Override
    public void draw(Graphics2D canvas, int width, int height) {
        Drawing.begin(canvas, width, height, imageSize(), Color.WHITE);
        canvas.translate(0, HEIGHT * SCALE);
        canvas.scale(SCALE, -SCALE);
        canvas.setStroke(new BasicStroke((float) (1 / SCALE)));
        canvas.setColor(Color.BLACK);
        double[] sky = new double[2 * CHUNKS + 4];
        for (int i = 0; i < CHUNKS; i++) {
            sky[2 * i] = moonX[i];
            sky[2 * i + 1] = moonY[i];
        }
        System.arraycopy(new double[] {WIDTH, HEIGHT, 0, HEIGHT}, 0, sky, 2 * CHUNKS, 4);
        Drawing.polygon(canvas, sky);
        exhaust.draw(canvas, moonX, moonY);
        if (episode != null) {
            Color fill = new Color(0x8066E6);
            Color line = new Color(0x4D4D80);
            BodyDrawing.part(canvas, episode.lander, HULL, 1 / SCALE, fill, line);
            for (Body leg : episode.legs) {
                BodyDrawing.part(canvas, leg, BodyDrawing.corners(LEG_WIDTH, LEG_HEIGHT), 1, fill, line);
            }
        }
        drawFlag(canvas, moonX[CHUNKS / 2 - 1]);
        drawFlag(canvas, moonX[CHUNKS / 2 + 1]);
    }

    private static void drawFlag(Graphics2D canvas, double at) {
        double top = PAD + 50 / SCALE;
        canvas.setColor(Color.WHITE);
        canvas.draw(new Line2D.Double(at, PAD, at, top));
        canvas.setColor(new Color(0xCCCC00));
        Drawing.polygon(canvas, at, top, at, top - 10 / SCALE, at + 25 / SCALE, top - 5 / SCALE);
    }
}
