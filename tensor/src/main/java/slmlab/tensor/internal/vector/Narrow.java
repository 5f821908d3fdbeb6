package slmlab.tensor.internal.vector;

import static slmlab.tensor.internal.vector.Lanes.L;
import static slmlab.tensor.internal.vector.Lanes.S;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;

/// Products with fewer columns than a vector has lanes: policy and value heads.
///
/// - A by rows, few columns: every element is a dot product along `k`, summed in lanes: the one place where the
///   sum is not a single chain. Selected by `n`, `k` and the stride of A alone, so a split of the rows changes
///   no bits.
/// - A by columns (a weight gradient): the transposed product Cᵀ = Bᵀ·Aᵀ is wide.
/// - Otherwise B is widened to one vector, and only the first columns of the result are kept.
final class Narrow {

    /// Up to this many columns dot products are faster than padding.
    private static final int DOT_COLUMNS = 8;

    private static final int K_BLOCK = 512;

    /// Rows of C at a time: in the transposed product, and in a padded one.
    private static final int CHUNK = 256;

    private static final int ROWS = 48;

    private static final VectorShuffle<Float> SWAP_HALVES = Lanes.swap(L / 2);
    private static final VectorShuffle<Float> SWAP_QUARTERS = Lanes.swap(L / 4);
    private static final VectorMask<Float> UPPER_HALF = Lanes.with(L / 2);
    private static final VectorMask<Float> ODD_QUARTERS = Lanes.with(L / 4);

    static int scratch(int n, int k) {
        int dots = n <= DOT_COLUMNS ? 2 * L + n * k : 0;
        int transposed = n * (CHUNK + L) + Gemm.wideScratch(k);
        int padded = (Math.min(k, K_BLOCK) + ROWS + 1) * L;
        return Math.max(dots, Math.max(transposed, padded));
    }

    static void gemm(
            int m,
            int n,
            int k,
            float[] a,
            int ao,
            int ars,
            int acs,
            float[] b,
            int bo,
            int brs,
            int bcs,
            float[] c,
            int co,
            int crs,
            float[] s,
            int so,
            int srs,
            float[] scratch,
            int x) {
        if (acs == 1 && n <= DOT_COLUMNS && k >= L) {
            if (brs == 1) {
                dots(m, n, k, a, ao, ars, b, bo, bcs, c, co, crs, s, so, srs, scratch, x);
            } else {
                int rows = x + 2 * L;
                for (int j = 0; j < n; j++) {
                    for (int p = 0; p < k; p++) {
                        scratch[rows + j * k + p] = b[bo + p * brs + j * bcs];
                    }
                }
                dots(m, n, k, a, ao, ars, scratch, rows, k, c, co, crs, s, so, srs, scratch, x);
            }
        } else if (ars == 1 && m >= L) {
            transposed(m, n, k, a, ao, acs, b, bo, brs, bcs, c, co, crs, s, so, srs, scratch, x);
        } else {
            padded(m, n, k, a, ao, ars, acs, b, bo, brs, bcs, c, co, crs, s, so, srs, scratch, x);
        }
    }

    /// Compute C[i, j] = s[i, j] + A[i, :]·B[j, :] with both rows contiguous; B's begin `bs` apart.
    private static void dots(
            int m,
            int n,
            int k,
            float[] a,
            int ao,
            int ars,
            float[] b,
            int bo,
            int bs,
            float[] c,
            int co,
            int crs,
            float[] s,
            int so,
            int srs,
            float[] scratch,
            int x) {
        int i = 0;
        for (; i + 4 <= m; i += 4) {
            int ai = ao + i * ars;
            int ci = co + i * crs;
            int si = so + i * srs;
            int j = 0;
            for (; j + 2 <= n; j += 2) {
                dot4x2(k, a, ai, ars, b, bo + j * bs, bs, c, ci + j, crs, s, si + j, srs, scratch, x);
            }
            if (j < n) {
                dot4x1(k, a, ai, ars, b, bo + j * bs, c, ci + j, crs, s, si + j, srs, scratch, x);
            }
        }
        for (; i < m; i++) {
            for (int j = 0; j < n; j++) {
                c[co + i * crs + j] = s[so + i * srs + j] + dot(k, a, ao + i * ars, b, bo + j * bs);
            }
        }
    }

    /// Compute four rows and two columns. Lanes are added as [Lanes] says, four sums in one vector: lane
    /// `i·L/4` is the sum of row `i`. (Written out, here and below: a vector passed to a call that is not
    /// inlined becomes an object.)
    private static void dot4x2(
            int k,
            float[] a,
            int ao,
            int ars,
            float[] b,
            int bo,
            int bs,
            float[] c,
            int co,
            int crs,
            float[] s,
            int so,
            int srs,
            float[] scratch,
            int x) {
        FloatVector c00 = FloatVector.zero(S);
        FloatVector c01 = FloatVector.zero(S);
        FloatVector c10 = FloatVector.zero(S);
        FloatVector c11 = FloatVector.zero(S);
        FloatVector c20 = FloatVector.zero(S);
        FloatVector c21 = FloatVector.zero(S);
        FloatVector c30 = FloatVector.zero(S);
        FloatVector c31 = FloatVector.zero(S);
        int whole = k - k % L;
        for (int p = 0; p < whole; p += L) {
            FloatVector b0 = FloatVector.fromArray(S, b, bo + p);
            FloatVector b1 = FloatVector.fromArray(S, b, bo + bs + p);
            FloatVector a0 = FloatVector.fromArray(S, a, ao + p);
            c00 = a0.fma(b0, c00);
            c01 = a0.fma(b1, c01);
            FloatVector a1 = FloatVector.fromArray(S, a, ao + ars + p);
            c10 = a1.fma(b0, c10);
            c11 = a1.fma(b1, c11);
            FloatVector a2 = FloatVector.fromArray(S, a, ao + 2 * ars + p);
            c20 = a2.fma(b0, c20);
            c21 = a2.fma(b1, c21);
            FloatVector a3 = FloatVector.fromArray(S, a, ao + 3 * ars + p);
            c30 = a3.fma(b0, c30);
            c31 = a3.fma(b1, c31);
        }
        FloatVector even0 =
                c00.blend(c20, UPPER_HALF).add(c20.blend(c00, UPPER_HALF).rearrange(SWAP_HALVES));
        FloatVector odd0 =
                c10.blend(c30, UPPER_HALF).add(c30.blend(c10, UPPER_HALF).rearrange(SWAP_HALVES));
        FloatVector sum0 = even0.blend(odd0, ODD_QUARTERS)
                .add(odd0.blend(even0, ODD_QUARTERS).rearrange(SWAP_QUARTERS));
        FloatVector even1 =
                c01.blend(c21, UPPER_HALF).add(c21.blend(c01, UPPER_HALF).rearrange(SWAP_HALVES));
        FloatVector odd1 =
                c11.blend(c31, UPPER_HALF).add(c31.blend(c11, UPPER_HALF).rearrange(SWAP_HALVES));
        FloatVector sum1 = even1.blend(odd1, ODD_QUARTERS)
                .add(odd1.blend(even1, ODD_QUARTERS).rearrange(SWAP_QUARTERS));
        if (L >= 16) {
            sum0 = sum0.add(sum0.rearrange(Lanes.SWAP_2));
            sum1 = sum1.add(sum1.rearrange(Lanes.SWAP_2));
        }
        if (L >= 8) {
            sum0 = sum0.add(sum0.rearrange(Lanes.SWAP_1));
            sum1 = sum1.add(sum1.rearrange(Lanes.SWAP_1));
        }
        sum0.intoArray(scratch, x);
        sum1.intoArray(scratch, x + L);
        finish4(whole, k, a, ao, ars, b, bo, c, co, crs, s, so, srs, scratch, x);
        finish4(whole, k, a, ao, ars, b, bo + bs, c, co + 1, crs, s, so + 1, srs, scratch, x + L);
    }

    private static void dot4x1(
            int k,
            float[] a,
            int ao,
            int ars,
            float[] b,
            int bo,
            float[] c,
            int co,
            int crs,
            float[] s,
            int so,
            int srs,
            float[] scratch,
            int x) {
        FloatVector c0 = FloatVector.zero(S);
        FloatVector c1 = FloatVector.zero(S);
        FloatVector c2 = FloatVector.zero(S);
        FloatVector c3 = FloatVector.zero(S);
        int whole = k - k % L;
        for (int p = 0; p < whole; p += L) {
            FloatVector b0 = FloatVector.fromArray(S, b, bo + p);
            c0 = FloatVector.fromArray(S, a, ao + p).fma(b0, c0);
            c1 = FloatVector.fromArray(S, a, ao + ars + p).fma(b0, c1);
            c2 = FloatVector.fromArray(S, a, ao + 2 * ars + p).fma(b0, c2);
            c3 = FloatVector.fromArray(S, a, ao + 3 * ars + p).fma(b0, c3);
        }
        FloatVector even = c0.blend(c2, UPPER_HALF).add(c2.blend(c0, UPPER_HALF).rearrange(SWAP_HALVES));
        FloatVector odd = c1.blend(c3, UPPER_HALF).add(c3.blend(c1, UPPER_HALF).rearrange(SWAP_HALVES));
        FloatVector sum =
                even.blend(odd, ODD_QUARTERS).add(odd.blend(even, ODD_QUARTERS).rearrange(SWAP_QUARTERS));
        if (L >= 16) {
            sum = sum.add(sum.rearrange(Lanes.SWAP_2));
        }
        if (L >= 8) {
            sum = sum.add(sum.rearrange(Lanes.SWAP_1));
        }
        sum.intoArray(scratch, x);
        finish4(whole, k, a, ao, ars, b, bo, c, co, crs, s, so, srs, scratch, x);
    }

    /// Add the elements after the last full vector, and the start, to the sums of four rows.
    private static void finish4(
            int whole,
            int k,
            float[] a,
            int ao,
            int ars,
            float[] b,
            int bo,
            float[] c,
            int co,
            int crs,
            float[] s,
            int so,
            int srs,
            float[] sums,
            int x) {
        for (int i = 0; i < 4; i++) {
            float sum = rest(sums[x + i * (L / 4)], k - whole, a, ao + i * ars + whole, b, bo + whole);
            c[co + i * crs] = s[so + i * srs] + sum;
        }
    }

    private static float dot(int k, float[] a, int ao, float[] b, int bo) {
        FloatVector sum = FloatVector.zero(S);
        int whole = k - k % L;
        for (int p = 0; p < whole; p += L) {
            sum = FloatVector.fromArray(S, a, ao + p).fma(FloatVector.fromArray(S, b, bo + p), sum);
        }
        if (L >= 16) {
            sum = sum.add(sum.rearrange(Lanes.SWAP_8));
        }
        if (L >= 8) {
            sum = sum.add(sum.rearrange(Lanes.SWAP_4));
        }
        if (L >= 4) {
            sum = sum.add(sum.rearrange(Lanes.SWAP_2));
        }
        float folded = sum.add(sum.rearrange(Lanes.SWAP_1)).lane(0);
        return rest(folded, k - whole, a, ao + whole, b, bo + whole);
    }

    private static float rest(float sum, int k, float[] a, int ao, float[] b, int bo) {
        for (int p = 0; p < k; p++) {
            sum = Math.fma(a[ao + p], b[bo + p], sum);
        }
        return sum;
    }

    /// Multiply with A by columns: Cᵀ[n, m] = startᵀ + Bᵀ[n, k]·Aᵀ[k, m], whose right operand has the layout
    /// that a wide product needs.
    private static void transposed(
            int m,
            int n,
            int k,
            float[] a,
            int ao,
            int acs,
            float[] b,
            int bo,
            int brs,
            int bcs,
            float[] c,
            int co,
            int crs,
            float[] s,
            int so,
            int srs,
            float[] scratch,
            int x) {
        int i = 0;
        while (i < m) {
            int rows = m - i < CHUNK + L ? m - i : CHUNK; // never less than a vector
            int panel = x + n * rows;
            if (Tiles.isZeros(s)) {
                Gemm.wide(n, rows, k, b, bo, bcs, brs, a, ao + i, acs, 1, scratch, x, rows, s, 0, 0, scratch, panel);
            } else {
                for (int r = 0; r < rows; r++) {
                    for (int j = 0; j < n; j++) {
                        scratch[x + j * rows + r] = s[so + (i + r) * srs + j];
                    }
                }
                Gemm.wide(
                        n, rows, k, b, bo, bcs, brs, a, ao + i, acs, 1, scratch, x, rows, scratch, x, rows, scratch,
                        panel);
            }
            for (int r = 0; r < rows; r++) {
                for (int j = 0; j < n; j++) {
                    c[co + (i + r) * crs + j] = scratch[x + j * rows + r];
                }
            }
            i += rows;
        }
    }

    private static void padded(
            int m,
            int n,
            int k,
            float[] a,
            int ao,
            int ars,
            int acs,
            float[] b,
            int bo,
            int brs,
            int bcs,
            float[] c,
            int co,
            int crs,
            float[] s,
            int so,
            int srs,
            float[] scratch,
            int x) {
        int tile = x + Math.min(k, K_BLOCK) * L;
        int row = tile + ROWS * L;
        rows(1, n, s, so, srs, scratch, row, L); // the start, if all rows have the same
        int from = 0;
        while (from < k) {
            int height = Math.min(K_BLOCK, k - from);
            Gemm.panel(height, 1, n, b, bo + from * brs, brs, bcs, scratch, x);
            for (int i = 0; i < m; i += ROWS) {
                int rows = Math.min(ROWS, m - i);
                int ai = ao + i * ars + from * acs;
                int ci = co + i * crs;
                if (from == 0 && srs == 0) {
                    Tiles.strip(
                            1, rows, 1, height, a, ai, ars, acs, 0, scratch, x, L, 0, scratch, tile, L, scratch, row,
                            0);
                } else {
                    if (from == 0) {
                        rows(rows, n, s, so + i * srs, srs, scratch, tile, L);
                    } else {
                        rows(rows, n, c, ci, crs, scratch, tile, L);
                    }
                    Tiles.strip(
                            1, rows, 1, height, a, ai, ars, acs, 0, scratch, x, L, 0, scratch, tile, L, scratch, tile,
                            L);
                }
                keep(rows, n, scratch, tile, c, ci, crs);
            }
            from += height;
        }
    }

    /// Keep the first `n` columns of rows as long as a vector.
    static void keep(int rows, int n, float[] x, int xo, float[] y, int yo, int ys) {
        int i = 0;
        if (ys == n) {
            // A vector may write beyond its row, because the next rows overwrite that; the last rows must not.
            for (; (rows - i) * n >= L; i++) {
                FloatVector.fromArray(S, x, xo + i * L).intoArray(y, yo + i * n);
            }
        }
        rows(rows - i, n, x, xo + i * L, L, y, yo + i * ys, ys);
    }

    private static void rows(int rows, int n, float[] x, int xo, int xs, float[] y, int yo, int ys) {
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < n; j++) {
                y[yo + i * ys + j] = x[xo + i * xs + j];
            }
        }
    }

    private Narrow() {}
}
