package slmlab.env;

import org.jspecify.annotations.Nullable;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Shape;

/// Actions drawn uniformly from a space, or among those that a mask allows. An unbounded box is sampled from [−1, 1].
public final class RandomActions {
    private final Space space;
    private final RandomStream random;
    private final Array action;

    /// @param size number of envs to draw for
    public RandomActions(Space space, int size, RandomStream random) {
        this.space = space;
        this.random = random;
        this.action = empty(space, size);
    }

    /// Return actions for `size` envs, all zeros.
    public static Array empty(Space space, int size) {
        Shape row = space.row();
        return Array.zeros(space.rowType(), row.rank() == 0 ? Shape.of(size) : row.insert(0, size));
    }

    /// Draw among the actions that a mask allows; among all of them if it is null.
    ///
    /// @param mask UINT8, one entry per action of each env
    public Array next(@Nullable Array mask) {
        next();
        if (mask != null && space instanceof Space.Discrete(int n, int start)) {
            byte[] allowed = mask.bytes();
            int[] values = action.ints();
            for (int env = 0; env < values.length; env++) {
                int count = 0;
                for (int choice = 0; choice < n; choice++) {
                    count += allowed[env * n + choice];
                }
                int left = count == 0 ? -1 : random.nextInt(count);
                for (int choice = 0; choice < n && left >= 0; choice++) {
                    if (allowed[env * n + choice] != 0 && left-- == 0) {
                        values[env] = start + choice;
                    }
                }
            }
        }
        return action;
    }

    /// Draw one action per env, whatever a mask says, into the same array every time.
    public Array next() {
        switch (space) {
            case Space.Discrete(int n, int start) -> {
                int[] values = action.ints();
                for (int i = 0; i < values.length; i++) {
                    values[i] = start + random.nextInt(n);
                }
            }
            case Space.MultiDiscrete(var sizes) -> {
                int[] values = action.ints();
                for (int i = 0; i < values.length; i++) {
                    values[i] = random.nextInt(sizes.get(i % sizes.size()));
                }
            }
            case Space.MultiBinary _ -> {
                int[] values = action.ints();
                for (int i = 0; i < values.length; i++) {
                    values[i] = random.nextInt(2);
                }
            }
            case Space.Box(var _, var dtype, var bounds) -> {
                if (dtype != DType.FLOAT32) {
                    throw new IllegalArgumentException("actions of %s are not supported".formatted(space));
                }
                float[] values = action.floats();
                for (int i = 0; i < values.length; i++) {
                    values[i] = uniform(bounds.low(i % bounds.size()), bounds.high(i % bounds.size()));
                }
            }
            case Space.Dict _, Space.Tuple _ ->
                throw new IllegalArgumentException("actions of %s are not supported".formatted(space));
        }
        return action;
    }

    private float uniform(float low, float high) {
        double from = low > -Float.MAX_VALUE ? low : Math.min(-1.0, high - 2.0);
        double to = high < Float.MAX_VALUE ? high : Math.max(1.0, low + 2.0);
        return (float) (from + random.nextUniform() * (to - from));
    }
}
