package slmlab.agent.net;

import slmlab.spec.key.ConfigException;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Shape;
import slmlab.tensor.Variables;
import slmlab.tensor.nn.BatchNorm;
import slmlab.tensor.nn.BatchRenorm;
import slmlab.tensor.nn.Conv;
import slmlab.tensor.nn.Init;
import slmlab.tensor.nn.LayerNorm;
import slmlab.tensor.nn.Linear;

/// A maker of single layers for rows of a known shape, which adds their variables under a name.
///
/// @param init what weights begin with
public record Layers(Init init, Variables variables, RandomStream random) {

    public Layer linear(String name, Shape in, int out, boolean bias, Init first) {
        int features = features(name, in, "a linear layer");
        return new Layer.Linear(
                bias
                        ? Linear.of(variables, name, features, out, first, random)
                        : Linear.withoutBias(variables, name, features, out, first, random));
    }

    public Layer weightNormLinear(String name, Shape in, int out, boolean bias) {
        int features = features(name, in, "a linear layer");
        return WeightNormLinear.of(this, name, features, out, bias);
    }

    public Layer conv(String name, Shape in, int out, Conv.Window window, boolean bias) {
        if (in.rank() != 3) {
            throw new ConfigException("%s: a convolution of %s; needs an image".formatted(name, in));
        }
        boolean fits = in.dim(0) + 2 * window.paddingHeight() >= window.kernelHeight()
                && in.dim(1) + 2 * window.paddingWidth() >= window.kernelWidth();
        if (!fits) {
            throw new ConfigException(("%s: a filter of [%s, %s] is larger than its image of [%s, %s] with padding"
                            + " [%s, %s]; needs a smaller filter, less stride before it, or larger images")
                    .formatted(
                            name,
                            window.kernelHeight(),
                            window.kernelWidth(),
                            in.dim(0),
                            in.dim(1),
                            window.paddingHeight(),
                            window.paddingWidth()));
        }
        return new Layer.Conv(
                bias
                        ? Conv.of(variables, name, in.dim(2), out, window, init, random)
                        : Conv.withoutBias(variables, name, in.dim(2), out, window, init, random));
    }

    public Layer batchNorm(String name, Shape in, double momentum, double eps) {
        return new Layer.Batch(BatchNorm.of(variables, name, channels(name, in), momentum, eps));
    }

    public Layer batchRenorm(String name, Shape in, BatchRenorm.Settings settings) {
        return new Layer.Batch(BatchRenorm.of(variables, name, channels(name, in), settings));
    }

    public Layer layerNorm(String name, Shape in, double eps) {
        int features = features(name, in, "a layer norm");
        return new Layer.LayerNorm(LayerNorm.of(variables, name, features, eps));
    }

    /// The size of the last axis of rows that are no images.
    public static int features(String name, Shape in, String what) {
        if (in.rank() == 3) {
            throw new ConfigException("%s: an image [height, width, channels] of %s reaches %s; needs a Flatten before"
                    .formatted(name, in, what));
        }
        if (in.rank() == 0) {
            throw new ConfigException(
                    "%s: one number for each row reaches %s; needs an axis of features".formatted(name, what));
        }
        return in.dim(-1);
    }

    /// Features of a row, or channels of an image.
    private static int channels(String name, Shape in) {
        if (in.rank() != 1 && in.rank() != 3) {
            throw new ConfigException(
                    "%s: a batch norm of rows of %s; needs one axis of features, or an image".formatted(name, in));
        }
        return in.dim(-1);
    }
}
