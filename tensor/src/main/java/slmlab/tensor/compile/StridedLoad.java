package slmlab.tensor.compile;

import java.util.Arrays;

/// Copies a block of a strided operand into contiguous scratch memory.
final class StridedLoad implements ClusterCall.Step {
    private final float[] from;
    private final int offset;
    private final int[] dims;
    private final int[] strides;
    private final int[] at;
    private final float[] to;
    private final int slot;

    private StridedLoad(float[] from, int offset, int[] dims, int[] strides, float[] to, int slot) {
        this.from = from;
        this.offset = offset;
        this.dims = dims;
        this.strides = strides;
        this.at = new int[dims.length];
        this.to = to;
        this.slot = slot;
    }

    static StridedLoad of(Memory memory, View view, float[] to, int slot) {
        int[] dims = view.shape().dims();
        int[] strides = view.strides().clone();
        int rank = 0;
        for (int axis = 0; axis < dims.length; axis++) { // neighbors with compatible strides become one axis
            boolean joins = rank > 0 && strides[rank - 1] == strides[axis] * dims[axis];
            if (dims[axis] == 1) {
                continue;
            }
            if (joins) {
                dims[rank - 1] *= dims[axis];
                strides[rank - 1] = strides[axis];
            } else {
                dims[rank] = dims[axis];
                strides[rank] = strides[axis];
                rank++;
            }
        }
        return new StridedLoad(
                memory.floats(view),
                memory.offset(view),
                Arrays.copyOf(dims, rank),
                Arrays.copyOf(strides, rank),
                to,
                slot);
    }

    @Override
    public void run(int first, int n) {
        int last = dims.length - 1;
        int row = dims[last];
        int step = strides[last];
        int source = offset;
        int rest = first;
        for (int axis = last; axis >= 0; axis--) {
            at[axis] = rest % dims[axis];
            rest /= dims[axis];
            source += at[axis] * strides[axis];
        }
        int target = slot;
        int end = slot + n;
        while (true) {
            int count = Math.min(row - at[last], end - target);
            copy(source, step, target, count);
            target += count;
            if (target == end) {
                return;
            }
            source -= at[last] * step;
            at[last] = 0;
            for (int axis = last - 1; axis >= 0; axis--) {
                source += strides[axis];
                if (++at[axis] < dims[axis]) {
                    break;
                }
                source -= at[axis] * strides[axis];
                at[axis] = 0;
            }
        }
    }

    private void copy(int source, int step, int target, int count) {
        if (step == 1 && count >= 16) {
            System.arraycopy(from, source, to, target, count);
        } else if (step == 0) {
            float value = from[source];
            for (int i = 0; i < count; i++) {
                to[target + i] = value;
            }
        } else {
            for (int i = 0; i < count; i++) {
                to[target + i] = from[source + i * step];
            }
        }
    }
}
