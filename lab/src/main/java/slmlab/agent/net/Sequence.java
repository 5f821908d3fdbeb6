package slmlab.agent.net;

import java.util.ArrayList;
import java.util.List;
import slmlab.spec.ConfigException;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.Variable;
import slmlab.tensor.Variables;
import slmlab.tensor.nn.BatchNorm;
import slmlab.tensor.nn.BatchRenorm;
import slmlab.tensor.nn.Conv;
import slmlab.tensor.nn.Init;
import slmlab.tensor.nn.LayerNorm;
import slmlab.tensor.nn.Linear;

/// Layers one after another, as in PyTorch's `Sequential`: each adds its variables as
/// `{name}.{index}.weight`.
///
/// It is built layer by layer and knows the shape that comes out so far, so a layer needs no input width.
final class Sequence {
    private final String name;
    private final Init init;
    private final Variables variables;
    private final RandomStream random;
    private final List<Layer> layers = new ArrayList<>();
    private Shape shape;

    /// @param shape what one row of the input is: [features], or an image [h, w, c]
    Sequence(String name, Shape shape, Init init, Variables variables, RandomStream random) {
        this.name = name;
        this.shape = shape;
        this.init = init;
        this.variables = variables;
        this.random = random;
    }

    /// What one row of the output is.
    Shape shape() {
        return shape;
    }

    /// How many features come out, which must not be an image any more.
    int size() {
        return features("the end");
    }

    Tensor apply(Tensor x, Pass pass) {
        Tensor y = x;
        for (Layer layer : layers) {
            y = layer.apply(y, pass);
        }
        return y;
    }

    List<Variable> parameters() {
        return layers.stream().flatMap(layer -> layer.parameters().stream()).toList();
    }

    /// For each width a linear layer, a normalisation if asked for, and the activation.
    Sequence fullyConnected(List<Integer> widths, Activation activation, boolean batchNorm, boolean layerNorm) {
        for (int width : widths) {
            linear(width, true);
            if (batchNorm) {
                batchNorm(BatchNorm.MOMENTUM, BatchNorm.EPS);
            } else if (layerNorm) {
                layerNorm(LayerNorm.EPS);
            }
            activation(activation);
        }
        return this;
    }

    Sequence linear(int out, boolean bias) {
        return linear(out, bias, init);
    }

    Sequence linear(int out, boolean bias, Init first) {
        int in = features("a linear layer");
        shape = Shape.of(out);
        return add(new Layer.Linear(
                bias
                        ? Linear.of(variables, next(), in, out, first, random)
                        : Linear.withoutBias(variables, next(), in, out, first, random)));
    }

    Sequence conv(int out, Conv.Window window, boolean bias) {
        if (shape.rank() != 3) {
            throw new ConfigException("%s: a convolution of %s; needs an image".formatted(next(), shape));
        }
        int height = shape.dim(0);
        int width = shape.dim(1);
        boolean fits = height + 2 * window.paddingHeight() >= window.kernelHeight()
                && width + 2 * window.paddingWidth() >= window.kernelWidth();
        if (!fits) {
            throw new ConfigException(("%s: a filter of [%d, %d] is larger than its image of [%d, %d] with padding"
                            + " [%d, %d]; needs a smaller filter, less stride before it, or larger images")
                    .formatted(
                            next(),
                            window.kernelHeight(),
                            window.kernelWidth(),
                            height,
                            width,
                            window.paddingHeight(),
                            window.paddingWidth()));
        }
        int in = shape.dim(2);
        shape = Shape.of(window.outHeight(height), window.outWidth(width), out);
        return add(new Layer.Conv(
                bias
                        ? Conv.of(variables, next(), in, out, window, init, random)
                        : Conv.withoutBias(variables, next(), in, out, window, init, random)));
    }

    Sequence batchNorm(double momentum, double eps) {
        return add(new Layer.Batch(BatchNorm.of(variables, next(), channels(), momentum, eps)));
    }

    Sequence batchRenorm(BatchRenorm.Settings settings) {
        return add(new Layer.Batch(BatchRenorm.of(variables, next(), channels(), settings)));
    }

    Sequence layerNorm(double eps) {
        int features = features("a layer norm");
        return add(new Layer.LayerNorm(LayerNorm.of(variables, next(), features, eps)));
    }

    Sequence activation(Activation activation) {
        return add(new Layer.Activated(activation));
    }

    Sequence flatten() {
        shape = Shape.of(shape.volume());
        return add(new Layer.Flatten());
    }

    /// Features of a row, or channels of an image.
    int channels() {
        return shape.dim(-1);
    }

    private int features(String what) {
        if (shape.rank() != 1) {
            throw new ConfigException("%s: an image [height, width, channels] of %s reaches %s; needs a Flatten before"
                    .formatted(next(), shape, what));
        }
        return shape.dim(0);
    }

    private String next() {
        return name + "." + layers.size();
    }

    private Sequence add(Layer layer) {
        layers.add(layer);
        return this;
    }
}
