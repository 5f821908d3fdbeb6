package slmlab.tensor.nn;

import java.util.function.DoubleSupplier;
import slmlab.tensor.Array;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Shape;
import slmlab.tensor.ShapeException;

/// Initialization of a layer's weights. Shapes are those that PyTorch saves: [out, in] or [out, in, kh, kw].
///
/// The formulas are those of `torch.nn.init`; the random numbers come from our own streams, so the distribution
/// is the same but the draws are not.
public interface Init {

    /// Return the initial values of a weight.
    Array weight(Shape shape, RandomStream random);

    /// Return the initial values of the bias beside a weight of that shape (default: zeros).
    default Array bias(int size, Shape weight, RandomStream random) {
        return Array.of(Shape.of(size), new float[size]);
    }

    /// Return the initialization that a recurrent layer of `hidden` units uses in place of this.
    default Init recurrent(int hidden) {
        return this;
    }

    /// PyTorch's default: weights and biases uniform within ±1/√fan_in, recurrent ones within ±1/√hidden.
    Init DEFAULT = new Init() {
        @Override
        public Array weight(Shape shape, RandomStream random) {
            return within(1 / Math.sqrt(fanIn(shape)), shape, random);
        }

        @Override
        public Array bias(int size, Shape weight, RandomStream random) {
            return within(1 / Math.sqrt(fanIn(weight)), Shape.of(size), random);
        }

        @Override
        public Init recurrent(int hidden) {
            double bound = 1 / Math.sqrt(hidden);
            return new Init() {
                @Override
                public Array weight(Shape shape, RandomStream random) {
                    return within(bound, shape, random);
                }

                @Override
                public Array bias(int size, Shape weight, RandomStream random) {
                    return within(bound, Shape.of(size), random);
                }
            };
        }
    };

    Init ZEROS = constant(0);

    static Init constant(double value) {
        return (shape, _) -> filled(shape, () -> value);
    }

    static Init uniform(double low, double high) {
        return (shape, random) -> filled(shape, () -> low + (high - low) * random.nextUniform());
    }

    static Init normal(double mean, double std) {
        return (shape, random) -> filled(shape, () -> mean + std * random.nextNormal());
    }

    /// Return a uniform initialization with a standard deviation of gain·√(2 / (fan_in + fan_out)). Glorot and
    /// Bengio 2010.
    static Init xavierUniform(double gain) {
        return (shape, random) -> within(Math.sqrt(3) * xavierStd(gain, shape), shape, random);
    }

    static Init xavierNormal(double gain) {
        return (shape, random) -> normal(0, xavierStd(gain, shape)).weight(shape, random);
    }

    /// Return a uniform initialization with a standard deviation of gain/√fan. He et al. 2015.
    static Init kaimingUniform(double gain, Fan fan) {
        return (shape, random) -> within(Math.sqrt(3) * gain / Math.sqrt(fan.of(shape)), shape, random);
    }

    static Init kaimingNormal(double gain, Fan fan) {
        return (shape, random) -> normal(0, gain / Math.sqrt(fan.of(shape))).weight(shape, random);
    }

    /// Return an initialization with orthogonal rows, or columns where there are fewer of them, each of length
    /// `gain`; every such matrix is equally likely. Saxe et al. 2014.
    static Init orthogonal(double gain) {
        return (shape, random) -> {
            int rows = shape.rank() < 2 ? 0 : shape.dim(0);
            int columns = rows == 0 ? 0 : shape.volume() / rows;
            if (rows == 0 || columns == 0) {
                throw new ShapeException("orthogonal init of %s: needs [out, in, …]".formatted(shape));
            }
            double[] normals = new double[rows * columns];
            for (int i = 0; i < normals.length; i++) {
                normals[i] = random.nextNormal();
            }
            double[] orthogonal = Orthogonal.of(normals, rows, columns);
            float[] weight = new float[orthogonal.length];
            for (int i = 0; i < weight.length; i++) {
                weight[i] = (float) (gain * orthogonal[i]);
            }
            return Array.of(shape, weight);
        };
    }

    /// Fan-in (inputs per unit) or fan-out (units per input); the pixels of a filter count.
    enum Fan {
        IN,
        OUT;

        public int of(Shape shape) {
            if (shape.rank() < 2) {
                throw new ShapeException("fan of %s: needs [out, in, …]".formatted(shape));
            }
            int field = shape.volume() / Math.max(1, shape.dim(0) * shape.dim(1));
            return field * shape.dim(this == IN ? 1 : 0);
        }
    }

    /// Gain that preserves the scale of a signal through an activation, as in `torch.nn.init.calculate_gain`.
    enum Gain {
        LINEAR(1),
        SIGMOID(1),
        TANH(5.0 / 3),
        RELU(Math.sqrt(2)),
        /// With the default slope of 0.01.
        LEAKY_RELU(leakyRelu(0.01)),
        SELU(0.75);

        private final double value;

        Gain(double value) {
            this.value = value;
        }

        public double value() {
            return value;
        }

        public static double leakyRelu(double slope) {
            return Math.sqrt(2 / (1 + slope * slope));
        }
    }

    private static int fanIn(Shape shape) {
        return Fan.IN.of(shape);
    }

    private static double xavierStd(double gain, Shape shape) {
        return gain * Math.sqrt(2.0 / (Fan.IN.of(shape) + Fan.OUT.of(shape)));
    }

    private static Array within(double bound, Shape shape, RandomStream random) {
        return uniform(-bound, bound).weight(shape, random);
    }

    private static Array filled(Shape shape, DoubleSupplier next) {
        float[] numbers = new float[shape.volume()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = (float) next.getAsDouble();
        }
        return Array.of(shape, numbers);
    }
}
