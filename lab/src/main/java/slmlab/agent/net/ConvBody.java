package slmlab.agent.net;

import static slmlab.spec.key.Check.that;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import slmlab.agent.net.setting.Activation;
import slmlab.agent.net.setting.Inits;
import slmlab.env.Space;
import slmlab.spec.key.Default;
import slmlab.spec.key.Defaults;
import slmlab.spec.key.Doc;
import slmlab.tensor.Tensor;
import slmlab.tensor.Variable;
import slmlab.tensor.nn.BatchNorm;
import slmlab.tensor.nn.Conv;
import slmlab.tensor.nn.Init;

/// Convolutions over images, then fully connected layers: SLM-Lab's `ConvNet` and `DuelingConvNet`.
public final class ConvBody implements Body {

    public record Config(
            @Doc(
                    value = "convolutions, each [out, kernel, stride, padding, dilation]; the last three "
                            + "are optional, and each but out may be [height, width]",
                    example = "[[32, 8, 4], [64, 4, 2], [64, 3, 1]]")
            @Default("[[32, 8, 4, 0, 1], [64, 4, 2, 0, 1], [64, 3, 1, 0, 1]]")
            List<List<Object>> convHidLayers,

            @Doc("width of each fully connected layer behind the convolutions") @Default("[512]")
            List<Integer> fcHidLayers,

            @Doc("activation after each hidden layer") @Default("relu")
            Activation hidLayersActivation,

            @Doc(
                    value = "whether each convolution but the first is followed by a normalization over the batch",
                    example = "false")
            @Default("true")
            boolean batchNorm) {

        /// The defaults of a dueling net: no batch norm.
        public static Config dueling() {
            return Defaults.of(Config.class, Map.of("batch_norm", false));
        }

        public Config {
            that("conv_hid_layers", !convHidLayers.isEmpty(), "is []; needs at least one layer");
            convHidLayers = convHidLayers.stream().map(List::copyOf).toList();
            convHidLayers.forEach(Config::filter);
            fcHidLayers = List.copyOf(fcHidLayers);
            MlpBody.widths("fc_hid_layers", fcHidLayers);
        }

        List<Filter> filters() {
            return convHidLayers.stream().map(Config::filter).toList();
        }

        private static Filter filter(List<Object> layer) {
            that(
                    "conv_hid_layers",
                    layer.size() >= 2 && layer.size() <= 5,
                    "has %s; needs [out, kernel, stride, padding, dilation]",
                    layer);
            LooseValues values = new LooseValues("conv_hid_layers", layer + ": ");
            return Filter.of(
                    values,
                    layer.get(0),
                    layer.get(1),
                    layer.size() > 2 ? layer.get(2) : 1,
                    layer.size() > 3 ? layer.get(3) : 0,
                    layer.size() > 4 ? layer.get(4) : 1);
        }
    }

    /// @param out how many filters
    record Filter(int out, Conv.Window window) {
        static Filter of(
                LooseValues values, Object out, Object kernel, Object stride, Object padding, Object dilation) {
            int[] kernels = values.pair("kernel", kernel);
            int[] strides = values.pair("stride", stride);
            int[] paddings = values.pair("padding", padding);
            int[] dilations = values.pair("dilation", dilation);
            int filters = values.whole("out", out);
            values.that(filters > 0, "out is %s; needs at least 1".formatted(filters));
            values.that(
                    dilations[0] == 1 && dilations[1] == 1,
                    "dilation is %s; filters with gaps are not there, needs 1".formatted(dilation));
            try {
                return new Filter(
                        filters,
                        new Conv.Window(kernels[0], kernels[1], strides[0], strides[1], paddings[0], paddings[1]));
            } catch (IllegalArgumentException e) {
                throw values.wrong(String.valueOf(e.getMessage()));
            }
        }
    }

    private final Space obs;
    private final boolean normalize;
    private final Sequence filters;
    private final Sequence layers;

    ConvBody(Config config, NetParts parts) {
        this.obs = parts.obs();
        this.normalize = parts.learning().normalize();
        Init init = Inits.of(parts.learning().initFn(), config.hidLayersActivation);
        this.filters = new Sequence(
                parts.name() + ".conv_model", FirstLayerInput.imageShape(obs), init, parts.variables(), parts.random());
        boolean first = true;
        for (Filter filter : config.filters()) {
            filters.conv(filter.out, filter.window, true).activation(config.hidLayersActivation);
            if (config.batchNorm && !first) {
                filters.batchNorm(BatchNorm.MOMENTUM, BatchNorm.EPS);
            }
            first = false;
        }
        filters.flatten(); // the last of them, so that it moves no index
        this.layers = new Sequence(parts.name() + ".fc_model", filters.shape(), init, parts.variables(), parts.random())
                .fullyConnected(config.fcHidLayers, config.hidLayersActivation, false, false);
    }

    @Override
    public int size() {
        return layers.size();
    }

    @Override
    public Tensor apply(Tensor x, ForwardPass pass) {
        return layers.apply(filters.apply(FirstLayerInput.image(obs, x, normalize), pass), pass);
    }

    @Override
    public List<Variable> parameters() {
        return Stream.concat(filters.parameters().stream(), layers.parameters().stream())
                .toList();
    }
}
