package slmlab.agent.net;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import slmlab.spec.ConfigException;
import slmlab.tensor.nn.BatchNorm;
import slmlab.tensor.nn.BatchRenorm;
import slmlab.tensor.nn.LayerNorm;

/// The layers that a TorchArc body may have, by their names in `torch.nn`. A lazy layer finds its input
/// width; any other says one, which must fit.
final class ArcLayers {
    private static final String NAMES =
            "Linear, LazyLinear, Conv2d, LazyConv2d, BatchNorm1d, BatchNorm2d, LazyBatchNorm1d, LazyBatchNorm2d,"
                    + " BatchRenorm1d, LazyBatchRenorm1d, LayerNorm, Flatten, ReLU, Tanh, SiLU, SELU, Sigmoid, GELU, ELU,"
                    + " LeakyReLU, Softplus, Identity";

    private ArcLayers() {}

    static void add(Kwargs layer, Sequence to) {
        switch (layer.type) {
            case "Linear", "LazyLinear" -> {
                layer.width("in_features", to.channels());
                to.linear(layer.whole("out_features"), layer.flag("bias", true));
            }
            case "Conv2d", "LazyConv2d" -> {
                layer.width("in_channels", to.channels());
                var filter = ConvBody.Filter.of(
                        layer.values,
                        layer.whole("out_channels"),
                        layer.given("kernel_size"),
                        layer.given("stride", 1),
                        layer.given("padding", 0),
                        layer.given("dilation", 1));
                to.conv(filter.out(), filter.window(), layer.flag("bias", true));
            }
            case "BatchNorm1d", "BatchNorm2d", "LazyBatchNorm1d", "LazyBatchNorm2d" -> {
                layer.width("num_features", to.channels());
                to.batchNorm(layer.number("momentum", BatchNorm.MOMENTUM), layer.number("eps", BatchNorm.EPS));
            }
            case "BatchRenorm1d", "LazyBatchRenorm1d" -> {
                layer.width("num_features", to.channels());
                var standard = BatchRenorm.Settings.defaults();
                double momentum = layer.number("momentum", standard.momentum());
                double eps = layer.number("eps", standard.eps());
                double rMax = layer.number("r_max", standard.rMax());
                double dMax = layer.number("d_max", standard.dMax());
                int warmup = layer.whole("warmup_steps", standard.warmupSteps());
                to.batchRenorm(layer.checked(() -> new BatchRenorm.Settings(momentum, eps, rMax, dMax, warmup)));
            }
            case "LayerNorm" -> {
                layer.width("normalized_shape", to.channels());
                to.layerNorm(layer.number("eps", LayerNorm.EPS));
            }
            case "Flatten" -> to.flatten();
            case "Dropout" ->
                throw layer.values.wrong(
                        "Dropout is not there: it makes the same observation give another policy in every call;"
                                + " leave the layer out");
            default -> {
                Activation activation = Activation.find(layer.type);
                if (activation == null) {
                    throw layer.values.wrong("no such layer; there are " + NAMES);
                }
                layer.flag("inplace", false); // saves memory in PyTorch, and has no effect here
                to.activation(activation);
            }
        }
        layer.done();
    }

    /// One layer as the arc has it: its type and its settings. A setting that nobody asks for is an error.
    static final class Kwargs {
        private final String type;
        private final Values values;
        private final Map<String, Object> left = new LinkedHashMap<>();
        private final TreeSet<String> known = new TreeSet<>();

        private Kwargs(String type, Values values) {
            this.type = type;
            this.values = values;
        }

        /// @param layer a map of one type to its settings, null for none
        static Kwargs of(String module, int index, @Nullable Object layer) {
            String where = "arc.modules.%s layer %d".formatted(module, index);
            if (!(layer instanceof Map<?, ?> map) || map.size() != 1) {
                throw new ConfigException(
                        "%s is %s; needs one layer and its settings, as {LazyLinear: {out_features: 64}}"
                                .formatted(where, layer));
            }
            String type = String.valueOf(map.keySet().iterator().next());
            Kwargs kwargs = new Kwargs(type, new Values(where + " " + type));
            Object settings = map.values().iterator().next();
            if (settings instanceof Map<?, ?> given) {
                given.forEach((key, value) -> kwargs.put(String.valueOf(key), value));
            } else if (settings != null) {
                throw kwargs.values.wrong("its settings are %s; needs a map, or null".formatted(settings));
            }
            return kwargs;
        }

        private void put(String key, @Nullable Object value) {
            if (value != null) {
                left.put(key, value);
            }
        }

        private @Nullable Object take(String key) {
            known.add(key);
            return left.remove(key);
        }

        Object given(String key) {
            Object value = take(key);
            if (value == null) {
                throw values.wrong(key + " is missing");
            }
            return value;
        }

        Object given(String key, Object otherwise) {
            Object value = take(key);
            return value == null ? otherwise : value;
        }

        int whole(String key) {
            int value = values.whole(key, given(key));
            values.that(value > 0, "%s is %d; needs at least 1".formatted(key, value));
            return value;
        }

        int whole(String key, int otherwise) {
            return values.whole(key, given(key, otherwise));
        }

        double number(String key, double otherwise) {
            return values.number(key, given(key, otherwise));
        }

        boolean flag(String key, boolean otherwise) {
            Object value = given(key, otherwise);
            if (value instanceof Boolean flag) {
                return flag;
            }
            throw values.wrong("%s is %s; needs true or false".formatted(key, value));
        }

        /// A width that may be said, but is known.
        void width(String key, int width) {
            Object value = given(key, width);
            Object one = value instanceof List<?> list && list.size() == 1 ? list.getFirst() : value;
            values.that(
                    values.whole(key, one) == width,
                    "%s is %s; needs %d, which is what the layer before gives".formatted(key, value, width));
        }

        <T> T checked(Supplier<T> make) {
            try {
                return make.get();
            } catch (IllegalArgumentException e) {
                throw values.wrong(String.valueOf(e.getMessage()));
            }
        }

        void done() {
            values.that(left.isEmpty(), "unknown %s; it has %s".formatted(left.keySet(), known));
        }
    }
}
