package slmlab.atari;

/// The 32-bit Mersenne Twister, `std::mt19937` in C++, from which ALE's own vector env draws its no-ops.
///
/// Matsumoto and Nishimura 1998, ACM TOMACS 8(1).
final class MersenneTwister {
    private static final int SIZE = 624;
    private static final int SHIFT = 397;

    private final int[] state = new int[SIZE];
    private final long seed;
    private int next = SIZE;
    private long draws;

    /// @param seed of which the lower 32 bits count
    MersenneTwister(long seed) {
        this.seed = seed;
        state[0] = (int) seed;
        for (int i = 1; i < SIZE; i++) {
            state[i] = 1812433253 * (state[i - 1] ^ (state[i - 1] >>> 30)) + i;
        }
    }

    /// Return a generator that has drawn so often already.
    static MersenneTwister after(long seed, long draws) {
        MersenneTwister random = new MersenneTwister(seed);
        while (random.draws < draws) {
            random.next();
        }
        return random;
    }

    long seed() {
        return seed;
    }

    long draws() {
        return draws;
    }

    /// Return a number from 0 to n − 1, as libstdc++'s `uniform_int_distribution` draws it (Lemire 2019,
    /// arXiv:1805.10941).
    int below(int n) {
        long product = next() * n;
        long low = product & 0xffffffffL;
        long least = (1L << 32) % n;
        while (low < least) {
            product = next() * n;
            low = product & 0xffffffffL;
        }
        return (int) (product >>> 32);
    }

    private long next() {
        if (next == SIZE) {
            twist();
        }
        draws++;
        int y = state[next++];
        y ^= y >>> 11;
        y ^= (y << 7) & 0x9d2c5680;
        y ^= (y << 15) & 0xefc60000;
        y ^= y >>> 18;
        return y & 0xffffffffL;
    }

    private void twist() {
        for (int i = 0; i < SIZE; i++) {
            int joined = (state[i] & 0x80000000) | (state[(i + 1) % SIZE] & 0x7fffffff);
            state[i] = state[(i + SHIFT) % SIZE] ^ (joined >>> 1) ^ ((joined & 1) == 0 ? 0 : 0x9908b0df);
        }
        next = 0;
    }
}
