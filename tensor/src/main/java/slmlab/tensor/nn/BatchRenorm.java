package slmlab.tensor.nn;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.Variable;
import slmlab.tensor.Variables;

/// Batch normalization that is corrected towards the running statistics during training. Ioffe 2017,
/// arXiv:1702.03275; used by CrossQ (Bhatt et al. 2024).
///
/// The bounds of the correction grow with `step` from none (plain batch normalization) to their full width.
///
/// @param weight `[features]`
/// @param bias   `[features]`
/// @param step   a scalar, the number of training steps so far
public record BatchRenorm(
        Variable weight, Variable bias, Variable runningMean, Variable runningVar, Variable step, Settings settings)
        implements BatchStatistics {

    /// @param momentum    how far the running statistics move towards the batch's
    /// @param eps         added to the variance
    /// @param rMax        the largest correction of the scale
    /// @param dMax        the largest correction of the mean, in standard deviations
    /// @param warmupSteps training steps until the corrections reach these bounds
    public record Settings(double momentum, double eps, double rMax, double dMax, int warmupSteps) {
        private static final int LARGEST_COUNT = 1 << 24; // beyond, a float32 counter stops

        /// Return SLM-Lab's defaults; its specs set a momentum of 0.01, an eps of 1e-3 and 5,000 or 100,000
        /// steps.
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

    /// Add the variables `name.weight` and `name.running_var`, ones, `name.bias`, `name.running_mean` and
    /// `name.step`, zeros.
    public static BatchRenorm of(Variables variables, String name, int features, Settings settings) {
        Shape shape = Shape.of(features);
        return new BatchRenorm(
                variables.add(name + ".weight", Normalize.filled(shape, 1)),
                variables.add(name + ".bias", Normalize.filled(shape, 0)),
                variables.add(name + ".running_mean", Normalize.filled(shape, 0)),
                variables.add(name + ".running_var", Normalize.filled(shape, 1)),
                variables.add(name + ".step", Normalize.filled(Shape.SCALAR, 0)),
                settings);
    }

    @Override
    public Training train(Tensor x) {
        Normalize.samples(x, weight, 1);
        Centered batch = Centered.of(x);
        Tensor mean = batch.mean(); // μ_B
        Tensor deviation = Normalize.deviation(batch.variance(), settings.eps); // σ_B
        Tensor running = Normalize.deviation(runningVar.value(), settings.eps); // σ

        Tensor warm = step.value().div(Math.max(1, settings.warmupSteps)).min(1);
        Tensor rMax = warm.mul(settings.rMax - 1).add(1);
        Tensor dMax = warm.mul(settings.dMax);
        Tensor r = deviation.div(running).clamp(rMax.reciprocal(), rMax).stopGradient();
        Tensor d = mean.sub(runningMean.value())
                .div(running)
                .clamp(dMax.neg(), dMax)
                .stopGradient();
        Tensor scale = r.div(deviation).mul(weight.value());
        Tensor shift = d.mul(weight.value()).add(bias.value());

        SequencedMap<Variable, Tensor> statistics = new LinkedHashMap<>();
        statistics.put(runningMean, Normalize.towards(runningMean.value(), mean, settings.momentum));
        statistics.put(runningVar, Normalize.towards(runningVar.value(), batch.variance(), settings.momentum));
        statistics.put(step, step.value().add(1));
        return new Training(batch.affine(scale, shift), statistics); // ((x − μ_B)/σ_B·r + d)·γ + β
    }

    @Override
    public Training follow(Tensor x, @Nullable Tensor weights) {
        Normalize.samples(x, weight, 2);
        Moments moments = Moments.of(x, weights);
        Following layer = new Following(weight, bias, runningMean, runningVar, settings.momentum, settings.eps);
        Training training = layer.follow(x, moments.mean(), moments.variance());
        training.statistics().put(step, step.value().add(1));
        return training;
    }

    @Override
    public Tensor evaluate(Tensor x) {
        Normalize.samples(x, weight, 0);
        Tensor scale = weight.value().div(Normalize.deviation(runningVar.value(), settings.eps));
        return x.mul(scale).add(bias.value().sub(runningMean.value().mul(scale)));
    }

    @Override
    public List<Variable> parameters() {
        return List.of(weight, bias);
    }
}
