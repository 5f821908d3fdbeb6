package slmlab.bench;

import java.util.Random;
import java.util.concurrent.TimeUnit;
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
import slmlab.tensor.internal.Updates;
import slmlab.tensor.internal.vector.VectorKernels;

/// One optimizer step over `n` parameters in one array, in vectors and by the scalar twin.
///
/// At 4,096 it measures arithmetic; at a million the four arrays of Adam are 16 MB and it measures memory, as
/// PyTorch's fused Adam does (0.50 to 0.72 ms on the machine this was written on).
///
/// It is misleading if another process uses the memory or the last-level cache meanwhile; if the numbers become
/// subnormal or grow to infinity over millions of steps (so the rates are tiny and the gradient's sign is
/// mixed); and for nets of many small variables, where the number of calls counts. The JIT vectorizes the
/// twin's simpler loops by itself, but not Adam's.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
        value = 1,
        jvmArgsAppend = {"--add-modules", "jdk.incubator.vector"})
public class UpdatesBenchmark {
    private static final float RATE = 1e-7f;

    @Param({"vector", "scalar"})
    private String kernels = "";

    @Param({"4096", "1000000"})
    private int n;

    private Updates updates = Kernels.scalar().updates();
    private float[] p = {};
    private float[] m = {};
    private float[] v = {};
    private float[] avg = {};
    private float[] g = {};

    @Setup
    public void setUp() {
        updates = (kernels.equals("vector") ? VectorKernels.create() : Kernels.scalar()).updates();
        var random = new Random(1);
        p = gaussians(random);
        m = gaussians(random);
        v = gaussians(random);
        avg = new float[n];
        g = gaussians(random);
        for (int i = 0; i < n; i++) {
            v[i] *= v[i];
        }
    }

    private float[] gaussians(Random random) {
        float[] x = new float[n];
        for (int i = 0; i < n; i++) {
            x[i] = (float) random.nextGaussian();
        }
        return x;
    }

    @Benchmark
    public float[] adam() {
        updates.adam(p, 0, m, 0, v, 0, g, 0, n, 1f, 1f, 0f, 0.9f, 0.999f, 1e-8f, RATE, 0.5f);
        return p;
    }

    @Benchmark
    public float[] radam() {
        updates.radam(p, 0, m, 0, v, 0, g, 0, n, 1f, 0f, 0.9f, 0.999f, 1e-8f, RATE, 0.5f, true);
        return p;
    }

    @Benchmark
    public float[] sgd() {
        updates.sgd(p, 0, m, 0, g, 0, n, 1f, RATE, 0f, 0f, 0f, false, false);
        return p;
    }

    @Benchmark
    public float[] sgdMomentum() {
        updates.sgd(p, 0, m, 0, g, 0, n, 1f, RATE, 0f, 0.9f, 0f, false, false);
        return p;
    }

    @Benchmark
    public float[] rmsprop() {
        updates.rmsprop(p, 0, v, 0, m, 0, avg, 0, g, 0, n, 1f, RATE, 0f, 0.99f, 1e-8f, 0f, false);
        return p;
    }

    @Benchmark
    public float[] rmspropCenteredMomentum() {
        updates.rmsprop(p, 0, v, 0, m, 0, avg, 0, g, 0, n, 1f, RATE, 0f, 0.99f, 1e-8f, 0.9f, true);
        return p;
    }

    @Benchmark
    public float[] lerp() {
        updates.lerp(p, 0, g, 0, n, 0.005f);
        return p;
    }
}
