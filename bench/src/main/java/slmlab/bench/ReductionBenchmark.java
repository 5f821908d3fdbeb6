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
import slmlab.tensor.internal.Reduction;
import slmlab.tensor.internal.vector.VectorKernels;

/// One reduction over the middle axis of `outer×n×inner` numbers, in vectors and by the scalar twin; `dot`
/// takes `outer` rows of `n·inner`.
///
/// The shapes: gradients of a hidden layer's and of a head's bias, a mean over a batch, a softmax over 2, 6 and
/// 18 actions, a norm.
///
/// It is misleading for branches: `argmax` of random numbers mispredicts more than that of a policy; for data
/// from memory, which bounds sums of more than a few MB whatever the kernel; and for the twin's sums, whose
/// order keeps the JIT from using vectors: a C compiler allowed to reorder would not be that slow.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
        value = 1,
        jvmArgsAppend = {"--add-modules", "jdk.incubator.vector"})
public class ReductionBenchmark {

    @Param({"vector", "scalar"})
    private String kernels = "";

    @Param({"1x64x64", "1x2048x64", "1x64x2", "1x2048x1", "64x2x1", "2048x2x1", "2048x6x1", "2048x18x1", "1x65536x1"})
    private String shape = "";

    private Reduction reduction = Kernels.scalar().reduction();
    private int outer;
    private int n;
    private int inner;
    private float[] x = {};
    private float[] x2 = {};
    private float[] y = {};
    private int[] best = {};

    @Setup
    public void setUp() {
        reduction = (kernels.equals("vector") ? VectorKernels.create() : Kernels.scalar()).reduction();
        String[] sizes = shape.split("x", -1);
        outer = Integer.parseInt(sizes[0]);
        n = Integer.parseInt(sizes[1]);
        inner = Integer.parseInt(sizes[2]);
        var random = new Random(1);
        x = numbers(outer * n * inner, random);
        x2 = numbers(outer * n * inner, random);
        y = new float[outer * inner];
        best = new int[outer * inner];
    }

    @Benchmark
    public float[] sum() {
        reduction.sum(x, 0, outer, n, inner, y, 0);
        return y;
    }

    @Benchmark
    public float[] max() {
        reduction.max(x, 0, outer, n, inner, y, 0);
        return y;
    }

    @Benchmark
    public int[] argmax() {
        reduction.argmax(x, 0, outer, n, inner, best, 0);
        return best;
    }

    @Benchmark
    public float[] dot() {
        reduction.dot(x, 0, x2, 0, outer, n * inner, y, 0);
        return y;
    }

    private static float[] numbers(int count, Random random) {
        float[] numbers = new float[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = (float) random.nextGaussian();
        }
        return numbers;
    }
}
