package slmlab.tensor;

import java.util.Arrays;
import java.util.List;
import slmlab.tensor.op.Leaf;

/// A named array that persists between runs: weights, optimizer state, running statistics.
///
/// Its layout in memory suits the engine (`Linear` as [in, out]), and it is saved as PyTorch saves it ([out,
/// in]): `savedOrder` lists, for each axis of the saved shape, the axis in memory.
public final class Variable {
    private final String name;
    private final Array array;
    private final List<Integer> savedOrder;
    private final Tensor value;

    Variable(String name, Array array, int... savedOrder) {
        this.name = name;
        this.array = array;
        this.savedOrder = Arrays.stream(savedOrder).boxed().toList();
        this.value = new Tensor(new Leaf.Read(this), List.of(), array.shape(), DType.FLOAT32);
    }

    public String name() {
        return name;
    }

    public Shape shape() {
        return array.shape();
    }

    /// Return the value at the start of a run, as a tensor to compute with.
    public Tensor value() {
        return value;
    }

    /// Return the data itself, as it is laid out in memory.
    public Array array() {
        return array;
    }

    /// Return for each axis of the saved shape the axis in memory.
    public List<Integer> savedOrder() {
        return savedOrder;
    }

    @Override
    public String toString() {
        return name + " " + shape();
    }
}
