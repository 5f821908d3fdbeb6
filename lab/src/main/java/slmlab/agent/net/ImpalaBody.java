package slmlab.agent.net;

import static slmlab.spec.key.Check.that;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import slmlab.agent.net.setting.Activation;
import slmlab.env.Space;
import slmlab.spec.key.Default;
import slmlab.spec.key.Doc;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.Variable;
import slmlab.tensor.nn.Conv;
import slmlab.tensor.nn.Init;

/// The residual net of IMPALA, then fully connected layers. Espeholt et al. 2018, arXiv:1802.01561, figure 3, without
/// its LSTM.
///
/// Each section is a convolution, a max pooling that halves the image, and two residual blocks.
public final class ImpalaBody implements Body {

    public record Config(
            @Doc(value = "filters of each section; a section halves height and width", example = "[16, 32, 32]")
            @Default("[16, 32, 32]")
            List<Integer> channels,

            @Doc(value = "width of each fully connected layer behind the sections", example = "[256]") @Default("[256]")
            List<Integer> fcHidLayers) {

        public Config {
            channels = List.copyOf(channels);
            that("channels", !channels.isEmpty(), "is []; needs at least one section");
            MlpBody.widths("channels", channels);
            fcHidLayers = List.copyOf(fcHidLayers);
            MlpBody.widths("fc_hid_layers", fcHidLayers);
        }
    }

    /// All convolutions look at 3 × 3 pixels and keep the size of the image.
    static final Conv.Window WINDOW = new Conv.Window(3, 3, 1, 1, 1, 1);

    /// @param blocks two convolutions each
    private record Section(Layer conv, List<List<Layer>> blocks) {

        Tensor apply(Tensor x, ForwardPass pass) {
            Tensor y = MaxPool.halved(MaxPool.halved(conv.apply(x, pass), 1), 2);
            for (List<Layer> block : blocks) {
                Tensor inside = block.get(0).apply(y.relu(), pass);
                y = y.add(block.get(1).apply(inside.relu(), pass));
            }
            return y;
        }

        Stream<Layer> layers() {
            return Stream.concat(Stream.of(conv), blocks.stream().flatMap(List::stream));
        }
    }

    private final Space obs;
    private final boolean normalize;
    private final List<Section> sections = new ArrayList<>();
    private final Sequence layers;

    ImpalaBody(Config config, NetParts parts) {
        this.obs = parts.obs();
        this.normalize = parts.learning().normalize();
        Init init = parts.init(Activation.RELU);
        Layers makers = new Layers(init, parts.variables(), parts.random());
        Shape shape = FirstLayerInput.imageShape(obs);
        for (int i = 0; i < config.channels.size(); i++) {
            String name = "%s.conv_model.%s".formatted(parts.name(), i);
            int out = config.channels.get(i);
            Layer conv = makers.conv(name + ".conv", shape, out, WINDOW, true);
            shape = Shape.of(MaxPool.half(shape.dim(0)), MaxPool.half(shape.dim(1)), out);
            List<List<Layer>> blocks = new ArrayList<>();
            for (int block = 0; block < 2; block++) {
                String inside = "%s.res_block%s".formatted(name, block);
                blocks.add(List.of(
                        makers.conv(inside + ".conv0", shape, out, WINDOW, true),
                        makers.conv(inside + ".conv1", shape, out, WINDOW, true)));
            }
            sections.add(new Section(conv, blocks));
        }
        this.layers = new Sequence(
                        parts.name() + ".fc_model", Shape.of(shape.volume()), init, parts.variables(), parts.random())
                .fullyConnected(config.fcHidLayers, Activation.RELU, false, false);
    }

    @Override
    public int size() {
        return layers.size();
    }

    @Override
    public Tensor apply(Tensor x, ForwardPass pass) {
        Tensor y = FirstLayerInput.image(obs, x, normalize);
        for (Section section : sections) {
            y = section.apply(y, pass);
        }
        return layers.apply(new Layer.Flatten().apply(y.relu(), pass), pass);
    }

    @Override
    public List<Variable> parameters() {
        Stream<Variable> convolutions =
                sections.stream().flatMap(Section::layers).flatMap(layer -> layer.parameters().stream());
        return Stream.concat(convolutions, layers.parameters().stream()).toList();
    }
}
