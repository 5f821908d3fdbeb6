package slmlab.agent.net.arc;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import slmlab.agent.net.Layer;
import slmlab.agent.net.Layers;
import slmlab.spec.key.ConfigException;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.nn.BatchNorm;
import slmlab.tensor.nn.BatchRenorm;
import slmlab.tensor.nn.Conv;
import slmlab.tensor.nn.LayerNorm;

/// Modules of an arc by their names in `torch.nn`, activations aside. A lazy one finds its input width; any
/// other may say one, which must fit.
final class ArcLayers {
    private static final String INPUT = "input";

    private ArcLayers() {}

    static Map<String, ArcTypes.Reader> all() {
        Map<String, ArcTypes.Reader> all = new LinkedHashMap<>();
        all.put("Linear", ArcLayers::linear);
        all.put("LazyLinear", ArcLayers::linear);
        all.put("WeightNormLinear", (type, settings) -> weightNorm(type, ".linear", settings));
        all.put("LazyWeightNormLinear", (type, settings) -> weightNorm(type, "._linear", settings));
        all.put("Conv2d", ArcLayers::conv);
        all.put("LazyConv2d", ArcLayers::conv);
        all.put("BatchNorm1d", (type, settings) -> batchNorm(type, 1, settings));
        all.put("LazyBatchNorm1d", (type, settings) -> batchNorm(type, 1, settings));
        all.put("BatchNorm2d", (type, settings) -> batchNorm(type, 3, settings));
        all.put("LazyBatchNorm2d", (type, settings) -> batchNorm(type, 3, settings));
        all.put("BatchRenorm1d", ArcLayers::batchRenorm);
        all.put("LazyBatchRenorm1d", ArcLayers::batchRenorm);
        all.put("LayerNorm", ArcLayers::layerNorm);
        all.put("MaxPool2d", (type, settings) -> pool(type, settings, windows -> windows.maxOver(2, 4)));
        all.put("AvgPool2d", (type, settings) -> pool(type, settings, windows -> windows.mean(2, 4)));
        all.put("AdaptiveAvgPool2d", ArcLayers::adaptiveAverage);
        all.put("Flatten", ArcLayers::flatten);
        all.put("Unflatten", ArcLayers::unflatten);
        return all;
    }

    /// A width that may be said, but is known once the input is.
    private record Width(String key, @Nullable Integer said) {

        static Width of(ArcSettings settings, String key) {
            List<Integer> numbers = settings.wholes(key, List.of());
            if (numbers.size() > 1) {
                settings.wrong(key, "is %s; needs one number, the size of the last axis".formatted(numbers));
            }
            return new Width(key, numbers.isEmpty() ? null : numbers.getFirst());
        }

        void check(int width) {
            if (said != null && said != width) {
                throw new ConfigException(
                        "%s is %s; needs %s, which is what the layer before gives".formatted(key, said, width));
            }
        }
    }

    private static Blueprint linear(String type, ArcSettings settings) {
        Width in = Width.of(settings, "in_features");
        int out = settings.count("out_features");
        boolean bias = settings.flag("bias", true);
        return Blueprint.of(type, INPUT, (name, form, layers) -> {
            Shape row = form.row();
            in.check(Layers.features(name, row, "a linear layer"));
            return ArcModule.of(layers.linear(name, row, out, bias, layers.init()), row);
        });
    }

    private static Blueprint weightNorm(String type, String part, ArcSettings settings) {
        Width in = Width.of(settings, "in_features");
        int out = settings.count("out_features");
        boolean bias = settings.flag("bias", true);
        return Blueprint.of(type, "x", (name, form, layers) -> {
            Shape row = form.row();
            in.check(Layers.features(name, row, "a linear layer"));
            return ArcModule.of(layers.weightNormLinear(name + part, row, out, bias), row);
        });
    }

    private static Blueprint conv(String type, ArcSettings settings) {
        Width in = Width.of(settings, "in_channels");
        int out = settings.count("out_channels");
        int[] kernel = settings.pair("kernel_size");
        int[] stride = settings.pair("stride", 1, 1);
        int[] padding = settings.pair("padding", 0, 0);
        int[] dilation = settings.pair("dilation", 1, 1);
        settings.that(dilation[0] == 1 && dilation[1] == 1, "dilation", "needs 1: there are no filters with gaps");
        settings.that(settings.count("groups", 1) == 1, "groups", "needs 1: each filter reads all channels");
        boolean bias = settings.flag("bias", true);
        Conv.Window window = settings.checked(
                Conv.Window.square(1, 1, 0),
                () -> new Conv.Window(kernel[0], kernel[1], stride[0], stride[1], padding[0], padding[1]));
        return Blueprint.of(type, INPUT, (name, form, layers) -> {
            Shape row = form.row();
            if (row.rank() == 3) {
                in.check(row.dim(2));
            }
            return ArcModule.of(layers.conv(name, row, out, window, bias), row);
        });
    }

    /// @param axes of a row: 1 for features, 3 for an image
    private static Blueprint batchNorm(String type, int axes, ArcSettings settings) {
        Width features = Width.of(settings, "num_features");
        double momentum = settings.number("momentum", BatchNorm.MOMENTUM);
        double eps = settings.number("eps", BatchNorm.EPS);
        return Blueprint.of(type, INPUT, (name, form, layers) -> {
            Shape row = form.row();
            if (row.rank() != axes) {
                throw new ConfigException("%s: %s of rows of %s; needs %s"
                        .formatted(name, type, row, axes == 1 ? "one axis of features" : "an image"));
            }
            features.check(row.dim(-1));
            return ArcModule.of(layers.batchNorm(name, row, momentum, eps), row);
        });
    }

    private static Blueprint batchRenorm(String type, ArcSettings settings) {
        Width features = Width.of(settings, "num_features");
        var standard = BatchRenorm.Settings.defaults();
        double momentum = settings.number("momentum", standard.momentum());
        double eps = settings.number("eps", standard.eps());
        double rMax = settings.number("r_max", standard.rMax());
        double dMax = settings.number("d_max", standard.dMax());
        int warmup = settings.whole("warmup_steps", standard.warmupSteps());
        var chosen = settings.checked(standard, () -> new BatchRenorm.Settings(momentum, eps, rMax, dMax, warmup));
        return Blueprint.of(type, "x", (name, form, layers) -> {
            Shape row = form.row();
            if (row.rank() > 0) {
                features.check(row.dim(-1));
            }
            return ArcModule.of(layers.batchRenorm(name, row, chosen), row);
        });
    }

    private static Blueprint layerNorm(String type, ArcSettings settings) {
        Width features = Width.of(settings, "normalized_shape");
        double eps = settings.number("eps", LayerNorm.EPS);
        return Blueprint.of(type, INPUT, (name, form, layers) -> {
            Shape row = form.row();
            features.check(Layers.features(name, row, "a layer norm"));
            return ArcModule.of(layers.layerNorm(name, row, eps), row);
        });
    }

    /// @param fold [rows, h, kernel height, w, kernel width, c] → [rows, h, w, c]
    private static Blueprint pool(String type, ArcSettings settings, UnaryOperator<Tensor> fold) {
        int[] kernel = settings.pair("kernel_size");
        int[] stride = settings.pair("stride", kernel);
        int[] padding = settings.pair("padding", 0, 0);
        settings.that(kernel[0] > 0 && kernel[1] > 0, "kernel_size", "needs at least 1");
        settings.that(
                stride[0] == kernel[0] && stride[1] == kernel[1],
                "stride",
                "needs to be kernel_size: there are no windows that overlap");
        settings.that(padding[0] == 0 && padding[1] == 0, "padding", "needs 0");
        settings.only("ceil_mode", false, "windows that reach beyond the image are dropped");
        return Blueprint.of(type, INPUT, (name, form, _) -> {
            Shape image = image(name, type, form);
            int height = image.dim(0) / kernel[0];
            int width = image.dim(1) / kernel[1];
            if (height == 0 || width == 0) {
                throw new ConfigException("%s: a window of [%s, %s] is larger than its image of [%s, %s]"
                        .formatted(name, kernel[0], kernel[1], image.dim(0), image.dim(1)));
            }
            return ArcModule.map(
                    form,
                    x -> fold.apply(x.slice(1, 0, height * kernel[0])
                            .slice(2, 0, width * kernel[1])
                            .reshape(x.shape().dim(0), height, kernel[0], width, kernel[1], image.dim(2))));
        });
    }

    private static Blueprint adaptiveAverage(String type, ArcSettings settings) {
        int[] size = settings.pair("output_size");
        settings.that(size[0] == 1 && size[1] == 1, "output_size", "needs 1, the mean of the whole image");
        return Blueprint.of(type, INPUT, (name, form, _) -> {
            image(name, type, form);
            return ArcModule.map(form, x -> x.mean(1, 2).insertAxis(1).insertAxis(1));
        });
    }

    private static Shape image(String name, String type, Form form) {
        Shape row = form.row();
        if (row.rank() != 3) {
            throw new ConfigException("%s: %s of rows of %s; needs an image".formatted(name, type, row));
        }
        return row;
    }

    static Blueprint flatten(String type, ArcSettings settings) {
        int start = settings.whole("start_dim", 1);
        int end = settings.whole("end_dim", -1);
        return Blueprint.of(type, INPUT, (_, form, _) -> {
            Shape row = form.row();
            int from = Axes.dim(start, row.rank() + 1);
            int to = Axes.dim(end, row.rank() + 1);
            if (to < from) {
                throw new ConfigException(
                        "start_dim is %s and end_dim %s; needs start_dim first".formatted(start, end));
            }
            if (from == 1 && to == row.rank()) {
                return ArcModule.of(new Layer.Flatten(), row);
            }
            return ArcModule.map(form, x -> {
                Tensor torch = Axes.torch(x);
                Shape shape = torch.shape();
                for (int axis = to; axis > from; axis--) {
                    shape = shape.with(axis - 1, shape.dim(axis - 1) * shape.dim(axis))
                            .without(axis);
                }
                return Axes.ours(torch.reshape(shape));
            });
        });
    }

    private static Blueprint unflatten(String type, ArcSettings settings) {
        int dim = settings.whole("dim");
        List<Integer> sizes = settings.wholes("unflattened_size");
        settings.that(sizes.stream().allMatch(size -> size > 0), "unflattened_size", "each needs at least 1");
        return Blueprint.of(type, INPUT, (_, form, _) -> {
            int axis = Axes.dim(dim, form.row().rank() + 1);
            return ArcModule.map(form, x -> {
                Tensor torch = Axes.torch(x);
                Shape shape = torch.shape().without(axis);
                for (int i = 0; i < sizes.size(); i++) {
                    shape = shape.insert(axis + i, sizes.get(i));
                }
                return Axes.ours(torch.reshape(shape));
            });
        });
    }
}
