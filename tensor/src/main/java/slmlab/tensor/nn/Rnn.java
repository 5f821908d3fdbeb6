package slmlab.tensor.nn;

import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Tensor;
import slmlab.tensor.Variables;

/// The plain recurrent layer of Elman 1990: h' = f(W_i·x + b_i + W_h·h + b_h).
public record Rnn(List<Weights> layers, Activation activation) implements Recurrent {

    public enum Activation {
        TANH,
        RELU;

        private Tensor of(Tensor x) {
            return switch (this) {
                case TANH -> x.tanh();
                case RELU -> x.relu();
            };
        }
    }

    /// Add the variables `name.weight_ih_l0`, `name.weight_hh_l0`, `name.bias_ih_l0`, `name.bias_hh_l0`, and so
    /// on for each layer.
    public static Rnn of(
            Variables variables,
            String name,
            int in,
            int hidden,
            int layers,
            Activation activation,
            Init init,
            RandomStream random) {
        return new Rnn(Weights.stack(variables, name, in, hidden, layers, 1, init, random), activation);
    }

    @Override
    public int stateSize() {
        return layers.size() * hidden();
    }

    @Override
    public Output apply(Tensor x, @Nullable Tensor reset, Tensor state) {
        return Unroll.over(this, new Step(activation), 1, x, reset, state);
    }

    private record Step(Activation activation) implements Unroll.Cell {
        @Override
        public Tensor project(Weights weights, Tensor x) {
            return weights.project(
                    x, weights.inputBias().value().add(weights.stateBias().value()));
        }

        @Override
        public List<Tensor> step(Weights weights, Tensor projected, List<Tensor> state) {
            Tensor h = state.getFirst();
            return List.of(
                    activation.of(projected.add(h.matmul(weights.stateWeight().value()))));
        }
    }
}
