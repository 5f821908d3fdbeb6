package slmlab.tensor.optim;

import java.util.List;

/// [Adam] with decoupled weight decay: PyTorch's `AdamW`.
///
/// Loshchilov and Hutter 2019, arXiv:1711.05101.
///
/// @param weightDecay each step subtracts lr · weightDecay of a parameter (default: 0.01)
public record AdamW(double lr, List<Double> betas, double eps, double weightDecay) implements Optimizer {

    public static AdamW defaults() {
        return new AdamW(1e-3, List.of(0.9, 0.999), 1e-8, 1e-2);
    }

    public AdamW {
        Checks.notNegative("lr", lr);
        betas = Checks.betas(betas);
        Checks.notNegative("eps", eps);
        Checks.notNegative("weight_decay", weightDecay);
    }

    UpdateRule rule() {
        return new Adam.Moments(betas.get(0), betas.get(1), eps, 0, weightDecay);
    }
}
