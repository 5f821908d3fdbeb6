package slmlab.env;

/// A pendulum to be swung up and held by a torque of [−2, 2] that is too weak to lift it at once.
///
/// Angle 0 is upright. The reward is −(θ² + 0.1·θ̇² + 0.001·torque²), from before the step.
final class Pendulum implements Env {
    private static final double MAX_SPEED = 8;
    private static final float MAX_TORQUE = 2;
    private static final double SECONDS = 0.05;
    private static final double TURN = 2 * Math.PI;

    private final double pull; // 3g / 2l
    private double angle;
    private double speed;
    private double sin; // of the angle

    /// @param g the gravity, in m/s²
    Pendulum(double g) {
        this.pull = 3 * g / 2;
    }

    @Override
    public Space obsSpace() {
        float[] high = {1, 1, (float) MAX_SPEED};
        return Space.Box.of(ClassicControl.negated(high), high);
    }

    @Override
    public Space actionSpace() {
        return Space.Box.of(-MAX_TORQUE, MAX_TORQUE, 1);
    }

    @Override
    public void reset(NumpyRandom random, Frame frame) {
        angle = random.uniform(-Math.PI, Math.PI);
        speed = random.uniform(-1, 1);
        show(frame);
    }

    @Override
    public void step(Frame frame) {
        float torque = Math.clamp(frame.actionValue(0), -MAX_TORQUE, MAX_TORQUE);
        double from = normalized(angle);
        // What comes from the torque alone is rounded to float32, its type.
        frame.reward(-(from * from + 0.1 * (speed * speed) + 0.001f * (torque * torque)));
        speed += (pull * sin + 3f * torque) * SECONDS;
        speed = Math.clamp(speed, -MAX_SPEED, MAX_SPEED);
        angle += speed * SECONDS;
        show(frame);
    }

    /// The angle in [−π, π), the turns left out.
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
        sin = Trig.sin(angle);
        frame.obs(0, Trig.cos(angle));
        frame.obs(1, sin);
        frame.obs(2, speed);
    }
}
