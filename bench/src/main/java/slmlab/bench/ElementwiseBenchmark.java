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
import slmlab.tensor.internal.Elementwise;
import slmlab.tensor.internal.Kernels;
import slmlab.tensor.internal.vector.VectorKernels;

/// One call of an element-wise kernel over `n` floats, in vectors and by the scalar twin.
///
/// Measures arrays in the L1 cache (three of 4,096 floats are 48 kB, more than some machines have: then it is
/// L2) and ordinary numbers, N(0, 1) made positive for logarithms and roots.
///
/// It is misleading if n is small and not a multiple of the vector's length, where the scalar tail takes most
/// of the time; if angles exceed 8192 (`sin` then leaves vectors); for large arrays, which are memory-bound
/// whatever the kernel; and for the twin's simplest loops, which the JIT may vectorize by itself.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
        value = 1,
        jvmArgsAppend = {"--add-modules", "jdk.incubator.vector"})
public class ElementwiseBenchmark {

    @Param({"vector", "scalar"})
    private String kernels = "";

    @Param({"4096"})
    private int n;

    private Elementwise elementwise = Kernels.scalar().elementwise();
    private float[] a = {};
    private float[] b = {};
    private float[] c = {};
    private float[] positive = {};
    private float[] y = {};

    @Setup
    public void setUp() {
        elementwise = (kernels.equals("vector") ? VectorKernels.create() : Kernels.scalar()).elementwise();
        var random = new Random(1);
        a = new float[n];
        b = new float[n];
        c = new float[n];
        positive = new float[n];
        y = new float[n];
        for (int i = 0; i < n; i++) {
            a[i] = (float) random.nextGaussian();
            b[i] = (float) random.nextGaussian();
            c[i] = random.nextInt(2);
            positive[i] = Math.abs(a[i]) + 1e-3f;
        }
    }

    @Benchmark
    public float[] neg() {
        elementwise.neg(a, 0, y, 0, n);
        return y;
    }

    @Benchmark
    public float[] relu() {
        elementwise.relu(a, 0, y, 0, n);
        return y;
    }

    @Benchmark
    public float[] reciprocal() {
        elementwise.reciprocal(a, 0, y, 0, n);
        return y;
    }

    @Benchmark
    public float[] sqrt() {
        elementwise.sqrt(positive, 0, y, 0, n);
        return y;
    }

    @Benchmark
    public float[] exp() {
        elementwise.exp(a, 0, y, 0, n);
        return y;
    }

    @Benchmark
    public float[] log() {
        elementwise.log(positive, 0, y, 0, n);
        return y;
    }

    @Benchmark
    public float[] log1p() {
        elementwise.log1p(positive, 0, y, 0, n);
        return y;
    }

    @Benchmark
    public float[] tanh() {
        elementwise.tanh(a, 0, y, 0, n);
        return y;
    }

    @Benchmark
    public float[] sigmoid() {
        elementwise.sigmoid(a, 0, y, 0, n);
        return y;
    }

    @Benchmark
    public float[] erf() {
        elementwise.erf(a, 0, y, 0, n);
        return y;
    }

    @Benchmark
    public float[] sin() {
        elementwise.sin(a, 0, y, 0, n);
        return y;
    }

    @Benchmark
    public float[] cos() {
        elementwise.cos(a, 0, y, 0, n);
        return y;
    }

    @Benchmark
    public float[] add() {
        elementwise.add(a, 0, b, 0, y, 0, n);
        return y;
    }

    @Benchmark
    public float[] mul() {
        elementwise.mul(a, 0, b, 0, y, 0, n);
        return y;
    }

    @Benchmark
    public float[] div() {
        elementwise.div(a, 0, b, 0, y, 0, n);
        return y;
    }

    @Benchmark
    public float[] min() {
        elementwise.min(a, 0, b, 0, y, 0, n);
        return y;
    }

    @Benchmark
    public float[] lt() {
        elementwise.lt(a, 0, b, 0, y, 0, n);
        return y;
    }

    @Benchmark
    public float[] pow() {
        elementwise.pow(positive, 0, b, 0, y, 0, n);
        return y;
    }

    @Benchmark
    public float[] tanhGrad() {
        elementwise.tanhGrad(a, 0, b, 0, y, 0, n);
        return y;
    }

    @Benchmark
    public float[] reluGrad() {
        elementwise.reluGrad(a, 0, b, 0, y, 0, n);
        return y;
    }

    @Benchmark
    public float[] sigmoidGrad() {
        elementwise.sigmoidGrad(a, 0, b, 0, y, 0, n);
        return y;
    }

    @Benchmark
    public float[] select() {
        elementwise.select(c, 0, a, 0, b, 0, y, 0, n);
        return y;
    }

    @Benchmark
    public float[] clamp() {
        elementwise.clamp(a, 0, b, 0, c, 0, y, 0, n);
        return y;
    }

    @Benchmark
    public float[] fill() {
        elementwise.fill(1f, y, 0, n);
        return y;
    }
}
