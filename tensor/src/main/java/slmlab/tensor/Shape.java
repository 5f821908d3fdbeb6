package slmlab.tensor;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Sizes of a tensor's axes, outermost first. A shape without axes is that of a scalar and has volume 1.
public final class Shape {
    public static final Shape SCALAR = new Shape();

    private final int[] dims;
    private final int volume;

    private Shape(int... dims) {
        long volume = 1;
        for (int dim : dims) {
            if (dim < 0) {
                throw new IllegalArgumentException(
                        "shape %s: an axis cannot be negative".formatted(Arrays.toString(dims)));
            }
            volume *= dim;
            if (volume > Integer.MAX_VALUE) {
                throw new IllegalArgumentException(
                        "shape %s: more than 2^31 elements".formatted(Arrays.toString(dims)));
            }
        }
        this.dims = dims;
        this.volume = (int) volume;
    }

    public static Shape of(int... dims) {
        return dims.length == 0 ? SCALAR : new Shape(dims.clone());
    }

    public int rank() {
        return dims.length;
    }

    /// Return the size of an axis; a negative axis counts from the end, −1 being the last.
    public int dim(int axis) {
        return dims[axis(axis)];
    }

    /// Return the number of elements.
    public int volume() {
        return volume;
    }

    public int[] dims() {
        return dims.clone();
    }

    /// Return the axis counted from the front; throw an error that names the shape if there is none.
    public int axis(int axis) {
        int counted = axis < 0 ? axis + dims.length : axis;
        if (counted < 0 || counted >= dims.length) {
            throw new IllegalArgumentException("axis %s of shape %s: needs to lie in [%s, %s]"
                    .formatted(axis, this, -dims.length, dims.length - 1));
        }
        return counted;
    }

    /// Return this shape with one axis resized.
    public Shape with(int axis, int size) {
        int[] changed = dims.clone();
        changed[axis(axis)] = size;
        return new Shape(changed);
    }

    /// Return this shape without one axis.
    public Shape without(int axis) {
        int gone = axis(axis);
        int[] kept = new int[dims.length - 1];
        System.arraycopy(dims, 0, kept, 0, gone);
        System.arraycopy(dims, gone + 1, kept, gone, kept.length - gone);
        return of(kept);
    }

    /// Return this shape with a new axis in front of `axis`; `axis == rank` appends one.
    public Shape insert(int axis, int size) {
        int[] grown = new int[dims.length + 1];
        System.arraycopy(dims, 0, grown, 0, axis);
        grown[axis] = size;
        System.arraycopy(dims, axis, grown, axis + 1, dims.length - axis);
        return new Shape(grown);
    }

    /// Return the number of elements between neighbors along each axis, in row-major order.
    public int[] strides() {
        int[] strides = new int[dims.length];
        int step = 1;
        for (int axis = dims.length - 1; axis >= 0; axis--) {
            strides[axis] = step;
            step *= dims[axis];
        }
        return strides;
    }

    /// Return the shape that both broadcast to, by NumPy's rule; null if there is none.
    public static @Nullable Shape broadcast(Shape a, Shape b) {
        int rank = Math.max(a.rank(), b.rank());
        int[] dims = new int[rank];
        for (int back = 1; back <= rank; back++) {
            int da = back <= a.rank() ? a.dims[a.rank() - back] : 1;
            int db = back <= b.rank() ? b.dims[b.rank() - back] : 1;
            if (da != db && da != 1 && db != 1) {
                return null;
            }
            dims[rank - back] = da == 1 ? db : da;
        }
        return of(dims);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Shape that && Arrays.equals(dims, that.dims);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(dims);
    }

    @Override
    public String toString() {
        return Arrays.toString(dims);
    }
}
