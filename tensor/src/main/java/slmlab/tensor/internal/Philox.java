package slmlab.tensor.internal;

/// Philox 4x32-10: random numbers as a function of a key and a counter, with no state between calls.
///
/// Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011. A number depends only on its
/// position, so a range may be split over threads, or computed in any order; a run needs to save two longs.
public final class Philox {

    private static final long M0 = 0xD2511F53L;
    private static final long M1 = 0xCD9E8D57L;
    private static final int W0 = 0x9E3779B9; // the golden ratio
    private static final int W1 = 0xBB67AE85; // √3 − 1
    private static final int ROUNDS = 10;

    /// Elements of one stream: four for each of 2³² blocks.
    private static final long ELEMENTS = 1L << 34;

    private Philox() {}

    /// Compute the four words `out[at]` to `out[at + 3]` of one counter under one key, whose low half is the
    /// paper's first key word.
    public static void block(int c0, int c1, int c2, int c3, long key, int[] out, int at) {
        int x0 = c0;
        int x1 = c1;
        int x2 = c2;
        int x3 = c3;
        int k0 = (int) key;
        int k1 = (int) (key >>> 32);
        for (int round = 0; round < ROUNDS; round++) {
            long p0 = (x0 & 0xFFFFFFFFL) * M0;
            long p1 = (x2 & 0xFFFFFFFFL) * M1;
            x0 = (int) (p1 >>> 32) ^ x1 ^ k0;
            x1 = (int) p1;
            x2 = (int) (p0 >>> 32) ^ x3 ^ k1;
            x3 = (int) p0;
            k0 += W0;
            k1 += W1;
        }
        out[at] = x0;
        out[at + 1] = x1;
        out[at + 2] = x2;
        out[at + 3] = x3;
    }

    /// Compute elements `first` to `first + n − 1` of a stream, uniform in the open interval (0, 1): y[yo + i]
    /// is element `first + i`.
    ///
    /// Element e is word `e mod 4` of the block with counter (e / 4, stream, low half of run, high half of
    /// run). A word x becomes ((x >>> 9) + ½)·2⁻²³, which a float holds exactly.
    public static void uniform(long key, long run, int stream, long first, float[] y, int yo, int n) {
        uniform(key, run, stream, first, y, yo, n, new int[4]);
    }

    /// Compute the same without an allocation.
    ///
    /// @param x four words of scratch
    public static void uniform(long key, long run, int stream, long first, float[] y, int yo, int n, int[] x) {
        if (first < 0 || first > ELEMENTS - n) {
            throw new IllegalArgumentException(
                    "elements %s to %s of a random stream; it has 2^34".formatted(first, first + n));
        }
        int run0 = (int) run;
        int run1 = (int) (run >>> 32);
        int i = -(int) (first & 3); // where the first block begins, at or before y's first element
        int b = (int) (first >>> 2);
        for (; i < n; i += 4, b++) {
            block(b, stream, run0, run1, key, x, 0);
            if (i >= 0 && i + 4 <= n) {
                y[yo + i] = toUniform(x[0]);
                y[yo + i + 1] = toUniform(x[1]);
                y[yo + i + 2] = toUniform(x[2]);
                y[yo + i + 3] = toUniform(x[3]);
            } else { // begins before the range or ends after it
                if (i >= 0) {
                    y[yo + i] = toUniform(x[0]);
                }
                if (i + 1 >= 0 && i + 1 < n) {
                    y[yo + i + 1] = toUniform(x[1]);
                }
                if (i + 2 >= 0 && i + 2 < n) {
                    y[yo + i + 2] = toUniform(x[2]);
                }
                if (i + 3 < n) {
                    y[yo + i + 3] = toUniform(x[3]);
                }
            }
        }
    }

    /// Return a word as a float in (0, 1): the middle of one of 2²³ equal parts.
    public static float toUniform(int word) {
        return ((word >>> 9) + 0.5f) * 0x1p-23f;
    }
}
