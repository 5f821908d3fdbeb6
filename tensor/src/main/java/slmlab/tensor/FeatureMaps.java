package slmlab.tensor;

import java.util.List;
import java.util.Optional;
import slmlab.tensor.op.Conv2d;
import slmlab.tensor.op.Pointwise;

/// Feature maps of convolutions inside a traced computation, for those who explain it.
public final class FeatureMaps {
    private FeatureMaps() {}

    /// Return the feature maps [images, height, width, channels] of the last convolution that `target` depends on,
    /// after what follows it element by element: bias, normalization and activation. Empty without a convolution.
    public static Optional<Tensor> last(Tensor target) {
        List<Tensor> order = Graph.ordered(List.of(target));
        int at = order.size() - 1;
        while (at >= 0 && !isConvolution(order.get(at))) {
            at--;
        }
        if (at < 0) {
            return Optional.empty();
        }
        Tensor maps = order.get(at);
        for (Tensor node : order.subList(at + 1, order.size())) {
            boolean follows = node.op() instanceof Pointwise && node.inputs().contains(maps);
            if (follows && node.shape().equals(maps.shape())) {
                maps = node;
            }
        }
        return Optional.of(maps);
    }

    private static boolean isConvolution(Tensor node) {
        return node.op() instanceof Conv2d conv && conv.part() == Conv2d.Part.OUTPUT;
    }
}
