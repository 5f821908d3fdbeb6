package slmlab.tensor.nn;

import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.Array;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Shape;
import slmlab.tensor.ShapeException;
import slmlab.tensor.Tensor;
import slmlab.tensor.Variable;
import slmlab.tensor.Variables;

/// PyTorch's `Conv2d`, with channels last.
///
/// Flattening [h, w, c] does not give PyTorch's order of features: a net that exchanges weights with PyTorch
/// transposes to [c, h, w] first.
///
/// @param weight [kh, kw, in, out] in memory, saved as [out, in, kh, kw]
/// @param bias   [out]
public record Conv(Variable weight, @Nullable Variable bias, Window window) {

    /// Geometry of a filter: its size, its stride, and the zero padding around the image.
    public record Window(
            int kernelHeight, int kernelWidth, int strideHeight, int strideWidth, int paddingHeight, int paddingWidth) {
        public Window {
            if (kernelHeight < 1 || kernelWidth < 1 || strideHeight < 1 || strideWidth < 1) {
                throw new IllegalArgumentException("kernel [%s, %s] with stride [%s, %s]: each needs at least 1"
                        .formatted(kernelHeight, kernelWidth, strideHeight, strideWidth));
            }
            if (paddingHeight < 0 || paddingWidth < 0) {
                throw new IllegalArgumentException(
                        "padding is [%s, %s]; needs at least 0".formatted(paddingHeight, paddingWidth));
            }
        }

        public static Window square(int kernel, int stride, int padding) {
            return new Window(kernel, kernel, stride, stride, padding, padding);
        }

        /// Return the output height for an image of that height.
        public int outHeight(int height) {
            return (height + 2 * paddingHeight - kernelHeight) / strideHeight + 1;
        }

        public int outWidth(int width) {
            return (width + 2 * paddingWidth - kernelWidth) / strideWidth + 1;
        }

        private Shape saved(int in, int out) {
            return Shape.of(out, in, kernelHeight, kernelWidth);
        }
    }

    /// Add the variables `name.weight` and `name.bias`.
    public static Conv of(
            Variables variables, String name, int in, int out, Window window, Init init, RandomStream random) {
        Conv conv = withoutBias(variables, name, in, out, window, init, random);
        Array bias = init.bias(out, window.saved(in, out), random);
        return new Conv(conv.weight, variables.add(name + ".bias", bias), window);
    }

    /// Add the variable `name.weight` only.
    public static Conv withoutBias(
            Variables variables, String name, int in, int out, Window window, Init init, RandomStream random) {
        Array weight = init.weight(window.saved(in, out), random);
        return new Conv(variables.addSaved(name + ".weight", weight, 3, 2, 0, 1), null, window);
    }

    /// Apply it: [images, height, width, in] → [images, outHeight, outWidth, out].
    public Tensor apply(Tensor images) {
        Shape shape = images.shape();
        boolean fits = shape.rank() == 4
                && shape.dim(3) == in()
                && shape.dim(1) + 2 * window.paddingHeight >= window.kernelHeight
                && shape.dim(2) + 2 * window.paddingWidth >= window.kernelWidth;
        if (!fits) {
            throw new ShapeException(
                    "conv %s %s with padding [%s, %s] of %s: needs [images, height, width, %s], at least as large as the filter"
                            .formatted(
                                    weight.name(),
                                    weight.shape(),
                                    window.paddingHeight,
                                    window.paddingWidth,
                                    shape,
                                    in()));
        }
        Tensor y = images.pad(1, window.paddingHeight, window.paddingHeight)
                .pad(2, window.paddingWidth, window.paddingWidth)
                .conv2d(weight.value(), window.strideHeight, window.strideWidth);
        return bias == null ? y : y.add(bias.value());
    }

    public int in() {
        return weight.shape().dim(2);
    }

    public int out() {
        return weight.shape().dim(3);
    }

    /// Return the trainable variables.
    public List<Variable> parameters() {
        return bias == null ? List.of(weight) : List.of(weight, bias);
    }
}
