package slmlab.agent.net;

import static slmlab.spec.key.Check.that;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import slmlab.agent.net.setting.Activation;
import slmlab.agent.net.setting.Inits;
import slmlab.env.Space;
import slmlab.spec.key.Default;
import slmlab.spec.key.Doc;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.Variable;
import slmlab.tensor.Variables;
import slmlab.tensor.nn.Gru;
import slmlab.tensor.nn.Init;
import slmlab.tensor.nn.Lstm;
import slmlab.tensor.nn.Recurrent;
import slmlab.tensor.nn.Rnn;

/// Fully connected layers for each step, then layers that remember: SLM-Lab's `RecurrentNet`.
///
/// SLM-Lab shows it one observation, repeated `seq_len` times; here it sees the past of the episode.
public final class RecurrentBody implements Body {

    public record Config(
            @Doc(value = "the recurrent layer", example = "lstm") @Default("gru")
            Cell cellType,

            @Doc(value = "width of each fully connected layer that a step passes first; may be empty", example = "[64]")
            @Default("[]")
            List<Integer> fcHidLayers,

            @Doc(value = "activation after each fully connected layer", example = "tanh") @Default("relu")
            Activation hidLayersActivation,

            @Doc(value = "size of the recurrent state", example = "128") @Default("64")
            int rnnHiddenSize,

            @Doc("number of recurrent layers") @Default("1") int rnnNumLayers,

            @Doc("must be false: a policy cannot see the future") @Default("false")
            boolean bidirectional,

            @Doc(value = "steps of a window in training", example = "16") @Default("4")
            int seqLen) {

        public Config {
            fcHidLayers = List.copyOf(fcHidLayers);
            MlpBody.widths("fc_hid_layers", fcHidLayers);
            that("rnn_hidden_size", rnnHiddenSize > 0, "is %d; needs at least 1", rnnHiddenSize);
            that("rnn_num_layers", rnnNumLayers > 0, "is %d; needs at least 1", rnnNumLayers);
            that("seq_len", seqLen > 0, "is %d; needs at least 1 step", seqLen);
            that("bidirectional", !bidirectional, "is true; a policy cannot see the future, needs false");
        }
    }

    /// What remembers.
    public enum Cell {
        @Doc("gated recurrent unit")
        GRU,
        @Doc("long short-term memory")
        LSTM,
        @Doc("plain recurrent layer with tanh")
        RNN;

        /// Only a GRU begins as `init_fn` says, as in SLM-Lab.
        private Recurrent of(
                Variables variables, String name, int in, int hidden, int layers, Init init, RandomStream random) {
            return switch (this) {
                case GRU -> Gru.of(variables, name, in, hidden, layers, init, random);
                case LSTM -> Lstm.of(variables, name, in, hidden, layers, Init.DEFAULT, random);
                case RNN -> Rnn.of(variables, name, in, hidden, layers, Rnn.Activation.TANH, Init.DEFAULT, random);
            };
        }
    }

    private final Space obs;
    private final String name;
    private final int seqLen;
    private final Sequence layers;
    private final Recurrent recurrent;

    RecurrentBody(Config config, NetParts parts) {
        this.obs = parts.obs();
        this.name = parts.name();
        this.seqLen = config.seqLen;
        Init init = Inits.of(parts.learning().initFn(), config.hidLayersActivation);
        Shape in = Shape.of(obs.flatSize());
        this.layers = new Sequence(name + ".fc_model", in, init, parts.variables(), parts.random())
                .fullyConnected(config.fcHidLayers, config.hidLayersActivation, false, false);
        this.recurrent = config.cellType.of(
                parts.variables(),
                name + ".rnn_model",
                layers.size(),
                config.rnnHiddenSize,
                config.rnnNumLayers,
                init,
                parts.random());
    }

    @Override
    public int size() {
        return recurrent.hidden();
    }

    @Override
    public int stateSize() {
        return recurrent.stateSize();
    }

    @Override
    public int seqLen() {
        return seqLen;
    }

    @Override
    public Tensor apply(Tensor x, ForwardPass pass) {
        int rows = x.shape().dim(0);
        int steps = pass.steps();
        if (rows % steps != 0) {
            throw new IllegalArgumentException(
                    "%s: %s rows in windows of %s steps; needs whole windows".formatted(name, rows, steps));
        }
        int windows = rows / steps;
        Tensor features = layers.apply(FirstLayerInput.flat(obs, x), pass); // [windows·steps, features]
        Tensor state = pass.input(name + ".state", windows, stateSize());
        @Nullable Tensor reset = steps == 1 ? null : pass.input(ForwardPass.RESET, windows, steps);
        Recurrent.Output output = recurrent.apply(features.reshape(windows, steps, layers.size()), reset, state);
        pass.output(name + ".state", output.state());
        return output.y().reshape(rows, size());
    }

    @Override
    public List<Variable> parameters() {
        return Stream.concat(layers.parameters().stream(), recurrent.parameters().stream())
                .toList();
    }
}
