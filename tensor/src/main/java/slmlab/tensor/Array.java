package slmlab.tensor;

/// Numbers in row-major order: a type, a shape and one primitive array. Carries numbers between envs, memories and
/// programs; does no arithmetic.
public final class Array {
    private final DType dtype;
    private final Shape shape;
    private final Object data;

    private Array(DType dtype, Shape shape, Object data, int length) {
        if (length != shape.volume()) {
            throw new IllegalArgumentException(
                    "%s numbers do not fill shape %s, which has %s".formatted(length, shape, shape.volume()));
        }
        this.dtype = dtype;
        this.shape = shape;
        this.data = data;
    }

    /// An array of zeros.
    public static Array zeros(DType dtype, Shape shape) {
        return switch (dtype) {
            case FLOAT32 -> of(shape, new float[shape.volume()]);
            case INT32 -> ofInts(shape, new int[shape.volume()]);
            case UINT8 -> ofBytes(shape, new byte[shape.volume()]);
        };
    }

    /// Wraps the numbers; no copy is made.
    public static Array of(Shape shape, float... data) {
        return new Array(DType.FLOAT32, shape, data, data.length);
    }

    /// Wraps the numbers; no copy is made.
    public static Array ofInts(Shape shape, int... data) {
        return new Array(DType.INT32, shape, data, data.length);
    }

    /// Wraps the bytes, read as 0 to 255; no copy is made.
    public static Array ofBytes(Shape shape, byte... data) {
        return new Array(DType.UINT8, shape, data, data.length);
    }

    public DType dtype() {
        return dtype;
    }

    public Shape shape() {
        return shape;
    }

    /// The numbers themselves, not a copy.
    public float[] floats() {
        if (data instanceof float[] floats) {
            return floats;
        }
        throw wrongType(DType.FLOAT32);
    }

    /// The indices themselves, not a copy.
    public int[] ints() {
        if (data instanceof int[] ints) {
            return ints;
        }
        throw wrongType(DType.INT32);
    }

    /// The bytes themselves, not a copy.
    public byte[] bytes() {
        if (data instanceof byte[] bytes) {
            return bytes;
        }
        throw wrongType(DType.UINT8);
    }

    /// The only number of an array that has just one.
    public float item() {
        if (shape.volume() != 1) {
            throw new IllegalStateException("item() of %s: needs exactly one number".formatted(this));
        }
        return floats()[0];
    }

    /// Copies the numbers of another array of the same type and shape into this one.
    public void copyFrom(Array other) {
        if (other.dtype != dtype || !other.shape.equals(shape)) {
            throw new IllegalArgumentException("%s does not fit into %s".formatted(other, this));
        }
        System.arraycopy(other.data, 0, data, 0, shape.volume());
    }

    @Override
    public String toString() {
        return dtype + " " + shape;
    }

    private IllegalStateException wrongType(DType wanted) {
        return new IllegalStateException("%s holds no %s".formatted(this, wanted));
    }
}
