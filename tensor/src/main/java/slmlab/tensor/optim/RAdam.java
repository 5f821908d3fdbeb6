package slmlab.tensor.optim;

import java.util.List;
import slmlab.tensor.compile.ArrayPart;
import slmlab.tensor.internal.Updates;

/// Rectified [Adam]: PyTorch's `RAdam`.
///
/// Liu et al. 2020, arXiv:1908.03265. It adapts step sizes only once the average of squares is reliable: the
/// first steps, while ρ_t ≤ 5, follow the averaged gradient alone.
///
/// @param weightDecay L2 penalty, added to the gradient
public record RAdam(double lr, List<Double> betas, double eps, double weightDecay) implements Optimizer {

    public static RAdam defaults() {
        return new RAdam(1e-3, List.of(0.9, 0.999), 1e-8, 0);
    }

    public RAdam {
        Checks.notNegative("lr", lr);
        betas = Checks.betas(betas);
        Checks.notNegative("eps", eps);
        Checks.notNegative("weight_decay", weightDecay);
    }

    UpdateRule rule() {
        return new Rectified(betas.get(0), betas.get(1), eps, weightDecay);
    }

    private record Rectified(double beta1, double beta2, double eps, double decay) implements UpdateRule {
        @Override
        public List<String> slots() {
            return List.of("exp_avg", "exp_avg_sq");
        }

        @Override
        public void run(
                Updates kernels,
                float[][] arrays,
                int n,
                float[][] gradients,
                int[] offsets,
                float scale,
                float lr,
                float step,
                ArrayPart part) {
            double power = UpdateRule.power(beta2, step); // β₂ᵗ
            double longest = 2 / (1 - beta2) - 1; // ρ_∞
            double length = longest - 2 * step * power / (1 - power); // ρ_t: steps that the average of squares spans
            boolean rectified = length > 5;
            double squared = // r_t²
                    (length - 4) * (length - 2) * longest / ((longest - 4) * (longest - 2) * length);
            float rectifier = rectified ? (float) Math.sqrt(squared * (1 - power)) : 1;
            float stepSize = (float) (lr / (1 - UpdateRule.power(beta1, step)));
            for (int i = 0; i < n; i++) {
                int from = part.from(arrays[i].length);
                kernels.radam(
                        arrays[i],
                        from,
                        arrays[n + i],
                        from,
                        arrays[2 * n + i],
                        from,
                        gradients[i],
                        offsets[i] + from,
                        part.to(arrays[i].length) - from,
                        scale,
                        (float) decay,
                        beta1,
                        beta2,
                        (float) eps,
                        stepSize,
                        rectifier,
                        rectified);
            }
        }
    }
}
