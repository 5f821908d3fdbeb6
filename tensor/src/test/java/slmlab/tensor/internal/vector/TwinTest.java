package slmlab.tensor.internal.vector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.tensor.internal.Elementwise;
import slmlab.tensor.internal.KernelCase;
import slmlab.tensor.internal.KernelJvm;
import slmlab.tensor.internal.ScalarElementwise;
import slmlab.tensor.internal.ScalarUpdates;
import slmlab.tensor.internal.Updates;

/// Every element-wise and update kernel in vectors gives the bits of its scalar twin. All NaNs count as one:
/// which of two a sum keeps is the processor's choice.
class TwinTest {
    private static final int[] SIZES = {0, 1, 3, 7, 16, 17, 63, 64, 65, 1021};

    private static final Elementwise VECTOR = new VectorElementwise();
    private static final Elementwise SCALAR = new ScalarElementwise();
    private static final Updates VECTOR_UPDATES = new VectorUpdates();
    private static final Updates SCALAR_UPDATES = new ScalarUpdates();

    static List<KernelCase> cases() {
        return KernelCase.all();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void givesTheTwinsBitsAndTouchesNothingElse(KernelCase kernel) {
        for (int n : SIZES) {
            for (int seed = 0; seed < 3; seed++) {
                float[][] before = new float[kernel.arrays()][];
                int[] offsets = new int[kernel.arrays()];
                for (int i = 0; i < before.length; i++) {
                    offsets[i] = 1 + 2 * i + 3 * seed;
                    before[i] = KernelCase.numbers(100 * seed + i, offsets[i] + n + 17);
                }
                compare(kernel, before, offsets, n);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void givesTheTwinsBitsInPlace(KernelCase kernel) {
        int result = kernel.arrays() - 1;
        for (int operand = 0; kernel.elementwise() && operand < result; operand++) {
            for (int n : SIZES) {
                float[][] before = new float[kernel.arrays()][];
                int[] offsets = new int[kernel.arrays()];
                for (int i = 0; i < result; i++) {
                    offsets[i] = 3 + 2 * i;
                    before[i] = KernelCase.numbers(31 * n + i, offsets[i] + n + 5);
                }
                before[result] = before[operand];
                offsets[result] = offsets[operand];
                compare(kernel, before, offsets, n);
            }
        }
    }

    private static void compare(KernelCase kernel, float[][] before, int[] offsets, int n) {
        float[][] got = copy(before);
        float[][] want = copy(before);
        kernel.call().run(VECTOR, VECTOR_UPDATES, got, offsets, n);
        kernel.call().run(SCALAR, SCALAR_UPDATES, want, offsets, n);
        for (int i = 0; i < before.length; i++) {
            for (int at = 0; at < before[i].length; at++) {
                boolean inside = at >= offsets[i] && at < offsets[i] + n;
                float expected = inside ? want[i][at] : before[i][at];
                if (Float.floatToIntBits(got[i][at]) != Float.floatToIntBits(expected)) {
                    throw new AssertionError("%s, n = %d, array %d, element %d is %s; its twin has %s"
                            .formatted(kernel, n, i, at - offsets[i], got[i][at], expected));
                }
            }
        }
    }

    /// Return copies; arrays that were the same stay the same.
    private static float[][] copy(float[][] arrays) {
        var clones = new IdentityHashMap<float[], float[]>();
        float[][] copies = new float[arrays.length][];
        for (int i = 0; i < arrays.length; i++) {
            copies[i] = clones.computeIfAbsent(arrays[i], float[]::clone);
        }
        return copies;
    }

    /// The JIT must not change a bit: see [TwinWarmUp]. In a JVM of its own, because here the kernels are warm
    /// already.
    @Test
    void firstAndFiftyThousandthCallAgree() throws Exception {
        Process child = KernelJvm.start(TwinWarmUp.class, "--add-modules", "jdk.incubator.vector");
        String output = KernelJvm.output(child);
        assertThat(child.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(output)
                .contains("%d kernels agree".formatted(KernelCase.all().size()));
        assertThat(child.exitValue()).isZero();
    }
}
