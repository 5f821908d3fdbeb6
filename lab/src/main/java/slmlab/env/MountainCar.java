package slmlab.env;

/// A car in a valley, too weak for the hill: push left (0), not (1) or right (2), and arrive at the flag.
///
/// Moore 1990; the constants are Sutton and Barto's (2018, example 10.1) and Gymnasium's.
final class MountainCar implements Env {
    static final double LEFT = -1.2;
    static final double RIGHT = 0.6;
    static final double MAX_SPEED = 0.07;
    static final double GRAVITY = 0.0025;
    private static final double GOAL = 0.5;
    private static final double FORCE = 0.001;

    private final double goalSpeed;
    private double x;
    private double speed;

    /// @param goalSpeed how fast the car has to be at the flag
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
}
