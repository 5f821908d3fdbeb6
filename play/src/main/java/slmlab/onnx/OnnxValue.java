package slmlab.onnx;

import java.util.Arrays;

/// A tensor of a model: its name in the file, and what it holds.
///
/// @param dims sizes of its axes; −k for an axis of k elements for each row of the batch
public record OnnxValue(String name, OnnxType type, int... dims) {

    /// Return the sizes with one axis more in front: the batch.
    public static int[] batched(int... dims) {
        int[] all = new int[dims.length + 1];
        all[0] = -1;
        System.arraycopy(dims, 0, all, 1, dims.length);
        return all;
    }

    @Override
    public String toString() {
        return "%s %s %s".formatted(name, type, Arrays.toString(dims));
    }
}
