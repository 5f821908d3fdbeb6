package slmlab.tensor.optim;

import java.util.List;
import slmlab.tensor.compile.ArrayPart;
import slmlab.tensor.internal.Updates;

/// Adaptive moment estimation: PyTorch's `Adam`.
///
/// Kingma and Ba 2014, arXiv:1412.6980.
///
/// @param betas decay rates of the moving averages of the gradient and of its square
/// @param eps added to the root of the average square
/// @param weightDecay L2 penalty, added to the gradient; see [AdamW] for decoupled decay
public record Adam(double lr, List<Double> betas, double eps, double weightDecay) implements Optimizer {

    public static Adam defaults() {
        return new Adam(1e-3, List.of(0.9, 0.999), 1e-8, 0);
    }

    public Adam {
        Checks.notNegative("lr", lr);
        betas = Checks.betas(betas);
        Checks.notNegative("eps", eps);
        Checks.notNegative("weight_decay", weightDecay);
    }

    UpdateRule rule() {
        return new Moments(betas.get(0), betas.get(1), eps, weightDecay, 0);
    }

    /// @param decay L2 penalty: added to the gradient, in proportion to the parameter
    /// @param shrink decoupled decay: subtracted from the parameter, in proportion to the learning rate
    record Moments(double beta1, double beta2, double eps, double decay, double shrink) implements UpdateRule {
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
            float stepSize = (float) (lr / (1 - UpdateRule.power(beta1, step)));
            float rootCorrection = (float) Math.sqrt(1 - UpdateRule.power(beta2, step));
            float kept = (float) (1 - lr * shrink);
            for (int i = 0; i < n; i++) {
                int from = part.from(arrays[i].length);
                kernels.adam(
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
                        kept,
                        (float) decay,
                        beta1,
                        beta2,
                        (float) eps,
                        stepSize,
                        rootCorrection);
            }
        }
    }
}
