package slmlab.tensor.compile;

/// One of several equal parts of every array, for threads that change arrays together.
///
/// @param index which part, counted from 0
/// @param count how many parts there are
public record ArrayPart(int index, int count) {
    /// The whole of every array.
    public static final ArrayPart ALL = new ArrayPart(0, 1);

    private static final int ALIGNED = 16; // parts begin at whole vectors

    /// Return where the part of an array of `n` numbers begins.
    public int from(int n) {
        return bound(n, index);
    }

    /// Return where it ends.
    public int to(int n) {
        return bound(n, index + 1);
    }

    /// Return where a part begins. A few numbers are all in part 0.
    private int bound(int n, int part) {
        if (part == 0) {
            return 0;
        }
        long even = Math.max(1, (long) n * part / count);
        return part == count ? n : (int) Math.min(n, (even + ALIGNED - 1) / ALIGNED * ALIGNED);
    }
}
