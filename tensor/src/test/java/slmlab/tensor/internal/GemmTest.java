package slmlab.tensor.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.tensor.internal.vector.VectorKernels;

/// Products in vectors against their twin, whose sums are the chains that [Matrix] promises: so bits are
/// compared, except where a narrow result is summed in lanes. (Those are compared with sums in double
/// precision.)
class GemmTest {
    private static final Matrix VECTOR = VectorKernels.create().matrix();
    private static final Matrix SCALAR = Kernels.scalar().matrix();
    private static final int[] SIZES = {1, 3, 7, 16, 17, 63, 64, 65};

    /// How the operands lie, and what the sum begins with.
    record Layout(boolean aByColumns, boolean bByColumns, int gap, Start start) {}

    enum Start {
        ZERO,
        BIAS,
        MATRIX,
        ACCUMULATE
    }

    private static Stream<Layout> layouts() {
        return Stream.of(false, true)
                .flatMap(a -> Stream.of(false, true)
                        .flatMap(b -> IntStream.of(0, 5)
                                .boxed()
                                .flatMap(gap -> Stream.of(Start.values()).map(start -> new Layout(a, b, gap, start)))));
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void agreesWithItsTwin(Layout layout) {
        for (int m : SIZES) {
            for (int n : SIZES) {
                for (int k : SIZES) {
                    check(m, n, k, layout);
                }
            }
        }
    }

    /// Blocks of k, panels of B, copied blocks of A: all begin at sizes that the others do not reach.
    @ParameterizedTest
    @MethodSource("layouts")
    void agreesWithItsTwinWhereItIsLarge(Layout layout) {
        check(1021, 17, 3, layout);
        check(17, 1021, 3, layout);
        check(3, 65, 1021, layout);
        check(7, 5, 1021, layout);
        check(1030, 2, 70, layout);
        check(1030, 12, 17, layout);
        check(1030, 80, 66, layout);
        check(300, 1030, 5, layout);
        check(9, 200, 600, layout);
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void emptySumsAreTheirStart(Layout layout) {
        check(5, 7, 0, layout);
        check(5, 70, 0, layout);
        check(0, 7, 3, layout);
        check(5, 0, 3, layout);
    }

    @Test
    void stridesOfZeroRepeat() {
        var random = new Random(3);
        int m = 9;
        int k = 33;
        for (int n : new int[] {2, 11, 40, 64}) {
            Guarded a = Guarded.random(m * k, random);
            Guarded b = Guarded.random(k * n, random);
            for (int zero = 0; zero < 4; zero++) {
                Guarded c = Guarded.marked(m * n);
                Guarded expected = c.copy();
                int ars = zero == 0 ? 0 : k;
                int acs = zero == 1 ? 0 : 1;
                int brs = zero == 2 ? 0 : n;
                int bcs = zero == 3 ? 0 : 1;
                gemm(VECTOR, m, n, k, a, ars, acs, b, brs, bcs, c, n, null, 0);
                gemm(SCALAR, m, n, k, a, ars, acs, b, brs, bcs, expected, n, null, 0);
                if (n > 8 || acs != 1) {
                    c.assertSameBits(expected, "stride %d of zero, n = %d".formatted(zero, n));
                } else {
                    assertClose(c.values(), m, n, k, a, ars, acs, b, brs, bcs);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 6, 8, 12, 16, 50, 64})
    void anySplitOfTheRowsGivesTheSameBits(int n) {
        int m = 61;
        for (int k : new int[] {4, 64, 530}) {
            for (boolean byColumns : new boolean[] {false, true}) {
                var random = new Random(n);
                Guarded a = Guarded.random(m * k, random);
                Guarded b = Guarded.random(k * n, random);
                Guarded bias = Guarded.random(n, random);
                int ars = byColumns ? 1 : k;
                int acs = byColumns ? m : 1;
                Guarded whole = Guarded.marked(m * n);
                gemm(VECTOR, m, n, k, a, ars, acs, b, n, 1, whole, n, bias, 0);
                for (int at : new int[] {1, 2, 20, 45, 60}) {
                    Guarded parts = Guarded.marked(m * n);
                    float[] scratch = new float[VECTOR.gemmScratch(m, n, k, 1)];
                    for (int part = 1; part >= 0; part--) {
                        int from = part * at;
                        int rows = part == 0 ? at : m - at;
                        VECTOR.gemm(
                                rows,
                                n,
                                k,
                                a.array,
                                a.offset + from * ars,
                                ars,
                                acs,
                                b.array,
                                b.offset,
                                n,
                                1,
                                parts.array,
                                parts.offset + from * n,
                                n,
                                bias.array,
                                bias.offset,
                                0,
                                scratch,
                                0);
                    }
                    parts.assertSameBits(whole, "n = %d, k = %d, split at %d".formatted(n, k, at));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 6, 12, 64})
    void oneNanSpoilsItsRowAlone(int n) {
        int m = 20;
        int k = 40;
        var random = new Random(5);
        for (boolean byColumns : new boolean[] {false, true}) {
            Guarded a = Guarded.random(m * k, random);
            Guarded b = Guarded.random(k * n, random);
            Guarded c = Guarded.marked(m * n);
            int ars = byColumns ? 1 : k;
            int acs = byColumns ? m : 1;
            a.array[a.offset + 13 * ars + 39 * acs] = Float.NaN;
            gemm(VECTOR, m, n, k, a, ars, acs, b, n, 1, c, n, null, 0);
            for (int i = 0; i < m * n; i++) {
                assertThat(Float.isNaN(c.array[c.offset + i])).isEqualTo(i / n == 13);
            }
        }
    }

    /// The first call is interpreted (as far as no other test came before), the last one compiled.
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 12, 16, 40, 70})
    void theFiftyThousandthCallGivesTheBitsOfTheFirst(int n) {
        int m = 7;
        int k = 19;
        for (boolean byColumns : new boolean[] {false, true}) {
            var random = new Random(n);
            Guarded a = Guarded.random(m * k, random);
            Guarded b = Guarded.random(k * n, random);
            Guarded first = Guarded.marked(m * n);
            Guarded last = Guarded.marked(m * n);
            int ars = byColumns ? 1 : k;
            int acs = byColumns ? m : 1;
            gemm(VECTOR, m, n, k, a, ars, acs, b, n, 1, first, n, null, 0);
            float[] scratch = new float[VECTOR.gemmScratch(m, n, k, 1)];
            for (int call = 0; call < 50_000; call++) {
                VECTOR.gemm(
                        m,
                        n,
                        k,
                        a.array,
                        a.offset,
                        ars,
                        acs,
                        b.array,
                        b.offset,
                        n,
                        1,
                        last.array,
                        last.offset,
                        n,
                        null,
                        0,
                        0,
                        scratch,
                        0);
            }
            last.assertSameBits(first, "n = %d".formatted(n));
        }
    }

    private static void check(int m, int n, int k, Layout layout) {
        var random = new Random(31L * m + 17L * n + k);
        int gap = layout.gap();
        int aStride = (layout.aByColumns() ? m : k) + gap;
        int bStride = (layout.bByColumns() ? k : n) + gap;
        int crs = n + gap;
        Guarded a = Guarded.random((layout.aByColumns() ? k : m) * aStride, random);
        Guarded b = Guarded.random((layout.bByColumns() ? n : k) * bStride, random);
        Guarded c = Guarded.random(m * crs, random);
        Guarded before = c.copy();
        Guarded start = switch (layout.start()) {
            case ZERO -> null;
            case BIAS, MATRIX -> Guarded.random(m * crs + n, random);
            case ACCUMULATE -> c;
        };
        int srs = layout.start() == Start.BIAS ? 0 : crs;
        int ars = layout.aByColumns() ? 1 : aStride;
        int acs = layout.aByColumns() ? aStride : 1;
        int brs = layout.bByColumns() ? 1 : bStride;
        int bcs = layout.bByColumns() ? bStride : 1;
        Guarded expected = c.copy();
        gemm(SCALAR, m, n, k, a, ars, acs, b, brs, bcs, expected, crs, start == c ? expected : start, srs);
        gemm(VECTOR, m, n, k, a, ars, acs, b, brs, bcs, c, crs, start, srs);
        if (n > 8 || acs != 1) {
            c.assertSameBits(expected, "%d×%d×%d %s".formatted(m, n, k, layout));
            return;
        }
        c.assertBorderUntouched();
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < crs; j++) {
                int at = c.offset + i * crs + j;
                if (j >= n) {
                    assertThat(c.array[at]).isEqualTo(before.array[at]);
                } else {
                    float size = k + 1f; // numbers are below 1
                    assertThat(Math.abs(c.array[at] - expected.array[at]))
                            .as("%d×%d×%d %s [%d, %d]", m, n, k, layout, i, j)
                            .isLessThanOrEqualTo(1e-6f * size);
                }
            }
        }
    }

    /// Within 1e-5 · Σ|a||b| of the sum in double precision.
    private static void assertClose(
            float[] c, int m, int n, int k, Guarded a, int ars, int acs, Guarded b, int brs, int bcs) {
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j++) {
                double sum = 0;
                double size = 0;
                for (int p = 0; p < k; p++) {
                    double product =
                            (double) a.array[a.offset + i * ars + p * acs] * b.array[b.offset + p * brs + j * bcs];
                    sum += product;
                    size += Math.abs(product);
                }
                assertThat(Math.abs(c[i * n + j] - sum)).isLessThanOrEqualTo(1e-5 * size);
            }
        }
    }

    @Test
    void isCloseToDoublePrecision() {
        var random = new Random(11);
        int m = 33;
        int k = 1021;
        for (int n : new int[] {1, 2, 6, 8, 9, 33}) {
            Guarded a = Guarded.random(m * k, random);
            Guarded b = Guarded.random(k * n, random);
            Guarded c = Guarded.marked(m * n);
            gemm(VECTOR, m, n, k, a, k, 1, b, n, 1, c, n, null, 0);
            assertClose(c.values(), m, n, k, a, k, 1, b, n, 1);
            gemm(VECTOR, m, n, k, a, 1, m, b, n, 1, c, n, null, 0);
            assertClose(c.values(), m, n, k, a, 1, m, b, n, 1);
        }
    }

    private static void gemm(
            Matrix matrix,
            int m,
            int n,
            int k,
            Guarded a,
            int ars,
            int acs,
            Guarded b,
            int brs,
            int bcs,
            Guarded c,
            int crs,
            @Nullable Guarded start,
            int srs) {
        Guarded scratch = Guarded.marked(matrix.gemmScratch(m, n, k, bcs));
        matrix.gemm(
                m,
                n,
                k,
                a.array,
                a.offset,
                ars,
                acs,
                b.array,
                b.offset,
                brs,
                bcs,
                c.array,
                c.offset,
                crs,
                start == null ? null : start.array,
                start == null ? 0 : start.offset,
                srs,
                scratch.array,
                scratch.offset);
        scratch.assertBorderUntouched();
    }
}
