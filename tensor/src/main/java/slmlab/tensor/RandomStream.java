package slmlab.tensor;

import slmlab.tensor.internal.Philox;

/// A stream of random numbers described by two longs: a key and a counter (Philox). Equal longs continue
/// equally.
public final class RandomStream {
    private final long key;
    private final int[] words = new int[4];
    private long counter;

    public RandomStream(long key, long counter) {
        this.key = key;
        this.counter = counter;
    }

    public static RandomStream ofSeed(long seed) {
        return new RandomStream(mix(seed + 0x9E3779B97F4A7C15L), 0);
    }

    /// Return an independent stream for a part of the run; the same name gives the same stream.
    public RandomStream split(String name) {
        long hash = 0xCBF29CE484222325L; // FNV-1a over the name's characters
        for (int i = 0; i < name.length(); i++) {
            hash = (hash ^ name.charAt(i)) * 0x100000001B3L;
        }
        return new RandomStream(mix(key ^ mix(hash)), 0);
    }

    public long key() {
        return key;
    }

    public long counter() {
        return counter;
    }

    /// Continue as a stream of the same key that has drawn `count` numbers.
    public void seek(long count) {
        counter = count;
    }

    /// Return the number of the next draw; a program takes one per run.
    public long next() {
        return counter++;
    }

    /// Draw from the open interval (0, 1), uniformly.
    public double nextUniform() {
        return ((nextLong() >>> 12) + 0.5) * 0x1p-52;
    }

    /// Draw an integer from [0, bound), uniformly.
    public int nextInt(int bound) {
        if (bound < 1) {
            throw new IllegalArgumentException("bound is %s; needs at least 1".formatted(bound));
        }
        return (int) Math.multiplyHigh(nextLong() >>> 1, 2L * bound);
    }

    /// Draw from the standard normal distribution, by the Box-Muller transform.
    public double nextNormal() {
        double radius = StrictMath.sqrt(-2 * StrictMath.log(nextUniform()));
        return radius * StrictMath.cos(2 * Math.PI * nextUniform());
    }

    /// Shuffle in place: every order is equally likely.
    public void shuffle(int[] values) {
        for (int last = values.length - 1; last > 0; last--) {
            int other = nextInt(last + 1);
            int kept = values[last];
            values[last] = values[other];
            values[other] = kept;
        }
    }

    public long nextLong() {
        long at = next();
        Philox.block((int) at, (int) (at >>> 32), 0, 0, key, words, 0);
        return (long) words[0] << 32 | (words[1] & 0xFFFFFFFFL);
    }

    /// Return SplitMix64's finalizer, which spreads neighboring seeds apart.
    private static long mix(long value) {
        long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
