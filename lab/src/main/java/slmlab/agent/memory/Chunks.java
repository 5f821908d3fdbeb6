package slmlab.agent.memory;

import java.util.Arrays;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;
import slmlab.tensor.State;

/// One thing that is known of every row, in chunks of rows: made as rows fill them, and saved only when they
/// changed.
final class Chunks {
    private static final int MOST_BYTES = 1 << 28; // of a chunk of large rows, such as pixels

    private final String name;
    private final DType dtype;
    private final int width;
    private final int rows;
    private final int shift;
    private final int mask;
    private Array[] chunks = new Array[0]; // [rows of a chunk, width] each
    private long[] versions = new long[0]; // how often each was written to

    /// @param rows how many there can be
    /// @param chunkRows how many a chunk has, a power of two; fewer where they are large
    Chunks(String name, DType dtype, int width, int rows, int chunkRows) {
        this.name = name;
        this.dtype = dtype;
        this.width = width;
        this.rows = rows;
        this.shift = shift(chunkRows, (long) width * dtype.bytes());
        this.mask = (1 << shift) - 1;
    }

    private static int shift(int chunkRows, long rowBytes) {
        int shift = Integer.numberOfTrailingZeros(chunkRows);
        while (shift > 0 && rowBytes << shift > MOST_BYTES) {
            shift--;
        }
        return shift;
    }

    String name() {
        return name;
    }

    int width() {
        return width;
    }

    /// Copy `count` rows of an array into the rows from `row` on.
    void write(int row, Array from, int at, int count) {
        int done = 0;
        while (done < count) {
            int to = row + done;
            int part = Math.min(count - done, mask + 1 - (to & mask));
            Array chunk = changing(to >>> shift);
            copy(from, (at + done) * width, chunk, (to & mask) * width, part * width);
            done += part;
        }
    }

    /// Copy a row out of an array, from `at` on.
    void writePart(int row, Array from, int at) {
        copy(from, at, changing(row >>> shift), (row & mask) * width, width);
    }

    /// Fill a row with one byte.
    void fill(int row, int value) {
        int first = (row & mask) * width;
        Arrays.fill(changing(row >>> shift).bytes(), first, first + width, (byte) value);
    }

    void set(int row, int value) {
        changing(row >>> shift).ints()[row & mask] = value;
    }

    int whole(int row) {
        return chunks[row >>> shift].ints()[row & mask];
    }

    float number(int row) {
        return chunks[row >>> shift].floats()[row & mask];
    }

    /// Copy one row into an array.
    void read(int row, Array to, int at) {
        copy(chunks[row >>> shift], (row & mask) * width, to, at * width, width);
    }

    /// Copy `count` values of a row, from `first` on, into an array from `place` on.
    void readPart(int row, int first, int count, Array to, int place) {
        copy(chunks[row >>> shift], (row & mask) * width + first, to, place, count);
    }

    /// Copy rows, in the order in which they are given, into an array that has room for just them.
    void gather(int[] from, int count, Array to) {
        if (to.shape().volume() != count * width) {
            throw new IllegalArgumentException(
                    "%s of %s rows of %s does not fit into an input of %s".formatted(name, count, width, to));
        }
        switch (dtype) {
            case FLOAT32 -> gather(from, count, to.floats());
            case INT32 -> gather(from, count, to.ints());
            case UINT8 -> gather(from, count, to.bytes());
        }
    }

    private void gather(int[] from, int count, float[] to) {
        for (int i = 0; i < count; i++) {
            float[] chunk = chunks[from[i] >>> shift].floats();
            int first = (from[i] & mask) * width;
            if (width == 1) {
                to[i] = chunk[first];
            } else {
                System.arraycopy(chunk, first, to, i * width, width);
            }
        }
    }

    private void gather(int[] from, int count, int[] to) {
        for (int i = 0; i < count; i++) {
            int[] chunk = chunks[from[i] >>> shift].ints();
            int first = (from[i] & mask) * width;
            if (width == 1) {
                to[i] = chunk[first];
            } else {
                System.arraycopy(chunk, first, to, i * width, width);
            }
        }
    }

    private void gather(int[] from, int count, byte[] to) {
        for (int i = 0; i < count; i++) {
            byte[] chunk = chunks[from[i] >>> shift].bytes();
            System.arraycopy(chunk, (from[i] & mask) * width, to, i * width, width);
        }
    }

    private static void copy(Array from, int at, Array to, int place, int count) {
        switch (to.dtype()) {
            case FLOAT32 -> System.arraycopy(from.floats(), at, to.floats(), place, count);
            case INT32 -> System.arraycopy(from.ints(), at, to.ints(), place, count);
            case UINT8 -> System.arraycopy(from.bytes(), at, to.bytes(), place, count);
        }
    }

    private Array changing(int chunk) {
        grow(chunk + 1);
        versions[chunk]++;
        return chunks[chunk];
    }

    private void grow(int count) {
        int from = chunks.length;
        if (count <= from) {
            return;
        }
        chunks = Arrays.copyOf(chunks, count);
        versions = Arrays.copyOf(versions, count);
        for (int chunk = from; chunk < count; chunk++) {
            int length = Math.min(mask + 1, rows - (chunk << shift));
            chunks[chunk] = Array.zeros(dtype, Shape.of(length, width));
        }
    }

    void save(State to) {
        to.put(name + ".chunks", chunks.length);
        for (int chunk = 0; chunk < chunks.length; chunk++) {
            to.putLive(name + "-" + chunk, versions[chunk], chunks[chunk]);
        }
    }

    void load(State from) {
        int count = (int) from.whole(name + ".chunks");
        grow(count);
        for (int chunk = 0; chunk < count; chunk++) {
            State.Live saved = from.live(name + "-" + chunk);
            chunks[chunk].copyFrom(saved.array());
            versions[chunk] = saved.version();
        }
    }
}
