package slmlab.tensor.nn;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import slmlab.tensor.Tensor;
import slmlab.tensor.Variable;

/// A layer whose running statistics move without changing its output, see [BatchStatistics#follow].
record Following(Variable weight, Variable bias, Variable mean, Variable variance, double momentum, double eps) {

    /// @param newMean     mean of the batch
    /// @param newVariance variance of the batch
    BatchStatistics.Training follow(Tensor x, Tensor newMean, Tensor newVariance) {
        Tensor from = variance.value();
        Tensor moved = mean.value().abs().sum().add(from.sub(1).abs().sum()).gt(0); // 0 before the first update
        Tensor share = moved.select(Tensor.of(momentum), Tensor.of(Math.max(momentum, 1 - momentum)));
        Tensor shift = newMean.sub(mean.value()).mul(share);
        Tensor m = mean.value().add(shift); // μ′
        Tensor v = from.add(newVariance.sub(from).mul(share)); // σ′²
        Tensor before = Normalize.deviation(from, eps);
        Tensor after = Normalize.deviation(v, eps);
        Tensor w = weight.value().mul(moved.select(after.div(before), Tensor.of(1))); // γ′ = γ·σ′/σ
        Tensor b = bias.value().add(moved.mul(shift).mul(weight.value().div(before))); // β′ = β + (μ′ − μ)·γ/σ
        SequencedMap<Variable, Tensor> all = new LinkedHashMap<>();
        all.put(mean, m);
        all.put(variance, v);
        all.put(weight, w);
        all.put(bias, b);
        return new BatchStatistics.Training(x.sub(m).mul(w.div(after)).add(b), all);
    }
}
