package slmlab.agent.net;

import java.util.ArrayList;
import java.util.List;
import slmlab.agent.net.setting.Activation;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.Variable;
import slmlab.tensor.Variables;
import slmlab.tensor.nn.BatchNorm;
import slmlab.tensor.nn.Conv;
import slmlab.tensor.nn.Init;
import slmlab.tensor.nn.LayerNorm;

/// Layers one after another, as in PyTorch's `Sequential`: each adds its variables as
/// `{name}.{index}.weight`.
///
/// It is built layer by layer and knows the shape that comes out so far, so a layer needs no input width.
final class Sequence {
    private final String name;
    private final Layers layers;
    private final List<Layer> steps = new ArrayList<>();
    private Shape shape;

    /// @param shape what one row of the input is: [features], or an image [h, w, c]
    Sequence(String name, Shape shape, Init init, Variables variables, RandomStream random) {
        this.name = name;
        this.shape = shape;
        this.layers = new Layers(init, variables, random);
    }

    /// What one row of the output is.
    Shape shape() {
        return shape;
    }

    /// How many features come out, which must not be an image any more.
    int size() {
        return Layers.features(next(), shape, "the end");
    }

    Tensor apply(Tensor x, ForwardPass pass) {
        Tensor y = x;
        for (Layer layer : steps) {
            y = layer.apply(y, pass);
        }
        return y;
    }

    List<Variable> parameters() {
        return steps.stream().flatMap(layer -> layer.parameters().stream()).toList();
    }

    /// For each width a linear layer, a normalization if asked for, and the activation.
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
        return linear(out, bias, layers.init());
    }

    Sequence linear(int out, boolean bias, Init first) {
        return add(layers.linear(next(), shape, out, bias, first));
    }

    Sequence conv(int out, Conv.Window window, boolean bias) {
        return add(layers.conv(next(), shape, out, window, bias));
    }

    Sequence batchNorm(double momentum, double eps) {
        return add(layers.batchNorm(next(), shape, momentum, eps));
    }

    Sequence layerNorm(double eps) {
        return add(layers.layerNorm(next(), shape, eps));
    }

    Sequence activation(Activation activation) {
        return add(new Layer.Activated(activation));
    }

    Sequence flatten() {
        return add(new Layer.Flatten());
    }

    private String next() {
        return name + "." + steps.size();
    }

    private Sequence add(Layer layer) {
        steps.add(layer);
        shape = layer.row(shape);
        return this;
    }
}
