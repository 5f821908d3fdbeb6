package slmlab.agent.net;

import static slmlab.spec.key.Check.that;

import java.util.List;
import slmlab.agent.net.setting.Activation;
import slmlab.agent.net.setting.Inits;
import slmlab.env.Space;
import slmlab.spec.key.Default;
import slmlab.spec.key.Doc;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.Variable;
import slmlab.tensor.nn.Init;

/// Fully connected layers: SLM-Lab's `MLPNet` and `DuelingMLPNet`.
public final class MlpBody implements Body {

    public record Config(
            @Doc(value = "width of each hidden layer", example = "[256, 256]") @Default("[64, 64]")
            List<Integer> hidLayers,

            @Doc(value = "activation after each hidden layer", example = "tanh") @Default("relu")
            Activation hidLayersActivation,

            @Doc(value = "whether each linear layer is followed by a normalization over the batch", example = "true")
            @Default("false")
            boolean batchNorm,

            @Doc(
                    value = "whether each linear layer is followed by a normalization over the features; "
                            + "not beside batch_norm",
                    example = "true")
            @Default("false")
            boolean layerNorm) {

        public Config {
            hidLayers = List.copyOf(hidLayers);
            that("hid_layers", !hidLayers.isEmpty(), "is []; needs the width of at least one layer");
            widths("hid_layers", hidLayers);
            that("batch_norm", !(batchNorm && layerNorm), "and layer_norm are both true; needs one of them");
        }
    }

    private final Space obs;
    private final Sequence layers;

    MlpBody(Config config, String sequence, NetParts parts) {
        this.obs = parts.obs();
        Init init = Inits.of(parts.learning().initFn(), config.hidLayersActivation);
        Shape in = Shape.of(obs.flatSize());
        this.layers = new Sequence(parts.name() + "." + sequence, in, init, parts.variables(), parts.random())
                .fullyConnected(config.hidLayers, config.hidLayersActivation, config.batchNorm, config.layerNorm);
    }

    static void widths(String key, List<Integer> widths) {
        that(key, widths.stream().allMatch(width -> width > 0), "is %s; each width needs at least 1", widths);
    }

    /// How many numbers it reads of one observation.
    public int in() {
        return obs.flatSize();
    }

    @Override
    public int size() {
        return layers.size();
    }

    @Override
    public Tensor apply(Tensor x, ForwardPass pass) {
        return layers.apply(FirstLayerInput.flat(obs, x), pass);
    }

    @Override
    public List<Variable> parameters() {
        return layers.parameters();
    }
}
