package slmlab.tensor;

import java.util.function.DoubleSupplier;

/// Arrays of random numbers for tests, all from one seed.
public final class Numbers {
    private final RandomStream random;

    public Numbers(long seed) {
        this.random = RandomStream.ofSeed(seed);
    }

    public Array normal(int... dims) {
        return fill(random::nextNormal, dims);
    }

    public Array uniform(double low, double high, int... dims) {
        return fill(() -> low + (high - low) * random.nextUniform(), dims);
    }

    /// Normal numbers that keep away from 0 by 0.1, where some functions have a kink.
    public Array awayFromZero(int... dims) {
        return fill(
                () -> {
                    double x = random.nextNormal();
                    return x + Math.copySign(0.1, x);
                },
                dims);
    }

    /// Numbers no two of which are closer than 0.05, in random order.
    public Array distinct(int... dims) {
        int n = Shape.of(dims).volume();
        int[] order = new int[n];
        for (int i = 0; i < n; i++) {
            order[i] = i;
        }
        random.shuffle(order);
        int[] at = {0};
        return fill(() -> 0.1 * (order[at[0]++] - n / 2.0) + 0.05 * random.nextUniform(), dims);
    }

    public Array indices(int bound, int... dims) {
        Shape shape = Shape.of(dims);
        int[] data = new int[shape.volume()];
        for (int i = 0; i < data.length; i++) {
            data[i] = random.nextInt(bound);
        }
        return Array.ofInts(shape, data);
    }

    public RandomStream random() {
        return random;
    }

    private static Array fill(DoubleSupplier next, int... dims) {
        Shape shape = Shape.of(dims);
        float[] data = new float[shape.volume()];
        for (int i = 0; i < data.length; i++) {
            data[i] = (float) next.getAsDouble();
        }
        return Array.of(shape, data);
    }
}
