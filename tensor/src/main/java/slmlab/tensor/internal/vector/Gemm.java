package slmlab.tensor.internal.vector;

import static slmlab.tensor.internal.vector.Lanes.L;
import static slmlab.tensor.internal.vector.Lanes.S;

import jdk.incubator.vector.FloatVector;
import org.jspecify.annotations.Nullable;

/// C = start + A·B, composed of [Tiles]: strips of columns, blocks of `k` where B is high, packed panels where
/// B's layout does not suit a tile.
///
/// Partial sums of a block go through C, so blocks and panels change no bits. Parameters are those of
/// `Matrix.gemm`.
final class Gemm {

    /// Height of a block: 512×64 floats of B and the rows of A that they are multiplied with stay in the L2
    /// cache.
    private static final int K_BLOCK = 512;

    /// Stride from which on a tile's consecutive reads share cache sets and lie on separate pages: the data is
    /// copied first.
    private static final int FAR = 1024;

    /// Number of rows that makes such a copy of B worth it.
    private static final int MANY = 256;

    /// Rows of a copied block of A.
    private static final int ROW_BLOCK = 96;

    static int scratch(int n, int k) {
        return n < L ? Narrow.scratch(n, k) : wideScratch(k);
    }

    static int wideScratch(int k) {
        return Math.min(k, K_BLOCK) * (Tiles.WIDTH * L + ROW_BLOCK);
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
            float @Nullable [] start,
            int so,
            int srs,
            float[] scratch,
            int x) {
        if (m == 0 || n == 0) {
            return;
        }
        if (k == 0) {
            for (int i = 0; i < m; i++) {
                for (int j = 0; j < n; j++) {
                    c[co + i * crs + j] = start == null ? 0 : start[so + i * srs + j];
                }
            }
            return;
        }
        if (start == null) {
            start = Tiles.ZEROS;
            so = 0;
            srs = 0;
        }
        if (n < L) {
            Narrow.gemm(m, n, k, a, ao, ars, acs, b, bo, brs, bcs, c, co, crs, start, so, srs, scratch, x);
        } else {
            wide(m, n, k, a, ao, ars, acs, b, bo, brs, bcs, c, co, crs, start, so, srs, scratch, x);
        }
    }

    /// Multiply where `n` is at least one vector.
    static void wide(
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
        if (k <= K_BLOCK) {
            block(m, n, k, a, ao, ars, acs, b, bo, brs, bcs, c, co, crs, s, so, srs, scratch, x);
            return;
        }
        int blocks = (k + K_BLOCK - 1) / K_BLOCK;
        for (int i = 0; i < blocks; i++) {
            int from = (int) ((long) k * i / blocks);
            int height = (int) ((long) k * (i + 1) / blocks) - from;
            if (i == 0) {
                block(m, n, height, a, ao, ars, acs, b, bo, brs, bcs, c, co, crs, s, so, srs, scratch, x);
            } else {
                int af = ao + from * acs;
                int bf = bo + from * brs;
                block(m, n, height, a, af, ars, acs, b, bf, brs, bcs, c, co, crs, c, co, crs, scratch, x);
            }
        }
    }

    private static void block(
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
        if (acs < FAR || ars != 1 || bcs != 1 || k <= 64 || n <= Tiles.WIDTH * L) {
            strips(m, n, k, a, ao, ars, acs, b, bo, brs, bcs, c, co, crs, s, so, srs, scratch, x);
            return;
        }
        int panel = x + k * ROW_BLOCK;
        for (int i = 0; i < m; i += ROW_BLOCK) {
            int rows = Math.min(ROW_BLOCK, m - i);
            for (int p = 0; p < k; p++) {
                System.arraycopy(a, ao + i + p * acs, scratch, x + p * rows, rows);
            }
            int ci = co + i * crs;
            int si = so + i * srs;
            strips(rows, n, k, scratch, x, 1, rows, b, bo, brs, bcs, c, ci, crs, s, si, srs, scratch, panel);
        }
    }

    private static void strips(
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
        int vectors = (n + L - 1) / L;
        int j = 0;
        while (vectors > 0) {
            int width = Tiles.width(vectors);
            int columns = Math.min(width * L, n - j);
            int last = columns - L;
            int sj = Tiles.isZeros(s) ? 0 : so + j;
            if (bcs == 1 && columns == width * L && brs != 0 && (brs < FAR || m < MANY)) {
                Tiles.strip(width, m, 1, k, a, ao, ars, acs, 0, b, bo + j, brs, last, c, co + j, crs, s, sj, srs);
            } else {
                panel(k, width, columns, b, bo + j * bcs, brs, bcs, scratch, x);
                Tiles.strip(
                        width, m, 1, k, a, ao, ars, acs, 0, scratch, x, width * L, last, c, co + j, crs, s, sj, srs);
            }
            vectors -= width;
            j += width * L;
        }
    }

    /// Copy columns of B into the layout of the tiles: rows of whole vectors, the last of which ends with the
    /// last column. Fewer columns than lanes are followed by garbage: those columns of the result are
    /// discarded.
    static void panel(int k, int width, int columns, float[] b, int bo, int brs, int bcs, float[] y, int yo) {
        int stride = width * L;
        int last = Math.max(columns - L, 0);
        int lastPlace = stride - L;
        if (bcs == 1) {
            for (int p = 0; p < k; p++) {
                for (int j = 0; j < lastPlace; j += L) {
                    FloatVector.fromArray(S, b, bo + j).intoArray(y, yo + j);
                }
                if (bo + last <= b.length - L) {
                    FloatVector.fromArray(S, b, bo + last).intoArray(y, yo + lastPlace);
                } else {
                    for (int j = 0; j < columns; j++) {
                        y[yo + j] = b[bo + j];
                    }
                }
                bo += brs;
                yo += stride;
            }
        } else if (brs == 1) {
            if (last == lastPlace) {
                VectorTranspose.transpose(columns, k, b, bo, bcs, y, yo, stride);
            } else {
                VectorTranspose.transpose(lastPlace, k, b, bo, bcs, y, yo, stride);
                VectorTranspose.transpose(L, k, b, bo + last * bcs, bcs, y, yo + lastPlace, stride);
            }
        } else {
            for (int p = 0; p < k; p++) {
                for (int j = 0; j < Math.min(columns, L); j++) {
                    y[yo + lastPlace + j] = b[bo + (last + j) * bcs];
                }
                for (int j = 0; j < lastPlace; j++) {
                    y[yo + j] = b[bo + j * bcs];
                }
                bo += brs;
                yo += stride;
            }
        }
    }

    private Gemm() {}
}
