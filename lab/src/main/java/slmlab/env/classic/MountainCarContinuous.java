package slmlab.env.classic;

import java.awt.Dimension;
import java.awt.Graphics2D;
import java.util.List;
import slmlab.env.Env;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;
import slmlab.env.Traits;
import slmlab.env.Trig;
import slmlab.env.render.Drawable;

/// The car of [MountainCar] with a force in [−1, 1]. Reward: −0.1·force² per step, and 100 at the flag.
///
/// Gymnasium keeps this env's state in float32 from the first step on, and so does this one.
final class MountainCarContinuous implements Env, Drawable {
    private static final float LEFT = (float) MountainCar.LEFT;
    private static final float RIGHT = (float) MountainCar.RIGHT;
    private static final float MAX_SPEED = (float) MountainCar.MAX_SPEED;
    private static final float GOAL = 0.45f;
    private static final double POWER = 0.0015;

    private final float goalSpeed;
    private double start;
    private double goal; // terms of the last reward
    private double effort;
    private boolean fresh;
    private float x;
    private float speed;

    /// @param goalSpeed minimum speed at the flag
    MountainCarContinuous(double goalSpeed) {
        this.goalSpeed = (float) goalSpeed;
    }

    @Override
    public Space obsSpace() {
        return MountainCar.space();
    }

    @Override
    public Traits traits() {
        return Traits.named("position", "velocity");
    }

    @Override
    public Space actionSpace() {
        return Space.Box.of(-1, 1, 1);
    }

    @Override
    public void reset(NumpyRandom random, Frame frame) {
        start = random.uniform(-0.6, -0.4);
        fresh = true;
        frame.obs(0, start);
        frame.obs(1, 0);
    }

    @Override
    public void step(Frame frame) {
        float action = frame.actionValue(0);
        double slope = MountainCar.GRAVITY * Trig.cos(fresh ? 3 * start : 3 * x);
        // Gymnasium computes in double where it clips the force, else in float32.
        double change =
                action < -1 ? -POWER - slope : action > 1 ? POWER - slope : action * (float) POWER - (float) slope;
        if (fresh) {
            fresh = false;
            x = (float) (start + change); // far from every limit, and slow
            speed = (float) change;
        } else {
            speed = Math.clamp(speed + (float) change, -MAX_SPEED, MAX_SPEED);
            x = Math.clamp(x + speed, LEFT, RIGHT);
            if (x == LEFT && speed < 0) {
                speed = 0;
            }
        }
        frame.obs(0, x);
        frame.obs(1, speed);
        boolean arrived = x >= GOAL && speed >= goalSpeed;
        frame.reward((arrived ? 100 : 0) - (double) action * action * 0.1);
        goal = arrived ? 100 : 0;
        effort = -(double) action * action * 0.1;
        if (arrived) {
            frame.terminate();
        }
    }

    @Override
    public List<String> rewardTerms() {
        return List.of("goal", "effort");
    }

    @Override
    public double rewardTerm(int index) {
        return index == 0 ? goal : effort;
    }

    @Override
    public Dimension imageSize() {
        return new Dimension(600, 400);
    }

    @Override
    public void draw(Graphics2D canvas, int width, int height) {
        MountainCar.draw(canvas, width, height, fresh ? start : x, GOAL);
    }
}
