package slmlab.tensor.compile;

import org.jspecify.annotations.Nullable;
import slmlab.tensor.Array;
import slmlab.tensor.DType;

/// A region of memory with one writer: planned into the workspace, or backed by an input, a variable, a
/// constant or an output.
public final class Buffer {
    private final DType dtype;
    private final int size;
    private @Nullable Array home;
    private int firstUse = Integer.MAX_VALUE;
    private int lastUse = -1;
    private int offset;

    public Buffer(DType dtype, int size) {
        this.dtype = dtype;
        this.size = size;
    }

    static Buffer at(Array home) {
        Buffer buffer = new Buffer(home.dtype(), home.shape().volume());
        buffer.home = home;
        return buffer;
    }

    DType dtype() {
        return dtype;
    }

    public int size() {
        return size;
    }

    /// Return the array that backs it; null for the workspace.
    @Nullable
    Array home() {
        return home;
    }

    void moveTo(Array array) {
        home = array;
    }

    void use(int instruction) {
        firstUse = Math.min(firstUse, instruction);
        lastUse = Math.max(lastUse, instruction);
    }

    int firstUse() {
        return firstUse;
    }

    int lastUse() {
        return lastUse;
    }

    int offset() {
        return offset;
    }

    void place(int at) {
        offset = at;
    }
}
