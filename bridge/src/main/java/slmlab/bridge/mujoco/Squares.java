package slmlab.bridge.mujoco;

/// Sums of squares, added in NumPy's order and precision: a sum of float32 is one, and so is its product with a
/// weight. Rewards would otherwise differ in the eighth digit.
final class Squares {
    private static final int LANES = 8; // NumPy adds eight partial sums, and the rest one by one

    private Squares() {}

    /// Return the cost of an action, `weight * np.sum(np.square(action))`.
    static float cost(double weight, float[] action) {
        return (float) weight * sum(action);
    }

    static float sum(float[] x) {
        int even = x.length - x.length % LANES;
        float sum = 0;
        if (even > 0) {
            sum = pair(x, even, 0) + pair(x, even, 4);
        }
        for (int i = even; i < x.length; i++) {
            sum += x[i] * x[i];
        }
        return sum;
    }

    /// Return the partial sums of four lanes, added in pairs.
    private static float pair(float[] x, int even, int lane) {
        return (lane(x, even, lane) + lane(x, even, lane + 1)) + (lane(x, even, lane + 2) + lane(x, even, lane + 3));
    }

    private static float lane(float[] x, int even, int lane) {
        float sum = x[lane] * x[lane];
        for (int i = lane + LANES; i < even; i += LANES) {
            sum += x[i] * x[i];
        }
        return sum;
    }

    static double sum(Field field, MujocoRange clip) {
        double sum = 0;
        for (int i = 0; i < field.size(); i++) {
            double x = clip.clip(field.at(i));
            sum += x * x;
        }
        return sum;
    }
}
