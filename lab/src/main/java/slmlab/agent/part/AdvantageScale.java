package slmlab.agent.part;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import slmlab.agent.Savable;
import slmlab.spec.key.Doc;
import slmlab.tensor.State;

/// How the advantages of a minibatch are scaled.
public enum AdvantageScale {
    @Doc("to mean 0 and standard deviation 1")
    STANDARDIZE,
    @Doc("by a moving average of the range from the 5th to the 95th percentile, where that is above 1"
            + " (arXiv:2301.04104)")
    PERCENTILE;

    private static final double EPS = 1e-8;
    private static final double DECAY = 0.99;
    private static final double LOW = 0.05;
    private static final double HIGH = 0.95;

    public Scaler scaler() {
        return switch (this) {
            case STANDARDIZE -> new Standardize();
            case PERCENTILE -> new Percentile();
        };
    }

    /// Scale advantages in place.
    public sealed interface Scaler extends Savable {
        /// @param weight 0 for rows that do not count; null where all do
        void scale(float[] advantage, float @Nullable [] weight);

        @Override
        default void save(State to) {}

        @Override
        default void load(State from) {}
    }

    /// (A − mean) / (standard deviation + 10⁻⁸), with n − 1 in the variance.
    public static void standardize(float[] values, float @Nullable [] weight) {
        int count = 0;
        double sum = 0;
        for (int i = 0; i < values.length; i++) {
            if (weight == null || weight[i] != 0) {
                sum += values[i];
                count++;
            }
        }
        if (count < 2) {
            return;
        }
        double mean = sum / count;
        double squares = 0;
        for (int i = 0; i < values.length; i++) {
            if (weight == null || weight[i] != 0) {
                double distance = values[i] - mean;
                squares += distance * distance;
            }
        }
        double scale = 1 / (Math.sqrt(squares / (count - 1)) + EPS);
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) ((values[i] - mean) * scale);
        }
    }

    private static final class Standardize implements Scaler {
        @Override
        public void scale(float[] advantage, float @Nullable [] weight) {
            standardize(advantage, weight);
        }
    }

    private static final class Percentile implements Scaler {
        private double low;
        private double high;
        private float[] sorted = new float[0];

        @Override
        public void scale(float[] advantage, float @Nullable [] weight) {
            if (sorted.length < advantage.length) {
                sorted = new float[advantage.length];
            }
            int count = 0;
            for (int i = 0; i < advantage.length; i++) {
                if (weight == null || weight[i] != 0) {
                    sorted[count++] = advantage[i];
                }
            }
            Arrays.sort(sorted, 0, count);
            low = DECAY * low + (1 - DECAY) * quantile(LOW, count);
            high = DECAY * high + (1 - DECAY) * quantile(HIGH, count);
            double scale = 1 / Math.max(1, high - low);
            for (int i = 0; i < advantage.length; i++) {
                advantage[i] = (float) (advantage[i] * scale);
            }
        }

        /// By linear interpolation between neighbors.
        private double quantile(double share, int count) {
            double at = share * (count - 1);
            int below = (int) at;
            int above = Math.min(below + 1, count - 1);
            return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
        }

        @Override
        public void save(State to) {
            to.put("low", low);
            to.put("high", high);
        }

        @Override
        public void load(State from) {
            low = from.number("low");
            high = from.number("high");
        }
    }
}
