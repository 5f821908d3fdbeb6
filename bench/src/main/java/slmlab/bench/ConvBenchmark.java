package slmlab.bench;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import slmlab.tensor.internal.Kernels;
import slmlab.tensor.internal.Matrix;
import slmlab.tensor.internal.Matrix.Conv;
import slmlab.tensor.internal.vector.VectorKernels;

/// One convolution of the Nature CNN on 32 images, forward and its two gradients, in vectors and by the scalar
/// twin. `flop` is in GFLOP/s.
///
/// It is misleading for kernels whose channels or filters do not fill whole vectors, which include padding; for
/// images that come from memory, because here they are in the last-level cache; and for the whole net: it does
/// not include activations and the layers that follow, and it includes the first layer's `byInput`, which no
/// net needs.
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
        value = 2,
        jvmArgsAppend = {"--add-modules", "jdk.incubator.vector"})
public class ConvBenchmark {

    /// Floating-point operations of a call; over the time in nanoseconds it is GFLOP/s.
    @State(Scope.Thread)
    @AuxCounters
    public static class Work {
        public double flop;
    }

    /// The three layers.
    public enum Layer {
        FIRST(new Conv(32, 84, 84, 4, 8, 8, 32, 4, 4)),
        SECOND(new Conv(32, 20, 20, 32, 4, 4, 64, 2, 2)),
        THIRD(new Conv(32, 9, 9, 64, 3, 3, 64, 1, 1));

        private final Conv shape;

        Layer(Conv shape) {
            this.shape = shape;
        }
    }

    @Param({"vector", "scalar"})
    private String kernels = "";

    @Param
    private Layer layer = Layer.FIRST;

    private Matrix matrix = Kernels.scalar().matrix();
    private Conv shape = Layer.FIRST.shape;
    private int pixels;
    private int window;
    private float[] x = {};
    private float[] w = {};
    private float[] bias = {};
    private float[] y = {};
    private float[] dx = {};
    private float[] dw = {};
    private float[] scratch = {};

    @Setup
    public void setUp() {
        matrix = (kernels.equals("vector") ? VectorKernels.create() : Kernels.scalar()).matrix();
        shape = layer.shape;
        pixels = shape.images() * shape.outHeight() * shape.outWidth();
        window = shape.kernelHeight() * shape.kernelWidth() * shape.channels();
        var random = new Random(1);
        x = numbers(shape.images() * shape.height() * shape.width() * shape.channels(), random);
        w = numbers(window * shape.filters(), random);
        bias = numbers(shape.filters(), random);
        y = numbers(pixels * shape.filters(), random);
        dx = new float[x.length];
        dw = new float[w.length];
        scratch = new float[matrix.convScratch(shape)];
    }

    @Benchmark
    public float[] forward(Work work) {
        matrix.conv(shape, 0, pixels, x, 0, w, 0, bias, 0, y, 0, scratch, 0);
        return done(work, y);
    }

    @Benchmark
    public float[] byFilter(Work work) {
        matrix.convFilter(shape, 0, window, x, 0, y, 0, dw, 0, scratch, 0);
        return done(work, dw);
    }

    @Benchmark
    public float[] byInput(Work work) {
        matrix.convInput(shape, 0, shape.images(), y, 0, w, 0, dx, 0, scratch, 0);
        return done(work, dx);
    }

    private float[] done(Work work, float[] result) {
        work.flop += 2.0 * pixels * window * shape.filters();
        return result;
    }

    private static float[] numbers(int count, Random random) {
        float[] numbers = new float[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = (float) random.nextGaussian();
        }
        return numbers;
    }
}
