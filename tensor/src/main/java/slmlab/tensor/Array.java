package slmlab.tensor;

import org.jspecify.annotations.Nullable;

/// An array in row-major order: a type, a shape and one primitive array. Carries data between envs, memories
/// and programs; does no arithmetic.
///
/// A backend may keep the numbers of a variable elsewhere between runs ([#fetchFirst]): whoever wants them asks for
/// [#floats] again, and does not hold on to what it returned before a run.
public final class Array {
    private final DType dtype;
    private final Shape shape;
    private final Object data;
    private @Nullable Runnable fetch; // brings newer numbers from a backend; null where there are none

    private Array(DType dtype, Shape shape, Object data, int length) {
        if (length != shape.volume()) {
            throw new IllegalArgumentException(
                    "%s numbers do not fill shape %s, which has %s".formatted(length, shape, shape.volume()));
        }
        this.dtype = dtype;
        this.shape = shape;
        this.data = data;
    }

    /// Return an array of zeros.
    public static Array zeros(DType dtype, Shape shape) {
        return switch (dtype) {
            case FLOAT32 -> of(shape, new float[shape.volume()]);
            case INT32 -> ofInts(shape, new int[shape.volume()]);
            case UINT8 -> ofBytes(shape, new byte[shape.volume()]);
        };
    }

    /// Wrap an array without copying it.
    public static Array of(Shape shape, float... data) {
        return new Array(DType.FLOAT32, shape, data, data.length);
    }

    /// Wrap an array without copying it.
    public static Array ofInts(Shape shape, int... data) {
        return new Array(DType.INT32, shape, data, data.length);
    }

    /// Wrap an array of bytes, read as 0 to 255, without copying it.
    public static Array ofBytes(Shape shape, byte... data) {
        return new Array(DType.UINT8, shape, data, data.length);
    }

    public DType dtype() {
        return dtype;
    }

    public Shape shape() {
        return shape;
    }

    /// Return the underlying array, not a copy.
    public float[] floats() {
        bring();
        if (data instanceof float[] floats) {
            return floats;
        }
        throw wrongType(DType.FLOAT32);
    }

    /// Return the underlying array of indices, not a copy.
    public int[] ints() {
        bring();
        if (data instanceof int[] ints) {
            return ints;
        }
        throw wrongType(DType.INT32);
    }

    /// Return the underlying array of bytes, not a copy.
    public byte[] bytes() {
        bring();
        if (data instanceof byte[] bytes) {
            return bytes;
        }
        throw wrongType(DType.UINT8);
    }

    /// Return the value of an array with a single element.
    public float item() {
        if (shape.volume() != 1) {
            throw new IllegalStateException("item() of %s: needs exactly one number".formatted(this));
        }
        return floats()[0];
    }

    /// Copy the elements of another array of the same type and shape into this one.
    public void copyFrom(Array other) {
        if (other.dtype != dtype || !other.shape.equals(shape)) {
            throw new IllegalArgumentException("%s does not fit into %s".formatted(other, this));
        }
        other.bring();
        fetch = null; // overwritten as a whole
        System.arraycopy(other.data, 0, data, 0, shape.volume());
    }

    /// Say, as a backend, that newer numbers than these are elsewhere: `fetch` writes them here before the next
    /// access, once.
    public void fetchFirst(Runnable fetch) {
        this.fetch = fetch;
    }

    /// Return whether newer numbers are elsewhere. If not, someone may have changed these, and a backend reads them
    /// before its next run.
    public boolean isElsewhere() {
        return fetch != null;
    }

    private void bring() {
        Runnable now = fetch;
        if (now != null) {
            fetch = null;
            now.run();
        }
    }

    @Override
    public String toString() {
        return dtype + " " + shape;
    }

    private IllegalStateException wrongType(DType wanted) {
        return new IllegalStateException("%s holds no %s".formatted(this, wanted));
    }
}
