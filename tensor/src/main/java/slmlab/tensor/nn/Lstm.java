package slmlab.tensor.nn;

import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Tensor;
import slmlab.tensor.Variables;

/// Long short-term memory with a forget gate. Hochreiter and Schmidhuber 1997, Gers et al. 2000; gates in
/// PyTorch's order i f g o.
public record Lstm(List<Weights> layers) implements Recurrent {

    /// Add the variables `name.weight_ih_l0`, `name.weight_hh_l0`, `name.bias_ih_l0`, `name.bias_hh_l0`, and so
    /// on for each layer.
    public static Lstm of(
            Variables variables, String name, int in, int hidden, int layers, Init init, RandomStream random) {
        return new Lstm(Weights.stack(variables, name, in, hidden, layers, 4, init, random));
    }

    @Override
    public int stateSize() {
        return 2 * layers.size() * hidden();
    }

    @Override
    public Output apply(Tensor x, @Nullable Tensor reset, Tensor state) {
        return Unroll.over(this, CELL, 2, x, reset, state);
    }

    private static final Unroll.Cell CELL = new Unroll.Cell() {
        @Override
        public Tensor project(Weights weights, Tensor x) {
            return weights.project(
                    x, weights.inputBias().value().add(weights.stateBias().value()));
        }

        @Override
        public List<Tensor> step(Weights weights, Tensor projected, List<Tensor> state) {
            Tensor h = state.get(0);
            Tensor c = state.get(1);
            List<Tensor> gates =
                    Unroll.blocks(projected.add(h.matmul(weights.stateWeight().value())), 4);
            Tensor i = gates.get(0).sigmoid();
            Tensor f = gates.get(1).sigmoid();
            Tensor g = gates.get(2).tanh();
            Tensor o = gates.get(3).sigmoid();
            Tensor next = f.mul(c).add(i.mul(g)); // c' = f·c + i·g
            return List.of(o.mul(next.tanh()), next); // h' = o·tanh(c')
        }
    };
}
