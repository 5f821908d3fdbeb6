package slmlab.env;

/// NumPy's `default_rng(seed)`, bit for bit: SeedSequence, PCG64 and the draws that envs use.
///
/// O'Neill 2014 (PCG, XSL-RR 128/64), Lemire 2019 (bounded integers), Marsaglia and Tsang 2000 (ziggurat). No
/// draw allocates, except [#permutation]. A generator belongs to one thread.
public final class NumpyRandom {
    /// Length of a [#state] in longs.
    static final int STATE = 6;

    // SeedSequence: hash constants, and the number of 32-bit words in its pool
    private static final int POOL = 4;
    private static final int INIT_A = 0x43b0d7e5;
    private static final int MULT_A = 0x931e8875;
    private static final int INIT_B = 0x8b51f9dd;
    private static final int MULT_B = 0x58f38ded;
    private static final int MIX_LEFT = 0xca01f9dd;
    private static final int MIX_RIGHT = 0x4973f715;

    // PCG64: state ← state · MULTIPLIER + increment, modulo 2¹²⁸
    private static final long MULTIPLIER_HIGH = 2549297995355413924L;
    private static final long MULTIPLIER_LOW = 4865540595714422341L;

    private static final double TO_UNIT = 0x1p-53;
    private static final double SUM_TOLERANCE = 0x1p-26;
    private static final long WORD = 0xffffffffL;

    private long high;
    private long low;
    private long incrementHigh;
    private long incrementLow;
    // A 32-bit draw takes the lower half of a word and keeps the upper one for the next such draw.
    private boolean hasHalf;
    private int half;

    private NumpyRandom() {}

    /// Return the generator of `numpy.random.default_rng(seed)`.
    public static NumpyRandom ofSeed(long seed) {
        NumpyRandom random = new NumpyRandom();
        random.seed(seed);
        return random;
    }

    /// Return a generator that continues from a [#state].
    public static NumpyRandom ofState(long... state) {
        NumpyRandom random = new NumpyRandom();
        random.restore(state);
        return random;
    }

    /// Return the generator's state: PCG64's state and increment (high, low), whether half a word is left over,
    /// and that half.
    public long[] state() {
        long[] state = new long[STATE];
        copyTo(state);
        return state;
    }

    /// Write the [#state] into an array of six.
    public void copyTo(long[] six) {
        six[0] = high;
        six[1] = low;
        six[2] = incrementHigh;
        six[3] = incrementLow;
        six[4] = hasHalf ? 1 : 0;
        six[5] = half & WORD;
    }

    /// Continue from a [#state].
    public void restore(long... state) {
        if (state.length != STATE) {
            throw new IllegalArgumentException("a random state of %s longs; needs %s".formatted(state.length, STATE));
        }
        if ((state[3] & 1) == 0) {
            throw new IllegalArgumentException(
                    "a random state with an even increment, %s; PCG64's is odd".formatted(state[3]));
        }
        high = state[0];
        low = state[1];
        incrementHigh = state[2];
        incrementLow = state[3];
        hasHalf = state[4] != 0;
        half = (int) state[5];
    }

    /// Draw from [0, 1), uniformly.
    public double random() {
        return (nextLong() >>> 11) * TO_UNIT;
    }

    /// Draw from [from, to), uniformly.
    public double uniform(double from, double to) {
        return from + (to - from) * random();
    }

    /// Draw an integer from [from, to).
    public long integers(long from, long to) {
        if (from >= to) {
            throw new IllegalArgumentException("integers from [%s, %s): the interval is empty".formatted(from, to));
        }
        return from + upTo(to - 1 - from);
    }

    /// Draw from the standard normal distribution.
    public double normal() {
        while (true) {
            long word = nextLong();
            int layer = (int) word & 0xff;
            long place = word >>> 9 & 0x000fffffffffffffL;
            double x = place * Ziggurat.WIDTH[layer];
            if ((word & 0x100) != 0) {
                x = -x;
            }
            if (place < Ziggurat.INSIDE[layer]) {
                return x;
            }
            if (layer == 0) {
                return tail((place >> 8 & 1) != 0);
            }
            double height = Ziggurat.HEIGHT[layer];
            if ((Ziggurat.HEIGHT[layer - 1] - height) * random() + height < Math.exp(-0.5 * x * x)) {
                return x;
            }
        }
    }

    private double tail(boolean negative) {
        while (true) {
            double x = -Ziggurat.INVERSE_TAIL * StrictMath.log1p(-random());
            double y = -StrictMath.log1p(-random());
            if (y + y > x * x) {
                return negative ? -(Ziggurat.TAIL + x) : Ziggurat.TAIL + x;
            }
        }
    }

    /// Draw one of 0 … n − 1.
    public int choice(int n) {
        return (int) integers(0, n);
    }

    /// Draw one of 0 … p.length − 1 with the given probabilities.
    public int choice(double[] p) {
        double total = 0;
        for (double each : p) {
            if (!(each >= 0)) {
                throw new IllegalArgumentException("a probability of %s; needs at least 0".formatted(each));
            }
            total += each;
        }
        if (Math.abs(total - 1) > SUM_TOLERANCE) {
            throw new IllegalArgumentException("probabilities that sum to %s; need 1".formatted(total));
        }
        double u = random();
        double cumulative = 0;
        for (int i = 0; i < p.length; i++) {
            cumulative += p[i];
            if (cumulative / total > u) {
                return i;
            }
        }
        throw new AssertionError(u); // the last of them reached total / total = 1
    }

    /// Return 0 … n − 1 in random order.
    public int[] permutation(int n) {
        int[] items = new int[n];
        for (int i = 0; i < n; i++) {
            items[i] = i;
        }
        shuffle(items);
        return items;
    }

    /// Shuffle the items.
    public void shuffle(int[] items) {
        for (int i = items.length - 1; i > 0; i--) {
            // by masking, as numpy's shuffle does, not by Lemire's method
            int mask = -1 >>> Integer.numberOfLeadingZeros(i);
            int j = nextInt() & mask;
            while (j > i) {
                j = nextInt() & mask;
            }
            int item = items[i];
            items[i] = items[j];
            items[j] = item;
        }
    }

    /// Draw an integer from [0, largest], both unsigned.
    private long upTo(long largest) {
        if (largest == 0) {
            return 0;
        }
        if (Long.compareUnsigned(largest, WORD) < 0) {
            long n = largest + 1;
            long product = (nextInt() & WORD) * n;
            if ((product & WORD) < n) {
                long threshold = (WORD - largest) % n; // 2³² mod n: the remainder that would bias the draw
                while ((product & WORD) < threshold) {
                    product = (nextInt() & WORD) * n;
                }
            }
            return product >>> 32;
        }
        if (largest == WORD) {
            return nextInt() & WORD;
        }
        if (largest == -1) {
            return nextLong();
        }
        long n = largest + 1;
        long word = nextLong();
        long leftover = word * n;
        if (Long.compareUnsigned(leftover, n) < 0) {
            long threshold = Long.remainderUnsigned(-1 - largest, n);
            while (Long.compareUnsigned(leftover, threshold) < 0) {
                word = nextLong();
                leftover = word * n;
            }
        }
        return Math.unsignedMultiplyHigh(word, n);
    }

    private int nextInt() {
        if (hasHalf) {
            hasHalf = false;
            return half;
        }
        long word = nextLong();
        hasHalf = true;
        half = (int) (word >>> 32);
        return (int) word;
    }

    private long nextLong() {
        advance();
        return Long.rotateRight(high ^ low, (int) (high >>> 58));
    }

    private void advance() {
        long productLow = low * MULTIPLIER_LOW;
        long productHigh =
                Math.unsignedMultiplyHigh(low, MULTIPLIER_LOW) + low * MULTIPLIER_HIGH + high * MULTIPLIER_LOW;
        high = productHigh;
        low = productLow;
        add(incrementHigh, incrementLow);
    }

    private void add(long otherHigh, long otherLow) {
        low += otherLow;
        high += otherHigh + (Long.compareUnsigned(low, otherLow) < 0 ? 1 : 0);
    }

    private void seed(long seed) {
        if (seed < 0) {
            throw new IllegalArgumentException("seed is %s; needs at least 0".formatted(seed));
        }
        int[] pool = pool(seed);
        long[] words = new long[4];
        int hash = INIT_B;
        for (int i = 0; i < 8; i++) {
            int value = pool[i % POOL] ^ hash;
            hash *= MULT_B;
            value *= hash;
            value ^= value >>> 16;
            words[i / 2] |= (value & WORD) << (32 * (i % 2));
        }
        incrementHigh = words[2] << 1 | words[3] >>> 63;
        incrementLow = words[3] << 1 | 1;
        advance();
        add(words[0], words[1]);
        advance();
    }

    /// Return SeedSequence's entropy pool: each word hashed, then every word mixed with every other.
    private static int[] pool(long seed) {
        int[] pool = new int[POOL];
        int hash = INIT_A;
        for (int i = 0; i < POOL; i++) {
            int word = i == 0 ? (int) seed : i == 1 ? (int) (seed >>> 32) : 0;
            pool[i] = hashed(word, hash);
            hash *= MULT_A;
        }
        for (int from = 0; from < POOL; from++) {
            for (int to = 0; to < POOL; to++) {
                if (from != to) {
                    int mixed = MIX_LEFT * pool[to] - MIX_RIGHT * hashed(pool[from], hash);
                    hash *= MULT_A;
                    pool[to] = mixed ^ mixed >>> 16;
                }
            }
        }
        return pool;
    }

    private static int hashed(int word, int hash) {
        int value = (word ^ hash) * (hash * MULT_A);
        return value ^ value >>> 16;
    }
}
