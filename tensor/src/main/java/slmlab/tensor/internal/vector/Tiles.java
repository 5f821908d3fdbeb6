package slmlab.tensor.internal.vector;

import static slmlab.tensor.internal.vector.Lanes.L;

/// The inner part of every product: a strip of C some rows high and one to four vectors wide.
///
/// A tile keeps its part of C in registers, starts from `s`, and for each `k` multiplies a row of B with one
/// broadcast element of A per row. There is at least one `k`, and `brs` is not 0.
///
/// - A[i, (g, k)] at `ao + i·ars + k·acs`, and `ags` further after each group: the window of a convolution is a
///   few contiguous runs.
/// - B[(g, k), j] at `bo + (g, k)·brs + j`.
/// - `last`: where the last vector begins in C and `s`. If that is before its regular place, it overlaps the
///   one before and writes the same values again, so a width that is not a multiple of the lanes needs no mask.
///   (All of `s` is read before any of C is written.)
///
/// 32 vector registers hold 6×4 sums, 16 of them 4×3 or 6×2.
///
/// The form of a tile's loop was chosen by measurement. It ends on `bo`: a counter would need one register more
/// than there are, and C2 would spill into vector registers. It is a `do`: the sums that are stored are then
/// products, whose class C2 knows at once. A `while` would leave sums merged with the start, whose class it
/// guesses from all callers of `intoArray` in the JVM: a second vector width anywhere, and a tile falls from
/// 110 to 14 GFLOP/s.
///
/// The 24 tiles of [Tiles1] to [Tiles4] are written out and not generated: a reader, a debugger and a profiler see the
/// code that runs, and a generator with its test would be no shorter than what it saves.
final class Tiles {

    /// Vectors side by side in the widest tile.
    static final int WIDTH = L == 8 ? 3 : 4;

    private static final int HEIGHT = 6;

    /// Default start of a product; read with a row stride of 0.
    static final float[] ZEROS = new float[WIDTH * L];

    /// Return whether a start is [#ZEROS], which has no columns beyond the first strip.
    @SuppressWarnings("ReferenceEquality")
    static boolean isZeros(float[] s) {
        return s == ZEROS;
    }

    /// Return how many of the remaining vectors the next strip takes: one only when there is no other.
    static int width(int vectors) {
        int strips = (vectors + WIDTH - 1) / WIDTH;
        return (vectors + strips - 1) / strips;
    }

    /// Compute `m` rows of C, `width` vectors wide. The rows are split evenly: 8 are 4 + 4, not 6 + 2.
    static void strip(
            int width,
            int m,
            int groups,
            int k,
            float[] a,
            int ao,
            int ars,
            int acs,
            int ags,
            float[] b,
            int bo,
            int brs,
            int last,
            float[] c,
            int co,
            int crs,
            float[] s,
            int so,
            int srs) {
        int highest = L == 8 && width == 3 ? 4 : HEIGHT;
        int tiles = (m + highest - 1) / highest;
        int low = m / tiles;
        int higher = m - low * tiles;
        for (int t = 0; t < tiles; t++) {
            int height = t < higher ? low + 1 : low;
            switch (width) {
                case 4 -> tile4(height, groups, k, a, ao, ars, acs, ags, b, bo, brs, last, c, co, crs, s, so, srs);
                case 3 -> tile3(height, groups, k, a, ao, ars, acs, ags, b, bo, brs, last, c, co, crs, s, so, srs);
                case 2 -> tile2(height, groups, k, a, ao, ars, acs, ags, b, bo, brs, last, c, co, crs, s, so, srs);
                default -> tile1(height, groups, k, a, ao, ars, acs, ags, b, bo, brs, c, co, crs, s, so, srs);
            }
            ao += height * ars;
            co += height * crs;
            so += height * srs;
        }
    }

    private static void tile4(
            int height,
            int groups,
            int k,
            float[] a,
            int ao,
            int ars,
            int acs,
            int ags,
            float[] b,
            int bo,
            int brs,
            int last,
            float[] c,
            int co,
            int crs,
            float[] s,
            int so,
            int srs) {
        switch (height) {
            case 6 -> Tiles4.tile6(groups, k, a, ao, ars, acs, ags, b, bo, brs, last, c, co, crs, s, so, srs);
            case 5 -> Tiles4.tile5(groups, k, a, ao, ars, acs, ags, b, bo, brs, last, c, co, crs, s, so, srs);
            case 4 -> Tiles4.tile4(groups, k, a, ao, ars, acs, ags, b, bo, brs, last, c, co, crs, s, so, srs);
            case 3 -> Tiles4.tile3(groups, k, a, ao, ars, acs, ags, b, bo, brs, last, c, co, crs, s, so, srs);
            case 2 -> Tiles4.tile2(groups, k, a, ao, ars, acs, ags, b, bo, brs, last, c, co, crs, s, so, srs);
            default -> Tiles4.tile1(groups, k, a, ao, ars, acs, ags, b, bo, brs, last, c, co, crs, s, so, srs);
        }
    }

    private static void tile3(
            int height,
            int groups,
            int k,
            float[] a,
            int ao,
            int ars,
            int acs,
            int ags,
            float[] b,
            int bo,
            int brs,
            int last,
            float[] c,
            int co,
            int crs,
            float[] s,
            int so,
            int srs) {
        switch (height) {
            case 6 -> Tiles3.tile6(groups, k, a, ao, ars, acs, ags, b, bo, brs, last, c, co, crs, s, so, srs);
            case 5 -> Tiles3.tile5(groups, k, a, ao, ars, acs, ags, b, bo, brs, last, c, co, crs, s, so, srs);
            case 4 -> Tiles3.tile4(groups, k, a, ao, ars, acs, ags, b, bo, brs, last, c, co, crs, s, so, srs);
            case 3 -> Tiles3.tile3(groups, k, a, ao, ars, acs, ags, b, bo, brs, last, c, co, crs, s, so, srs);
            case 2 -> Tiles3.tile2(groups, k, a, ao, ars, acs, ags, b, bo, brs, last, c, co, crs, s, so, srs);
            default -> Tiles3.tile1(groups, k, a, ao, ars, acs, ags, b, bo, brs, last, c, co, crs, s, so, srs);
        }
    }

    private static void tile2(
            int height,
            int groups,
            int k,
            float[] a,
            int ao,
            int ars,
            int acs,
            int ags,
            float[] b,
            int bo,
            int brs,
            int last,
            float[] c,
            int co,
            int crs,
            float[] s,
            int so,
            int srs) {
        switch (height) {
            case 6 -> Tiles2.tile6(groups, k, a, ao, ars, acs, ags, b, bo, brs, last, c, co, crs, s, so, srs);
            case 5 -> Tiles2.tile5(groups, k, a, ao, ars, acs, ags, b, bo, brs, last, c, co, crs, s, so, srs);
            case 4 -> Tiles2.tile4(groups, k, a, ao, ars, acs, ags, b, bo, brs, last, c, co, crs, s, so, srs);
            case 3 -> Tiles2.tile3(groups, k, a, ao, ars, acs, ags, b, bo, brs, last, c, co, crs, s, so, srs);
            case 2 -> Tiles2.tile2(groups, k, a, ao, ars, acs, ags, b, bo, brs, last, c, co, crs, s, so, srs);
            default -> Tiles2.tile1(groups, k, a, ao, ars, acs, ags, b, bo, brs, last, c, co, crs, s, so, srs);
        }
    }

    private static void tile1(
            int height,
            int groups,
            int k,
            float[] a,
            int ao,
            int ars,
            int acs,
            int ags,
            float[] b,
            int bo,
            int brs,
            float[] c,
            int co,
            int crs,
            float[] s,
            int so,
            int srs) {
        switch (height) {
            case 6 -> Tiles1.tile6(groups, k, a, ao, ars, acs, ags, b, bo, brs, c, co, crs, s, so, srs);
            case 5 -> Tiles1.tile5(groups, k, a, ao, ars, acs, ags, b, bo, brs, c, co, crs, s, so, srs);
            case 4 -> Tiles1.tile4(groups, k, a, ao, ars, acs, ags, b, bo, brs, c, co, crs, s, so, srs);
            case 3 -> Tiles1.tile3(groups, k, a, ao, ars, acs, ags, b, bo, brs, c, co, crs, s, so, srs);
            case 2 -> Tiles1.tile2(groups, k, a, ao, ars, acs, ags, b, bo, brs, c, co, crs, s, so, srs);
            default -> Tiles1.tile1(groups, k, a, ao, ars, acs, ags, b, bo, brs, c, co, crs, s, so, srs);
        }
    }

    private Tiles() {}
}
