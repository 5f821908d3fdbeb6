package slmlab.tensor.compile;

import org.jspecify.annotations.Nullable;
import slmlab.tensor.Array;
import slmlab.tensor.internal.Kernels;

/// The arrays of one program as one of its threads sees them: a shared workspace, and its own scratch.
public record Memory(Kernels kernels, float[] floats, int[] ints, float[] scratch, Draws draws) {

    public float[] floats(View view) {
        Array home = view.buffer().home();
        return home == null ? floats : home.floats();
    }

    public int[] ints(View view) {
        Array home = view.buffer().home();
        return home == null ? ints : home.ints();
    }

    public byte[] bytes(View view) {
        Array home = view.buffer().home();
        if (home == null) {
            throw new IllegalStateException("bytes are inputs or constants, never computed");
        }
        return home.bytes();
    }

    /// Return the primitive array behind a view, of any type.
    Object data(View view) {
        return switch (view.buffer().dtype()) {
            case FLOAT32 -> floats(view);
            case INT32 -> ints(view);
            case UINT8 -> bytes(view);
        };
    }

    public int offset(View view) {
        @Nullable Array home = view.buffer().home();
        return (home == null ? view.buffer().offset() : 0) + view.offset();
    }
}
