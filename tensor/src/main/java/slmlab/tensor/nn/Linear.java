package slmlab.tensor.nn;

import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Shape;
import slmlab.tensor.ShapeException;
import slmlab.tensor.Tensor;
import slmlab.tensor.Variable;
import slmlab.tensor.Variables;

/// A fully connected layer: y = x·W + b.
///
/// @param weight [in, out] in memory, saved as [out, in]
/// @param bias   [out]
public record Linear(Variable weight, @Nullable Variable bias) {

    /// Add the variables `name.weight` and `name.bias`.
    public static Linear of(Variables variables, String name, int in, int out, Init init, RandomStream random) {
        Variable weight = weight(variables, name, in, out, init, random);
        return new Linear(weight, variables.add(name + ".bias", init.bias(out, Shape.of(out, in), random)));
    }

    /// Add the variable `name.weight` only.
    public static Linear withoutBias(
            Variables variables, String name, int in, int out, Init init, RandomStream random) {
        return new Linear(weight(variables, name, in, out, init, random), null);
    }

    private static Variable weight(Variables variables, String name, int in, int out, Init init, RandomStream random) {
        return variables.addSaved(name + ".weight", init.weight(Shape.of(out, in), random), 1, 0);
    }

    /// Apply it: [batch, in] → [batch, out], with any number of axes in front.
    public Tensor apply(Tensor x) {
        Shape shape = x.shape();
        if (shape.rank() < 2 || shape.dim(-1) != in()) {
            throw new ShapeException(
                    "linear %s %s of %s: needs [batch, %s]".formatted(weight.name(), weight.shape(), shape, in()));
        }
        Tensor rows = x.reshape(-1, in()).matmul(weight.value());
        Tensor y = bias == null ? rows : rows.add(bias.value());
        return y.reshape(shape.with(-1, out()));
    }

    public int in() {
        return weight.shape().dim(0);
    }

    public int out() {
        return weight.shape().dim(1);
    }

    /// Return the trainable variables.
    public List<Variable> parameters() {
        return bias == null ? List.of(weight) : List.of(weight, bias);
    }
}
