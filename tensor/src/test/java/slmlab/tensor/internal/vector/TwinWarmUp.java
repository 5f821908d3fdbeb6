package slmlab.tensor.internal.vector;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Random;
import slmlab.tensor.internal.Elementwise;
import slmlab.tensor.internal.KernelCase;
import slmlab.tensor.internal.ScalarElementwise;
import slmlab.tensor.internal.ScalarUpdates;
import slmlab.tensor.internal.Updates;

/// Runs each kernel 50,000 times on the same numbers: the first call is interpreted, the last compiled. Their
/// bits must be equal, and the compiled one must not make objects of its vectors.
final class TwinWarmUp {
    private static final int CALLS = 50_000;
    private static final int N = 37; // full vectors and a tail, for any vector width

    private TwinWarmUp() {}

    public static void main(String[] arguments) {
        int agreed = 0;
        for (KernelCase kernel : KernelCase.all()) {
            boolean vector = agrees(kernel, new VectorElementwise(), new VectorUpdates());
            boolean scalar = agrees(kernel, new ScalarElementwise(), new ScalarUpdates());
            if (vector && scalar && allocatesNothing(kernel)) {
                agreed++;
            }
        }
        System.out.println(agreed + " kernels agree");
    }

    private static boolean agrees(KernelCase kernel, Elementwise elementwise, Updates updates) {
        float[][] numbers = new float[kernel.arrays()][];
        float[][] x = new float[kernel.arrays()][N + 3];
        int[] offsets = new int[kernel.arrays()];
        for (int i = 0; i < x.length; i++) {
            numbers[i] = KernelCase.numbers(i + 1, N + 3);
            offsets[i] = 1 + i % 2;
        }
        float[][] first = new float[kernel.arrays()][];
        for (int call = 0; call < CALLS; call++) {
            for (int i = 0; i < x.length; i++) {
                System.arraycopy(numbers[i], 0, x[i], 0, N + 3);
            }
            kernel.call().run(elementwise, updates, x, offsets, N);
            if (call == 0) {
                for (int i = 0; i < x.length; i++) {
                    first[i] = x[i].clone();
                }
            }
        }
        for (int i = 0; i < x.length; i++) {
            for (int at = 0; at < N + 3; at++) {
                if (Float.floatToIntBits(x[i][at]) != Float.floatToIntBits(first[i][at])) {
                    System.out.println("%s of %s, array %d, element %d: %s first, %s later"
                            .formatted(kernel, elementwise.getClass(), i, at, first[i][at], x[i][at]));
                    return false;
                }
            }
        }
        return true;
    }

    /// Wait for the compiler if need be. A vector as an object is some 100 bytes, and a call here makes 64 of
    /// them and more; calling by reflection takes up to a few hundred bytes.
    private static boolean allocatesNothing(KernelCase kernel) {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int n = 1024;
        float[][] x = new float[kernel.arrays()][n];
        var random = new Random(5);
        for (float[] array : x) {
            for (int i = 0; i < n; i++) {
                array[i] = (float) random.nextGaussian();
            }
        }
        int[] offsets = new int[kernel.arrays()];
        var elementwise = new VectorElementwise();
        var updates = new VectorUpdates();
        long deadline = System.nanoTime() + 20_000_000_000L;
        long perCall;
        do {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int call = 0; call < 100; call++) {
                kernel.call().run(elementwise, updates, x, offsets, n);
            }
            perCall = (threads.getCurrentThreadAllocatedBytes() - before) / 100;
        } while (perCall > 1000 && System.nanoTime() < deadline);
        if (perCall > 1000) {
            System.out.println("%s allocates %d bytes a call".formatted(kernel, perCall));
        }
        return perCall <= 1000;
    }
}
