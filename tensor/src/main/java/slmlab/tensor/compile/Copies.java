package slmlab.tensor.compile;

import slmlab.tensor.Shape;

/// Strided copies where speed does not matter: of indices and pixels, and of weights that are saved or loaded.
public final class Copies {
    private Copies() {}

    /// Copy strided data from `from` into a contiguous array; both are primitive arrays of one type.
    public static void strided(Shape shape, Object from, int fromOffset, int[] strides, Object to, int toOffset) {
        int[] at = new int[shape.rank()];
        int source = fromOffset;
        for (int target = 0; target < shape.volume(); target++) {
            System.arraycopy(from, source, to, toOffset + target, 1);
            for (int axis = shape.rank() - 1; axis >= 0; axis--) {
                source += strides[axis];
                if (++at[axis] < shape.dim(axis)) {
                    break;
                }
                source -= at[axis] * strides[axis];
                at[axis] = 0;
            }
        }
    }
}
