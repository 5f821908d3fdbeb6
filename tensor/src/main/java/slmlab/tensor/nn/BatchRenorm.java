package slmlab.tensor.nn;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.Variable;
import slmlab.tensor.Variables;

/// Batch normalisation that is corrected towards the running statistics while training. Ioffe 2017,
/// arXiv:1702.03275; CrossQ (Bhatt et al. 2024) lives by it.
///
/// The bounds of the correction grow with `step` from none (plain batch normalisation) to their full width.
///
/// @param weight [features]
/// @param bias   [features]
/// @param step   a scalar, the number of trainings so far
public record BatchRenorm(
        Variable weight, Variable bias, Variable runningMean, Variable runningVar, Variable step, Settings settings)
        implements BatchStatistics {

    /// @param momentum    how far the running statistics move towards the batch's
    /// @param eps         added to the variance
    /// @param rMax        the largest correction of the scale
    /// @param dMax        the largest correction of the mean, in standard deviations
    /// @param warmupSteps over how many trainings the corrections grow to that
    public record Settings(double momentum, double eps, double rMax, double dMax, int warmupSteps) {
        private static final int LARGEST_COUNT = 1 << 24; // beyond, a float32 counter stands still

        /// SLM-Lab's; its specs set a momentum of 0.01, an eps of 1e-3 and 5,000 or 100,000 steps.
        public static Settings defaults() {
            return new Settings(0.01, 1e-5, 3, 5, 10_000);
        }

        public Settings {
            if (rMax < 1 || dMax < 0) {
                throw new IllegalArgumentException(
                        "r_max is %s and d_max %s; need at least 1 and 0".formatted(rMax, dMax));
            }
            if (warmupSteps < 0 || warmupSteps > LARGEST_COUNT) {
                throw new IllegalArgumentException(
                        "warmup_steps is %s; needs to lie in [0, %s]".formatted(warmupSteps, LARGEST_COUNT));
            }
        }
    }

    /// Adds `name.weight` and `name.running_var`, ones, `name.bias`, `name.running_mean` and `name.step`,
    /// zeros.
    public static BatchRenorm of(Variables variables, String name, int features, Settings settings) {
        Shape shape = Shape.of(features);
        return new BatchRenorm(
                variables.add(name + ".weight", Normalise.filled(shape, 1)),
                variables.add(name + ".bias", Normalise.filled(shape, 0)),
                variables.add(name + ".running_mean", Normalise.filled(shape, 0)),
                variables.add(name + ".running_var", Normalise.filled(shape, 1)),
                variables.add(name + ".step", Normalise.filled(Shape.SCALAR, 0)),
                settings);
    }

    @Override
    public Training train(Tensor x) {
        Normalise.samples(x, weight, 1);
        int[] axes = Normalise.batchAxes(x);
        Tensor mean = x.mean(axes); // μ_B
        Tensor centred = x.sub(mean);
        Tensor variance = centred.square().mean(axes);
        Tensor deviation = Normalise.deviation(variance, settings.eps); // σ_B
        Tensor running = Normalise.deviation(runningVar.value(), settings.eps); // σ

        Tensor warm = step.value().div(Math.max(1, settings.warmupSteps)).min(1);
        Tensor rMax = warm.mul(settings.rMax - 1).add(1);
        Tensor dMax = warm.mul(settings.dMax);
        Tensor r = deviation.div(running).clamp(rMax.reciprocal(), rMax).stopGradient();
        Tensor d = mean.sub(runningMean.value())
                .div(running)
                .clamp(dMax.neg(), dMax)
                .stopGradient();
        Tensor y = centred.mul(r.div(deviation)).add(d); // (x − μ_B)/σ_B·r + d

        SequencedMap<Variable, Tensor> statistics = new LinkedHashMap<>();
        statistics.put(runningMean, Normalise.towards(runningMean.value(), mean, settings.momentum));
        statistics.put(runningVar, Normalise.towards(runningVar.value(), variance, settings.momentum));
        statistics.put(step, step.value().add(1));
        return new Training(y.mul(weight.value()).add(bias.value()), statistics);
    }

    @Override
    public Training follow(Tensor x, @Nullable Tensor weights) {
        Normalise.samples(x, weight, 2);
        Moments moments = Moments.of(x, weights);
        Following layer = new Following(weight, bias, runningMean, runningVar, settings.momentum, settings.eps);
        Training training = layer.follow(x, moments.mean(), moments.variance());
        training.statistics().put(step, step.value().add(1));
        return training;
    }

    @Override
    public Tensor evaluate(Tensor x) {
        Normalise.samples(x, weight, 0);
        Tensor scale = weight.value().div(Normalise.deviation(runningVar.value(), settings.eps));
        return x.sub(runningMean.value()).mul(scale).add(bias.value());
    }

    @Override
    public List<Variable> parameters() {
        return List.of(weight, bias);
    }
}
