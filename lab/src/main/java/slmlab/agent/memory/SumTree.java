package slmlab.agent.memory;

import java.util.Arrays;

/// Numbers and the sums over them in a binary tree: changes one number, or finds the one that a part of the
/// total falls on, in as many steps as the tree is deep.
///
/// Node k has the children 2k and 2k + 1, the root is 1. Every sum is that of its two children, rounded once,
/// so that the same numbers always give the same tree.
final class SumTree {
    private final int size;
    private final int leaves; // a power of two
    private final double[] nodes;

    SumTree(int size) {
        this.size = size;
        this.leaves = Math.toIntExact(leaves(size));
        this.nodes = new double[Math.multiplyExact(2, leaves)];
    }

    static long leaves(long size) {
        return size <= 1 ? 1 : Long.highestOneBit(size - 1) << 1;
    }

    int size() {
        return size;
    }

    double total() {
        return nodes[1];
    }

    double get(int index) {
        return nodes[leaves + index];
    }

    void set(int index, double value) {
        int node = leaves + index;
        nodes[node] = value;
        for (node >>= 1; node > 0; node >>= 1) {
            nodes[node] = nodes[2 * node] + nodes[2 * node + 1];
        }
    }

    /// Change several numbers. Level by level, as sums of different numbers can be fetched at a time; of an
    /// index that is given twice, the last number counts.
    void set(int[] indices, double[] values, int count) {
        for (int i = 0; i < count; i++) {
            nodes[leaves + indices[i]] = values[i];
        }
        int shift = 1;
        for (int width = leaves >> 1; width > 0; width >>= 1) {
            for (int i = 0; i < count; i++) {
                int node = (leaves + indices[i]) >> shift;
                nodes[node] = nodes[2 * node] + nodes[2 * node + 1];
            }
            shift++;
        }
    }

    /// Find for each part, in (0, total], the first index at which the sum of all numbers so far reaches it.
    /// Never one whose number is 0, unless all are.
    ///
    /// @param parts is used up
    void find(double[] parts, int[] found, int count) {
        Arrays.fill(found, 0, count, 1);
        for (int width = leaves; width > 1; width >>= 1) {
            for (int i = 0; i < count; i++) {
                int child = 2 * found[i];
                double left = nodes[child];
                boolean isLeft = parts[i] <= left || nodes[child + 1] == 0; // the second where sums were rounded
                parts[i] -= isLeft ? 0 : left;
                found[i] = isLeft ? child : child + 1;
            }
        }
        for (int i = 0; i < count; i++) {
            found[i] -= leaves;
        }
    }

    /// The numbers in single precision, which those that are set have.
    void copyTo(float[] values) {
        for (int i = 0; i < size; i++) {
            values[i] = (float) nodes[leaves + i];
        }
    }

    void copyFrom(float[] values) {
        for (int i = 0; i < size; i++) {
            nodes[leaves + i] = values[i];
        }
        for (int node = leaves - 1; node > 0; node--) {
            nodes[node] = nodes[2 * node] + nodes[2 * node + 1];
        }
    }
}
