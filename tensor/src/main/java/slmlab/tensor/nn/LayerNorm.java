package slmlab.tensor.nn;

import java.util.List;
import slmlab.tensor.Shape;
import slmlab.tensor.ShapeException;
import slmlab.tensor.Tensor;
import slmlab.tensor.Variable;
import slmlab.tensor.Variables;

/// Layer normalization: normalizes the features of each row to mean 0 and variance 1, then scales and shifts
/// them. Ba et al. 2016.
///
/// @param weight `[features]`
/// @param bias   `[features]`
/// @param eps    added to the variance; 1e-5 is PyTorch's
public record LayerNorm(Variable weight, Variable bias, double eps) {
    public static final double EPS = 1e-5;

    /// Add the variables `name.weight`, ones, and `name.bias`, zeros.
    public static LayerNorm of(Variables variables, String name, int features, double eps) {
        Shape shape = Shape.of(features);
        return new LayerNorm(
                variables.add(name + ".weight", Normalize.filled(shape, 1)),
                variables.add(name + ".bias", Normalize.filled(shape, 0)),
                eps);
    }

    /// Apply it: [batch, features] → the same shape, with any number of axes in front.
    public Tensor apply(Tensor x) {
        Shape shape = x.shape();
        if (shape.rank() < 1 || shape.dim(-1) != weight.shape().dim(0)) {
            throw new ShapeException("layer norm %s %s of %s: needs [batch, %s]"
                    .formatted(
                            weight.name(), weight.shape(), shape, weight.shape().dim(0)));
        }
        Tensor centered = x.sub(x.mean(-1).insertAxis(-1));
        Tensor variance = centered.square().mean(-1);
        return centered.mul(variance.add(eps).sqrt().reciprocal().insertAxis(-1))
                .mul(weight.value())
                .add(bias.value());
    }

    /// Return the trainable variables.
    public List<Variable> parameters() {
        return List.of(weight, bias);
    }
}
