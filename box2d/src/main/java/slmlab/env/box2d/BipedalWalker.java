package slmlab.env.box2d;

import com.badlogic.gdx.math.Vector2;
import com.badlogic.gdx.physics.box2d.Body;
import com.badlogic.gdx.physics.box2d.joints.RevoluteJoint;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Dimension;
import java.awt.Graphics2D;
import java.awt.geom.Line2D;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import slmlab.env.Env;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;
import slmlab.env.Traits;
import slmlab.env.Trig;
import slmlab.env.render.Drawable;
import slmlab.env.render.Drawing;

/// Two legs under a hull, to walk to the far end by the motors of hips and knees.
///
/// The observation is its own state and the ground ahead, measured by ten lidar rays. The reward is the
/// distance forwards, less tilt and torque; −100 for a fall.
final class BipedalWalker implements Env, Drawable {
    private static final int FPS = 50;
    private static final double SCALE = WalkerTerrain.SCALE;
    private static final double STEP = WalkerTerrain.STEP;
    private static final double WIDTH = 600 / SCALE;
    private static final double HEIGHT = 400 / SCALE;

    private static final double GRAVITY = -10;
    private static final float FRICTION = 2.5f;
    private static final float TORQUE = 80;
    private static final float TORQUE_COST = (float) (0.00035 * 80); // float32, as the actions are
    private static final float HIP_SPEED = 4;
    private static final float KNEE_SPEED = 6;
    private static final double START = 5; // N, at most, in the first step

    private static final double[] HULL = {-30, 9, 6, 9, 34, 1, 34, -8, -30, -8}; // in pixels
    private static final double LEG_DOWN = -8 / SCALE;
    private static final double LEG_WIDTH = 8 / SCALE;
    private static final double LEG_HEIGHT = 34 / SCALE;
    private static final double START_X = STEP * WalkerTerrain.START / 2;
    private static final double START_Y = WalkerTerrain.HEIGHT + 2 * LEG_HEIGHT;
    private static final double GOAL = (WalkerTerrain.LENGTH - WalkerTerrain.GRASS) * STEP;

    private static final int RAYS = 10;
    private static final double RANGE = 160 / SCALE;
    private static final int CLOUDS = 10;
    private static final int CLOUD_CORNERS = 5;

    private final boolean hardcore;
    private final WalkerTerrain terrain = new WalkerTerrain();
    private final double[] rayX = new double[RAYS];
    private final double[] rayY = new double[RAYS];
    private final float[] lidar = new float[RAYS];
    private final double[][] clouds = new double[CLOUDS][2 * CLOUD_CORNERS];
    private @Nullable Episode episode;

    BipedalWalker(boolean hardcore) {
        this.hardcore = hardcore;
        for (int i = 0; i < RAYS; i++) {
            rayX[i] = Trig.sin(1.5 * i / 10) * RANGE;
            rayY[i] = -Trig.cos(1.5 * i / 10) * RANGE;
        }
    }

    @Override
    public Space obsSpace() {
        float pi = (float) Math.PI;
        float[] high = new float[14 + RAYS];
        float[] own = {pi, 5, 5, 5, pi, 5, pi, 5, 5, pi, 5, pi, 5, 5};
        System.arraycopy(own, 0, high, 0, own.length);
        Arrays.fill(high, own.length, high.length, 1);
        float[] low = new float[high.length];
        for (int i = 0; i < low.length; i++) {
            low[i] = i == 8 || i == 13 ? 0 : -high[i]; // ground contact of a foot
        }
        return Space.Box.of(low, high);
    }

    @Override
    public Traits traits() {
        List<String> names =
                new ArrayList<>(List.of("hull angle", "hull angular velocity", "x velocity", "y velocity"));
        for (int leg = 1; leg <= 2; leg++) {
            for (String part : List.of("hip angle", "hip speed", "knee angle", "knee speed", "ground contact")) {
                names.add("%s of leg %s".formatted(part, leg));
            }
        }
        for (int ray = 1; ray <= RAYS; ray++) {
            names.add("lidar ray %s".formatted(ray));
        }
        return Traits.NONE.named(names);
    }

    @Override
    public Space actionSpace() {
        return Space.Box.of(-1, 1, 4);
    }

    @Override
    public void reset(NumpyRandom random, Frame frame) {
        close();
        terrain.reset(random, hardcore);
        resetClouds(random);
        Episode begun = new Episode(random);
        episode = begun;
        for (int i = 0; i < 4; i++) {
            begun.drive(i, 0);
        }
        begun.advance();
        begun.show(frame);
    }

    @Override
    public void step(Frame frame) {
        Episode now = Objects.requireNonNull(episode, "step before reset or after close");
        for (int i = 0; i < 4; i++) {
            now.drive(i, frame.actionValue(i));
        }
        double before = now.shaping;
        now.advance();
        now.show(frame);
        boolean fell = now.world.isOver() || now.x < 0;
        if (fell) {
            frame.reward(-100);
        } else {
            float reward = (float) (now.shaping - before);
            for (int i = 0; i < 4; i++) {
                reward -= TORQUE_COST * Math.min(Math.abs(frame.actionValue(i)), 1);
            }
            frame.reward(reward);
        }
        if (fell || now.x > GOAL) {
            frame.terminate();
        }
    }

    @Override
    public void close() {
        if (episode != null) {
            episode.world.close();
            episode = null;
        }
    }

    private void resetClouds(NumpyRandom random) {
        for (double[] cloud : clouds) {
            double x = random.uniform(0, WalkerTerrain.LENGTH) * STEP;
            for (int a = 0; a < CLOUD_CORNERS; a++) {
                double turn = 3.14 * 2 * a / 5;
                cloud[2 * a] = x + 15 * STEP * Trig.sin(turn) + random.uniform(0, 5 * STEP);
                cloud[2 * a + 1] = HEIGHT * 3 / 4 + 5 * STEP * Trig.cos(turn) + random.uniform(0, 5 * STEP);
            }
        }
    }

    /// State of one episode, from a reset to the next.
    private final class Episode {
        final Box2dWorld world = new Box2dWorld(GRAVITY);
        final Body hull;
        final Body[] legs = new Body[4]; // upper and lower of one leg, then of the other
        final RevoluteJoint[] joints = new RevoluteJoint[4]; // hip and knee of each
        int steps;
        float x; // the hull's
        float y;
        double shaping;

        Episode(NumpyRandom random) {
            terrain.build(world, FRICTION);
            hull = world.part(START_X, START_Y, 0, Box2dWorld.polygon(HULL, SCALE), 5, 0.1f);
            hull.applyForceToCenter((float) random.uniform(-START, START), 0, true);
            for (int i = 0; i < 2; i++) {
                int way = 2 * i - 1;
                Body upper = limb(START_Y - LEG_HEIGHT / 2 - LEG_DOWN, way, LEG_WIDTH / 2);
                joints[2 * i] = world.hinge(hull, 0, LEG_DOWN, upper, 0, LEG_HEIGHT / 2, -0.8, 1.1, way, TORQUE);
                Body lower = limb(START_Y - LEG_HEIGHT * 3 / 2 - LEG_DOWN, way, 0.8 * LEG_WIDTH / 2);
                joints[2 * i + 1] =
                        world.hinge(upper, 0, -LEG_HEIGHT / 2, lower, 0, LEG_HEIGHT / 2, -1.6, -0.1, 1, TORQUE);
                legs[2 * i] = upper;
                legs[2 * i + 1] = lower;
            }
            world.watch(hull, legs[1], legs[3]);
        }

        private Body limb(double atY, int way, double halfWidth) {
            return world.part(
                    START_X, atY, way * 0.05, Box2dWorld.box(halfWidth, LEG_HEIGHT / 2), 1, Box2dWorld.FRICTION);
        }

        /// Drive a motor at full speed one way, with as much torque as the action says.
        void drive(int joint, float action) {
            float speed = joint % 2 == 0 ? HIP_SPEED : KNEE_SPEED;
            joints[joint].setMotorSpeed(speed * Math.signum(action));
            joints[joint].setMaxMotorTorque(TORQUE * Math.min(Math.abs(action), 1));
        }

        void advance() {
            world.step();
            steps++;
            Vector2 position = hull.getPosition();
            x = position.x;
            y = position.y;
            terrain.cast(x, y, rayX, rayY, lidar);
        }

        void show(Frame frame) {
            Vector2 velocity = hull.getLinearVelocity();
            double angle = hull.getAngle();
            frame.obs(0, angle);
            frame.obs(1, 2.0 * hull.getAngularVelocity() / FPS);
            frame.obs(2, 0.3 * velocity.x * WIDTH / FPS);
            frame.obs(3, 0.3 * velocity.y * HEIGHT / FPS);
            for (int i = 0; i < 2; i++) {
                int at = 4 + 5 * i;
                RevoluteJoint hip = joints[2 * i];
                RevoluteJoint knee = joints[2 * i + 1];
                frame.obs(at, hip.getJointAngle());
                frame.obs(at + 1, hip.getJointSpeed() / (double) HIP_SPEED);
                frame.obs(at + 2, knee.getJointAngle() + 1.0);
                frame.obs(at + 3, knee.getJointSpeed() / (double) KNEE_SPEED);
            }
            frame.obs(8, world.leftStands() ? 1 : 0);
            frame.obs(13, world.rightStands() ? 1 : 0);
            for (int i = 0; i < RAYS; i++) {
                frame.obs(14 + i, lidar[i]);
            }
            shaping = 130 * (double) x / SCALE - 5.0 * Math.abs(angle);
        }
    }

    /// World, ground, rays and lidar of the episode, for tests.
    record Inside(Box2dWorld world, WalkerTerrain terrain, double[] rayX, double[] rayY, float[] lidar) {}

    Inside inside() {
        return new Inside(Objects.requireNonNull(episode).world, terrain, rayX, rayY, lidar);
    }

    @Override
    public Dimension imageSize() {
        return new Dimension(600, 400);
    }

    @Override
    public void draw(Graphics2D canvas, int width, int height) {
        Drawing.begin(canvas, width, height, imageSize(), new Color(0xD7D7FF));
        Episode now = episode;
        if (now == null) {
            return;
        }
        double scroll = now.x - WIDTH / 5;
        canvas.translate(-Math.max(0, scroll) * SCALE, HEIGHT * SCALE); // the image begins where the ground does
        canvas.scale(SCALE, -SCALE);
        canvas.setStroke(new BasicStroke((float) (1 / SCALE)));
        drawBackground(canvas, scroll);
        int ray = now.steps % 100; // seen for a while, one after the other, there and back
        if (ray < 2 * RAYS) {
            drawRay(canvas, now, ray < RAYS ? ray : 2 * RAYS - 1 - ray);
        }
        for (int i = 0; i < 4; i++) {
            int light = i < 2 ? 25 : -25;
            double halfWidth = i % 2 == 0 ? LEG_WIDTH / 2 : 0.8 * LEG_WIDTH / 2;
            BodyDrawing.part(
                    canvas,
                    now.legs[i],
                    BodyDrawing.corners(halfWidth, LEG_HEIGHT / 2),
                    1,
                    new Color(153 + light, 76 + light, 127 + light),
                    new Color(102 + light, 51 + light, 76 + light));
        }
        BodyDrawing.part(canvas, now.hull, HULL, 1 / SCALE, new Color(0x7F33E5), new Color(0x4C4C7F));
        drawFlag(canvas);
    }

    private void drawBackground(Graphics2D canvas, double scroll) {
        canvas.setColor(Color.WHITE);
        canvas.translate(scroll / 2, 0); // clouds are far away
        for (double[] cloud : clouds) {
            Drawing.polygon(canvas, cloud);
        }
        canvas.translate(-scroll / 2, 0);
        int points = WalkerTerrain.LENGTH;
        double[] ground = new double[2 * points + 4];
        for (int i = 0; i < points; i++) {
            ground[2 * i] = terrain.x(i);
            ground[2 * i + 1] = terrain.y(i);
        }
        ground[2 * points] = terrain.x(points - 1); // then back along y = 0
        canvas.setColor(new Color(0x66994C));
        Drawing.polygon(canvas, ground);
        for (int i = 0; i + 1 < points; i++) {
            canvas.setColor(new Color(76, i % 2 == 0 ? 255 : 204, 76));
            canvas.draw(new Line2D.Double(terrain.x(i), terrain.y(i), terrain.x(i + 1), terrain.y(i + 1)));
        }
        for (int i = 0; i < terrain.boxes(); i++) {
            canvas.setColor(Color.WHITE);
            Drawing.polygon(canvas, terrain.boxCorners(i));
            canvas.setColor(new Color(0x999999));
            Drawing.outline(canvas, terrain.boxCorners(i));
        }
    }

    private void drawRay(Graphics2D canvas, Episode now, int ray) {
        canvas.setColor(Color.RED);
        double x = now.x + lidar[ray] * rayX[ray];
        double y = now.y + lidar[ray] * rayY[ray];
        canvas.draw(new Line2D.Double(now.x, now.y, x, y));
    }

    private static void drawFlag(Graphics2D canvas) {
        double x = 3 * STEP;
        double top = WalkerTerrain.HEIGHT + 50 / SCALE;
        double[] flag = {x, top, x, top - 10 / SCALE, x + 25 / SCALE, top - 5 / SCALE};
        canvas.setColor(Color.BLACK);
        canvas.draw(new Line2D.Double(x, WalkerTerrain.HEIGHT, x, top));
        canvas.setColor(new Color(0xE63300));
        Drawing.polygon(canvas, flag);
        canvas.setColor(Color.BLACK);
        Drawing.outline(canvas, flag);
    }
}
