package slmlab.search;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.RandomStream;

/// The values that a search may give to one key.
///
/// Samplers work on coordinates: numbers for which neighbors are alike. A logarithmic range has logarithms, a choice
/// has the indices of its options.
public sealed interface Domain {

    /// Draw a coordinate from the distribution that the spec names.
    double draw(RandomStream random);

    /// Return the lowest coordinate.
    double low();

    /// Return the highest coordinate.
    double high();

    /// Return what stands at a coordinate, as a spec has it.
    @Nullable
    Object value(double coordinate);

    /// Return whether two coordinates have the same value.
    default boolean isSame(double one, double other) {
        return Objects.equals(value(one), value(other));
    }

    /// Numbers from `least` to `most`, both included.
    ///
    /// @param step between values, counted from `least`; 0 for any value between
    /// @param isLog whether factors count rather than differences
    /// @param isWhole whether a spec has them as whole numbers
    record Range(double least, double most, double step, boolean isLog, boolean isWhole) implements Domain {

        @Override
        public double draw(RandomStream random) {
            return low() + (high() - low()) * random.nextUniform();
        }

        /// With steps, half of one lies below the least value, so that all values are equally wide.
        @Override
        public double low() {
            return isLog ? StrictMath.log(least - lowerMargin()) : least - step / 2;
        }

        @Override
        public double high() {
            return isLog ? StrictMath.log(most + step / 2) : most + step / 2;
        }

        /// Return how many values there are: the steps need not end at the most. Only for a range in steps.
        long steps() {
            return (long) StrictMath.floor((most - least) / step * (1 + 1e-12)) + 1;
        }

        private double lowerMargin() {
            return Math.min(step, least) / 2;
        }

        @Override
        public Object value(double coordinate) {
            double number = isLog ? StrictMath.exp(coordinate) : coordinate;
            if (step > 0) {
                number = least + step * Math.min(Math.rint((number - least) / step), steps() - 1.0);
            }
            number = Math.clamp(number, least, most);
            return isWhole ? (Object) Math.round(number) : (Object) number;
        }
    }

    /// Numbers around a mean; samplers that learn look within four deviations.
    ///
    /// @param step that values are rounded to; 0 for none
    record Normal(double mean, double deviation, double step) implements Domain {
        private static final double WIDTH = 4;

        @Override
        public double draw(RandomStream random) {
            return Math.clamp(mean + deviation * random.nextNormal(), low(), high());
        }

        @Override
        public double low() {
            return mean - WIDTH * deviation;
        }

        @Override
        public double high() {
            return mean + WIDTH * deviation;
        }

        @Override
        public Object value(double coordinate) {
            return step > 0 ? step * Math.rint(coordinate / step) : coordinate;
        }
    }

    /// One of several options of any kind.
    record Choice(List<?> options) implements Domain {
        @Override
        public double draw(RandomStream random) {
            return random.nextInt(options.size());
        }

        @Override
        public double low() {
            return 0;
        }

        @Override
        public double high() {
            return options.size() - 1;
        }

        @Override
        public @Nullable Object value(double coordinate) {
            return options.get((int) Math.rint(coordinate));
        }
    }
}
