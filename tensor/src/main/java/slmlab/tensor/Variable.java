package slmlab.tensor;

import java.util.List;

/// A named array that outlives a run: weights, optimiser state, running statistics.
///
/// It lies in memory as the engine likes it (`Linear` as [in, out]) and is saved as PyTorch has it ([out, in]):
/// `savedOrder`
/// lists, for each axis of the saved shape, the axis in memory.
public final class Variable {
    private final String name;
    private final Array array;
    private final List<Integer> savedOrder;
    private final Tensor value;

    Variable(String name, Array array, int... savedOrder) {
        this.name = name;
        this.array = array;
        this.savedOrder = java.util.Arrays.stream(savedOrder).boxed().toList();
        this.value = new Tensor(new Leaf.Read(this), List.of(), array.shape(), DType.FLOAT32);
    }

    public String name() {
        return name;
    }

    public Shape shape() {
        return array.shape();
    }

    /// The value at the start of a run, as a tensor to compute with.
    public Tensor value() {
        return value;
    }

    /// The numbers themselves, as they lie in memory.
    public Array array() {
        return array;
    }

    /// For each axis of the saved shape, the axis in memory.
    public List<Integer> savedOrder() {
        return savedOrder;
    }

    @Override
    public String toString() {
        return name + " " + shape();
    }
}
