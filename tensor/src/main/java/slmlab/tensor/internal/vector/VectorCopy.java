package slmlab.tensor.internal.vector;

import static slmlab.tensor.internal.vector.Lanes.L;
import static slmlab.tensor.internal.vector.Lanes.S;

import java.util.Arrays;
import jdk.incubator.vector.FloatVector;

/// Copies between a contiguous array and one with strides.
///
/// Neighboring axes that the strides traverse without a gap count as one run. Two such runs are handled by
/// [#gather] and [#scatter]; while there are more, the first is a loop around the others.
final class VectorCopy {

    /// Length from which on the JVM's own array copy is faster.
    private static final int LONG = 256;

    static void copy(int[] shape, float[] x, int xo, int[] strides, float[] y, int yo) {
        walk(true, shape, strides, 0, volume(shape), y, yo, x, xo);
    }

    static void place(int[] shape, float[] x, int xo, float[] y, int yo, int[] strides) {
        walk(false, shape, strides, 0, volume(shape), x, xo, y, yo);
    }

    /// Copy `n` elements that are contiguous in both arrays.
    private static void run(int n, float[] x, int xo, float[] y, int yo) {
        if (n >= LONG) {
            System.arraycopy(x, xo, y, yo, n);
        } else if (n >= L) {
            for (int i = 0; i <= n - L; i += L) {
                FloatVector.fromArray(S, x, xo + i).intoArray(y, yo + i);
            }
            FloatVector.fromArray(S, x, xo + n - L).intoArray(y, yo + n - L);
        } else {
            int i = 0;
            for (; i <= n - 4; i += 4) {
                y[yo + i] = x[xo + i];
                y[yo + i + 1] = x[xo + i + 1];
                y[yo + i + 2] = x[xo + i + 2];
                y[yo + i + 3] = x[xo + i + 3];
            }
            for (; i < n; i++) {
                y[yo + i] = x[xo + i];
            }
        }
    }

    /// Copy the axes from `axis` on, `volume` elements.
    private static void walk(
            boolean gather,
            int[] shape,
            int[] strides,
            int axis,
            int volume,
            float[] flat,
            int flatAt,
            float[] spread,
            int spreadAt) {
        if (volume == 0) {
            return;
        }
        int second = end(shape, strides, axis);
        int rows = size(shape, axis, second);
        int rowStride = stride(shape, strides, axis, second);
        int third = end(shape, strides, second);
        int columns = size(shape, second, third);
        int columnStride = stride(shape, strides, second, third);
        if (rows * columns < volume) {
            int inner = volume / rows;
            for (int i = 0; i < rows; i++) {
                walk(gather, shape, strides, second, inner, flat, flatAt + i * inner, spread, spreadAt + i * rowStride);
            }
        } else if (columns == 1) {
            block(gather, 1, rows, 0, rowStride, flat, flatAt, spread, spreadAt);
        } else {
            block(gather, rows, columns, rowStride, columnStride, flat, flatAt, spread, spreadAt);
        }
    }

    private static void block(
            boolean gather,
            int rows,
            int columns,
            int rowStride,
            int columnStride,
            float[] flat,
            int flatAt,
            float[] spread,
            int spreadAt) {
        if (gather) {
            gather(rows, columns, rowStride, columnStride, spread, spreadAt, flat, flatAt);
        } else {
            scatter(rows, columns, rowStride, columnStride, flat, flatAt, spread, spreadAt);
        }
    }

    private static void gather(
            int rows, int columns, int rowStride, int columnStride, float[] x, int xo, float[] y, int yo) {
        if (columnStride == 1) {
            int i = 0;
            if (columns < L) {
                // A vector may write beyond its row, because the next rows overwrite that; the last rows must not.
                for (; (rows - i) * columns >= L && xo + i * rowStride <= x.length - L; i++) {
                    FloatVector.fromArray(S, x, xo + i * rowStride).intoArray(y, yo + i * columns);
                }
            }
            for (; i < rows; i++) {
                run(columns, x, xo + i * rowStride, y, yo + i * columns);
            }
        } else if (columnStride == 0) {
            for (int i = 0; i < rows; i++) {
                Arrays.fill(y, yo + i * columns, yo + (i + 1) * columns, x[xo + i * rowStride]);
            }
        } else if (rowStride == 1) {
            VectorTranspose.transpose(columns, rows, x, xo, columnStride, y, yo, columns);
        } else {
            for (int i = 0; i < rows; i++) {
                for (int j = 0; j < columns; j++) {
                    y[yo + i * columns + j] = x[xo + i * rowStride + j * columnStride];
                }
            }
        }
    }

    private static void scatter(
            int rows, int columns, int rowStride, int columnStride, float[] x, int xo, float[] y, int yo) {
        if (columnStride == 1) {
            for (int i = 0; i < rows; i++) {
                run(columns, x, xo + i * columns, y, yo + i * rowStride);
            }
        } else if (rowStride == 1 && columnStride >= rows) {
            VectorTranspose.transpose(rows, columns, x, xo, columns, y, yo, columnStride);
        } else {
            for (int i = 0; i < rows; i++) {
                for (int j = 0; j < columns; j++) {
                    y[yo + i * rowStride + j * columnStride] = x[xo + i * columns + j];
                }
            }
        }
    }

    /// Return the axis after the run that begins at `axis`; axes of size 1 are ignored.
    private static int end(int[] shape, int[] strides, int axis) {
        int last = -1;
        for (int i = axis; i < shape.length; i++) {
            if (shape[i] != 1) {
                if (last >= 0 && strides[last] != strides[i] * shape[i]) {
                    return i;
                }
                last = i;
            }
        }
        return shape.length;
    }

    private static int size(int[] shape, int from, int to) {
        int size = 1;
        for (int i = from; i < to; i++) {
            size *= shape[i];
        }
        return size;
    }

    private static int stride(int[] shape, int[] strides, int from, int to) {
        for (int i = to - 1; i >= from; i--) {
            if (shape[i] != 1) {
                return strides[i];
            }
        }
        return 0;
    }

    private static int volume(int[] shape) {
        return size(shape, 0, shape.length);
    }

    private VectorCopy() {}
}
