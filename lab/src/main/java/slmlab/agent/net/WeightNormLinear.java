package slmlab.agent.net;

import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.Variable;
import slmlab.tensor.Variables;

/// A linear layer whose weight is a direction times a length, w = g·v/‖v‖ for each output. Salimans and
/// Kingma 2016, arXiv:1602.07868.
///
/// @param length    g: [1, out] in memory, saved as [out, 1]
/// @param direction v: [in, out] in memory, saved as [out, in]
record WeightNormLinear(
        Variable length, Variable direction, @Nullable Variable bias) implements Layer {

    /// Add them under the names of `torch.nn.utils.parametrizations.weight_norm`; w begins as `init` has it.
    static WeightNormLinear of(Layers layers, String name, int in, int out, boolean bias) {
        Variables variables = layers.variables();
        Shape saved = Shape.of(out, in);
        Array first = layers.init().weight(saved, layers.random());
        Array norms = Array.of(Shape.of(out, 1), norms(first.floats(), in));
        String weight = name + ".parametrizations.weight.original";
        Variable added = bias ? variables.add(name + ".bias", layers.init().bias(out, saved, layers.random())) : null;
        return new WeightNormLinear(
                variables.addSaved(weight + "0", norms, 1, 0), variables.addSaved(weight + "1", first, 1, 0), added);
    }

    private static float[] norms(float[] rows, int in) {
        float[] norms = new float[rows.length / in];
        for (int i = 0; i < norms.length; i++) {
            double squares = 0;
            for (int j = 0; j < in; j++) {
                squares += (double) rows[i * in + j] * rows[i * in + j];
            }
            norms[i] = (float) Math.sqrt(squares);
        }
        return norms;
    }

    @Override
    public Tensor apply(Tensor x, ForwardPass pass) {
        Tensor v = direction.value();
        Tensor weight = v.mul(length.value().div(v.square().sum(0).sqrt()));
        Tensor rows = x.reshape(-1, direction.shape().dim(0)).matmul(weight);
        Tensor y = bias == null ? rows : rows.add(bias.value());
        return y.reshape(x.shape().with(-1, direction.shape().dim(1)));
    }

    @Override
    public Shape row(Shape in) {
        return in.with(-1, direction.shape().dim(1));
    }

    @Override
    public List<Variable> parameters() {
        return bias == null ? List.of(length, direction) : List.of(bias, length, direction);
    }
}
