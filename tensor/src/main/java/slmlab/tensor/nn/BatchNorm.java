package slmlab.tensor.nn;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.Variable;
import slmlab.tensor.Variables;

/// Batch normalization: normalizes each feature to mean 0 and variance 1 over the batch, then scales and shifts
/// it. Ioffe and Szegedy 2015.
///
/// As in PyTorch, the batch is normalized with its biased variance, and the running variance follows the
/// unbiased one. PyTorch also saves a counter, `num_batches_tracked`, which is not used here.
///
/// @param weight   `[features]`
/// @param bias     `[features]`
/// @param momentum how far the running statistics move towards the batch's; 0.1 is PyTorch's
/// @param eps      added to the variance; 1e-5 is PyTorch's
public record BatchNorm(
        Variable weight, Variable bias, Variable runningMean, Variable runningVar, double momentum, double eps)
        implements BatchStatistics {
    public static final double MOMENTUM = 0.1;
    public static final double EPS = 1e-5;

    /// Add the variables `name.weight` and `name.running_var`, ones, `name.bias` and `name.running_mean`,
    /// zeros.
    public static BatchNorm of(Variables variables, String name, int features, double momentum, double eps) {
        Shape shape = Shape.of(features);
        return new BatchNorm(
                variables.add(name + ".weight", Normalize.filled(shape, 1)),
                variables.add(name + ".bias", Normalize.filled(shape, 0)),
                variables.add(name + ".running_mean", Normalize.filled(shape, 0)),
                variables.add(name + ".running_var", Normalize.filled(shape, 1)),
                momentum,
                eps);
    }

    @Override
    public Training train(Tensor x) {
        int samples = Normalize.samples(x, weight, 2);
        Centered batch = Centered.of(x);
        Tensor scale = weight.value().div(Normalize.deviation(batch.variance(), eps));
        Tensor unbiased = batch.variance().mul((double) samples / (samples - 1));
        SequencedMap<Variable, Tensor> statistics = new LinkedHashMap<>();
        statistics.put(runningMean, Normalize.towards(runningMean.value(), batch.mean(), momentum));
        statistics.put(runningVar, Normalize.towards(runningVar.value(), unbiased, momentum));
        return new Training(batch.affine(scale, bias.value()), statistics);
    }

    @Override
    public Training follow(Tensor x, @Nullable Tensor weights) {
        Normalize.samples(x, weight, 2);
        Moments moments = Moments.of(x, weights);
        Following layer = new Following(weight, bias, runningMean, runningVar, momentum, eps);
        return layer.follow(x, moments.mean(), moments.unbiased());
    }

    @Override
    public Tensor evaluate(Tensor x) {
        Normalize.samples(x, weight, 0);
        Tensor scale = weight.value().div(Normalize.deviation(runningVar.value(), eps));
        return x.mul(scale).add(bias.value().sub(runningMean.value().mul(scale)));
    }

    @Override
    public List<Variable> parameters() {
        return List.of(weight, bias);
    }
}
