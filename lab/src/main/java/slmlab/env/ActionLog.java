package slmlab.env;

import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;

/// Log of the latest actions of a vector, as long as its longest running episode: what a replay of the episodes
/// needs.
///
/// A ring of rows, each with the actions of all envs, so that a step costs one copy. It doubles
/// when an episode outgrows it.
public final class ActionLog {
    private static final int FIRST_NUMBERS = 1 << 18;
    private static final int FIRST_ROWS = 64;
    private static final int MOST_NUMBERS = 1 << 26;

    private final DType dtype;
    private final int width;
    private Object rows; // primitive array, [capacity, width]
    private int capacity; // a power of two
    private int next;
    private int spare; // rows that can be written before an episode may have outgrown the ring

    /// @param width number of action values per step, over all envs
    /// @param longest maximum episode length in steps; 0 for no limit
    public ActionLog(DType dtype, int width, int longest) {
        this.dtype = dtype;
        this.width = width;
        int wanted = Math.max(FIRST_ROWS, FIRST_NUMBERS / width);
        this.capacity = powerOfTwo(longest == 0 ? wanted : Math.min(wanted, longest));
        this.rows = numbers(Math.multiplyExact(capacity, width));
    }

    /// Log the actions of one step.
    ///
    /// @param age steps each env's episode had taken before this one
    public void add(Array action, int[] age) {
        if (spare == 0) {
            makeRoom(age);
        }
        spare--;
        int at = (next & capacity - 1) * width;
        next++;
        if (rows instanceof int[] ints) { // for a few values a loop is faster than a copy of unknown type
            int[] from = action.ints();
            for (int i = 0; i < width; i++) {
                ints[at + i] = from[i];
            }
        } else if (rows instanceof float[] floats) {
            float[] from = action.floats();
            for (int i = 0; i < width; i++) {
                floats[at + i] = from[i];
            }
        } else {
            throw new IllegalStateException("actions of type " + dtype);
        }
    }

    /// Return how many steps the log goes back.
    public int capacity() {
        return capacity;
    }

    /// Copy one env's part of the actions taken `back` steps ago; 1 is the last step.
    public void read(int back, int from, Object to, int at, int count) {
        System.arraycopy(rows, (next - back & capacity - 1) * width + from, to, at, count);
    }

    private void makeRoom(int[] age) {
        int longest = 0;
        for (int each : age) {
            longest = Math.max(longest, each);
        }
        if (longest >= capacity && 2L * capacity * width <= MOST_NUMBERS) {
            Object grown = numbers(2 * capacity * width);
            for (int back = 1; back <= capacity; back++) {
                int from = (next - back & capacity - 1) * width;
                System.arraycopy(rows, from, grown, (next - back & 2 * capacity - 1) * width, width);
            }
            rows = grown;
            capacity *= 2;
        }
        spare = longest < capacity ? capacity - longest : capacity; // an episode without a limit is not logged in full
    }

    private Object numbers(int count) {
        return Rows.data(Array.zeros(dtype, Shape.of(count)));
    }

    private static int powerOfTwo(int atLeast) {
        return atLeast <= 1 ? 1 : Integer.highestOneBit(atLeast - 1) << 1;
    }
}
