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
import slmlab.tensor.internal.vector.VectorKernels;

/// One product C = A·B, m×k×n, in vectors and by the scalar twin. `flop` is in GFLOP/s.
///
/// `plain` is a forward pass, with a bias as the start; `transposedA` is the gradient of weights, `transposedB`
/// that of an input, its transpose included.
///
/// It is misleading on a busy machine (the larger sizes live in the cache that all cores share); for operands
/// that were not used just before, as here they always were; for a second vector width in the same JVM, which
/// JMH's forks exclude; and by an array's address, worth up to 10 %: a row that does not begin with a cache
/// line costs two loads.
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
        value = 2,
        jvmArgsAppend = {"--add-modules", "jdk.incubator.vector"})
public class GemmBenchmark {

    /// Floating-point operations of a call; over the time in nanoseconds it is GFLOP/s.
    @State(Scope.Thread)
    @AuxCounters
    public static class Work {
        public double flop;
    }

    @Param({"vector", "scalar"})
    private String kernels = "";

    /// Hidden layers, large products, first layers, acting on 8 observations, and heads.
    @Param({
        "64x64x64",
        "2048x64x64",
        "256x256x256",
        "512x512x512",
        "1024x1024x1024",
        "2048x512x512",
        "64x4x64",
        "256x17x256",
        "8x4x64",
        "8x64x64",
        "8x64x2",
        "64x64x1",
        "64x64x2",
        "256x256x1",
        "256x256x6"
    })
    private String size = "";

    private Matrix matrix = Kernels.scalar().matrix();
    private int m;
    private int k;
    private int n;
    private float[] a = {};
    private float[] b = {};
    private float[] c = {};
    private float[] bias = {};
    private float[] scratch = {};

    @Setup
    public void setUp() {
        matrix = (kernels.equals("vector") ? VectorKernels.create() : Kernels.scalar()).matrix();
        String[] sizes = size.split("x", -1);
        m = Integer.parseInt(sizes[0]);
        k = Integer.parseInt(sizes[1]);
        n = Integer.parseInt(sizes[2]);
        var random = new Random(1);
        a = numbers(m * k, random);
        b = numbers(k * n, random);
        c = new float[m * n];
        bias = numbers(n, random);
        scratch = new float[Math.max(matrix.gemmScratch(m, n, k, 1), matrix.gemmScratch(m, n, k, k))];
    }

    @Benchmark
    public float[] plain(Work work) {
        matrix.gemm(m, n, k, a, 0, k, 1, b, 0, n, 1, c, 0, n, bias, 0, 0, scratch, 0);
        return done(work);
    }

    @Benchmark
    public float[] transposedA(Work work) {
        matrix.gemm(m, n, k, a, 0, 1, m, b, 0, n, 1, c, 0, n, null, 0, 0, scratch, 0);
        return done(work);
    }

    @Benchmark
    public float[] transposedB(Work work) {
        matrix.gemm(m, n, k, a, 0, k, 1, b, 0, 1, k, c, 0, n, null, 0, 0, scratch, 0);
        return done(work);
    }

    private float[] done(Work work) {
        work.flop += 2.0 * m * n * k;
        return c;
    }

    private static float[] numbers(int count, Random random) {
        float[] numbers = new float[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = (float) random.nextGaussian();
        }
        return numbers;
    }
}
