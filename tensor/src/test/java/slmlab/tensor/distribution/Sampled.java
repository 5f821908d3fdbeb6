package slmlab.tensor.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.function.Supplier;
import slmlab.tensor.Array;
import slmlab.tensor.Program;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;

/// Runs a tensor once, and looks at many draws.
final class Sampled {
    private Sampled() {}

    /// Return the value of a tensor that may draw.
    static Array run(long seed, Supplier<Tensor> of) {
        Program program = Program.trace(
                Program.Options.DEFAULT.random(RandomStream.ofSeed(seed)), trace -> trace.output("y", of.get()));
        program.run();
        return program.output("y");
    }

    static Array run(Supplier<Tensor> of) {
        return run(1, of);
    }

    /// Return the same row of numbers many times.
    static Tensor rows(int batch, float... row) {
        return Tensor.of(Array.of(Shape.of(row.length), row)).broadcast(Shape.of(batch, row.length));
    }

    static Tensor row(float... row) {
        return Tensor.of(Array.of(Shape.of(1, row.length), row));
    }

    /// Return how often each of `n` values occurs, as shares.
    static double[] shares(int[] values, int n) {
        double[] shares = new double[n];
        for (int value : values) {
            shares[value] += 1.0 / values.length;
        }
        return shares;
    }

    /// One column of a matrix.
    static float[] column(Array matrix, int column) {
        int width = matrix.shape().dim(-1);
        float[] values = new float[matrix.shape().volume() / width];
        for (int row = 0; row < values.length; row++) {
            values[row] = matrix.floats()[row * width + column];
        }
        return values;
    }

    static int[] intColumn(Array matrix, int column) {
        int width = matrix.shape().dim(-1);
        int[] values = new int[matrix.shape().volume() / width];
        Arrays.setAll(values, row -> matrix.ints()[row * width + column]);
        return values;
    }

    /// Return the mean of (x − center)^power.
    static double moment(float[] x, double center, int power) {
        double sum = 0;
        for (float value : x) {
            sum += Math.pow(value - center, power);
        }
        return sum / x.length;
    }

    static void assertFinite(float[] values) {
        for (float value : values) {
            assertThat(value).isFinite();
        }
    }
}
