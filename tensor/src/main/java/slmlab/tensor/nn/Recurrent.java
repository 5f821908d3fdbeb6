package slmlab.tensor.nn;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.Variable;
import slmlab.tensor.Variables;

/// Recurrent layers, unrolled at trace time.
///
/// The state is one row per member of the batch, [batch, stateSize]: h of the first layer, h of the second, …,
/// and for an [Lstm] the c of each after them. An episode begins with zeros.
public sealed interface Recurrent permits Lstm, Gru, Rnn {

    /// Return the layers, beginning with the one that reads the input.
    List<Weights> layers();

    /// Return the size of a state.
    int stateSize();

    /// Run the layers over sequences.
    ///
    /// @param x     [batch, steps, in]
    /// @param reset [batch, steps], 1 where an episode starts: the state is zeroed before that step; else 0
    /// @param state [batch, stateSize] before the first step
    Output apply(Tensor x, @Nullable Tensor reset, Tensor state);

    /// Run one step of each member of the batch, for acting: [batch, in] → [batch, hidden].
    default Output step(Tensor x, Tensor state) {
        Output output = apply(x.insertAxis(1), null, state);
        return new Output(output.y().reshape(x.shape().dim(0), hidden()), output.state());
    }

    default int in() {
        return layers().getFirst().in();
    }

    default int hidden() {
        return layers().getFirst().hidden();
    }

    /// Return the trainable variables.
    default List<Variable> parameters() {
        return layers().stream()
                .flatMap(layer -> Stream.of(layer.inputWeight, layer.stateWeight, layer.inputBias, layer.stateBias))
                .toList();
    }

    /// @param y     [batch, steps, hidden], the last layer's h after each step
    /// @param state [batch, stateSize] after the last step
    record Output(Tensor y, Tensor state) {}

    /// Variables of one layer. `gates` blocks of `hidden` columns lie side by side.
    ///
    /// @param inputWeight [in, gates·hidden] in memory, saved transposed, as `weight_ih_l0`
    /// @param stateWeight [hidden, gates·hidden] in memory, saved transposed, as `weight_hh_l0`
    /// @param inputBias   [gates·hidden], `bias_ih_l0`
    /// @param stateBias   [gates·hidden], `bias_hh_l0`
    record Weights(Variable inputWeight, Variable stateWeight, Variable inputBias, Variable stateBias) {

        int in() {
            return inputWeight.shape().dim(0);
        }

        int hidden() {
            return stateWeight.shape().dim(0);
        }

        /// Add the variables of `count` layers, each reading the one before.
        static List<Weights> stack(
                Variables variables,
                String name,
                int in,
                int hidden,
                int count,
                int gates,
                Init init,
                RandomStream random) {
            if (count < 1) {
                throw new IllegalArgumentException("%s has %s layers; needs at least 1".formatted(name, count));
            }
            Init start = init.recurrent(hidden);
            List<Weights> layers = new ArrayList<>();
            for (int layer = 0; layer < count; layer++) {
                Shape input = Shape.of(gates * hidden, layer == 0 ? in : hidden);
                Shape state = Shape.of(gates * hidden, hidden);
                layers.add(new Weights(
                        variables.addSaved(
                                "%s.weight_ih_l%s".formatted(name, layer), start.weight(input, random), 1, 0),
                        variables.addSaved(
                                "%s.weight_hh_l%s".formatted(name, layer), start.weight(state, random), 1, 0),
                        variables.add(
                                "%s.bias_ih_l%s".formatted(name, layer), start.bias(gates * hidden, input, random)),
                        variables.add(
                                "%s.bias_hh_l%s".formatted(name, layer), start.bias(gates * hidden, state, random))));
            }
            return List.copyOf(layers);
        }

        /// Return x·W + bias for all steps at once: [batch, steps, in] → [batch, steps, gates·hidden].
        Tensor project(Tensor x, Tensor bias) {
            Shape shape = x.shape();
            return x.reshape(-1, shape.dim(2))
                    .matmul(inputWeight.value())
                    .add(bias)
                    .reshape(shape.with(2, inputWeight.shape().dim(1)));
        }
    }
}
