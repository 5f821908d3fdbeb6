package slmlab.tensor.optim;

import java.util.List;

/// Checks of hyperparameters, each written so that NaN fails it.
final class Checks {
    private Checks() {}

    static void that(boolean holds, String problem) {
        if (!holds) {
            throw new IllegalArgumentException(problem);
        }
    }

    /// Check `lr`, `eps` or `weight_decay`.
    static void notNegative(String name, double value) {
        that(
                value >= 0 && value < Double.POSITIVE_INFINITY,
                "%s is %s; needs to be finite and at least 0".formatted(name, value));
    }

    /// Check the decay rate of a moving average.
    static void share(String name, double value) {
        that(value >= 0 && value < 1, "%s is %s; needs to lie in [0, 1)".formatted(name, value));
    }

    static List<Double> betas(List<Double> betas) {
        that(betas.size() == 2, "betas is %s; needs two numbers (default: [0.9, 0.999])".formatted(betas));
        betas.forEach(beta -> share("betas", beta));
        return List.copyOf(betas);
    }
}
