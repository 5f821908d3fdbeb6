package slmlab.agent.memory;

import java.util.Arrays;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;
import slmlab.tensor.State;

/// Rows that are kept until they are freed, each in a place of its own.
final class SlotPool {
    private static final int CHUNK_ROWS = 4096;

    private final Chunks rows;
    private int[] free = new int[16];
    private int freed;
    private int count; // places in use, and free ones between them

    /// @param most how many there can be
    SlotPool(String name, DType dtype, int width, int most) {
        this.rows = new Chunks(name, dtype, width, most, CHUNK_ROWS);
    }

    /// Keep a row of an array, and return where.
    int keep(Array from, int at) {
        int place = freed > 0 ? free[--freed] : count++;
        rows.write(place, from, at, 1);
        return place;
    }

    void free(int place) {
        if (freed == free.length) {
            free = Arrays.copyOf(free, 2 * freed);
        }
        free[freed++] = place;
    }

    Chunks rows() {
        return rows;
    }

    int size() {
        return count - freed;
    }

    void save(State to) {
        to.put(rows.name() + ".count", count);
        to.put(rows.name() + ".free", Array.ofInts(Shape.of(freed), Arrays.copyOf(free, freed)));
        rows.save(to);
    }

    void load(State from) {
        count = (int) from.whole(rows.name() + ".count");
        int[] saved = from.array(rows.name() + ".free").ints();
        free = Arrays.copyOf(saved, Math.max(16, saved.length));
        freed = saved.length;
        rows.load(from);
    }
}
