package slmlab.tensor.nn;

import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Tensor;
import slmlab.tensor.Variables;

/// The gated recurrent unit of Cho et al. 2014 in PyTorch's form: gates in the order r z n, and r acts on the
/// product with the state, n = tanh(W_in·x + b_in + r·(W_hn·h + b_hn)).
public record Gru(List<Weights> layers) implements Recurrent {

    /// Add the variables `name.weight_ih_l0`, `name.weight_hh_l0`, `name.bias_ih_l0`, `name.bias_hh_l0`, and so
    /// on for each layer.
    public static Gru of(
            Variables variables, String name, int in, int hidden, int layers, Init init, RandomStream random) {
        return new Gru(Weights.stack(variables, name, in, hidden, layers, 3, init, random));
    }

    @Override
    public int stateSize() {
        return layers.size() * hidden();
    }

    @Override
    public Output apply(Tensor x, @Nullable Tensor reset, Tensor state) {
        return Unroll.over(this, CELL, 1, x, reset, state);
    }

    private static final Unroll.Cell CELL = new Unroll.Cell() {
        @Override
        public Tensor project(Weights weights, Tensor x) {
            return weights.project(x, weights.inputBias().value()); // b_hn is multiplied by r, so it stays outside
        }

        @Override
        public List<Tensor> step(Weights weights, Tensor projected, List<Tensor> state) {
            Tensor h = state.getFirst();
            Tensor product = h.matmul(weights.stateWeight().value())
                    .add(weights.stateBias().value());
            List<Tensor> fromInput = Unroll.blocks(projected, 3);
            List<Tensor> fromState = Unroll.blocks(product, 3);
            Tensor r = fromInput.get(0).add(fromState.get(0)).sigmoid();
            Tensor z = fromInput.get(1).add(fromState.get(1)).sigmoid();
            Tensor n = fromInput.get(2).add(r.mul(fromState.get(2))).tanh();
            return List.of(n.add(z.mul(h.sub(n)))); // h' = (1 − z)·n + z·h
        }
    };
}
