package slmlab.env;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Lower and upper bound of each element of a box; infinite where there is none.
public final class Bounds {
    private final float[] low;
    private final float[] high;

    public Bounds(float[] low, float[] high) {
        if (low.length != high.length) {
            throw new IllegalArgumentException("%s lower bounds and %s upper ones".formatted(low.length, high.length));
        }
        for (int i = 0; i < low.length; i++) {
            if (!(low[i] <= high[i])) {
                throw new IllegalArgumentException(
                        "bounds [%s, %s] at %s: low above high".formatted(low[i], high[i], i));
            }
        }
        this.low = low.clone();
        this.high = high.clone();
    }

    public static Bounds of(int size, double low, double high) {
        float[] lows = new float[size];
        float[] highs = new float[size];
        Arrays.fill(lows, (float) low);
        Arrays.fill(highs, (float) high);
        return new Bounds(lows, highs);
    }

    public int size() {
        return low.length;
    }

    public float low(int i) {
        return low[i];
    }

    public float high(int i) {
        return high[i];
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Bounds that && Arrays.equals(low, that.low) && Arrays.equals(high, that.high);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(low) + Arrays.hashCode(high);
    }

    @Override
    public String toString() {
        boolean same = true;
        for (int i = 1; i < low.length; i++) {
            same &= low[i] == low[0] && high[i] == high[0];
        }
        return same && low.length > 0 ? low[0] + ", " + high[0] : Arrays.toString(low) + ", " + Arrays.toString(high);
    }
}
