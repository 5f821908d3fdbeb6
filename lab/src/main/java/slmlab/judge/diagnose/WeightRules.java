package slmlab.judge.diagnose;

import static slmlab.judge.diagnose.Rules.found;

import java.util.Arrays;
import java.util.Optional;

/// Faults that show in how the weights move.
final class WeightRules {
    private static final double STILL = 1e-8;
    private static final double NORMAL = 1e-5;
    private static final double FAR = 0.5; // of the size of the weights
    private static final double RISING = 0.8; // rank correlation
    private static final double LARGE_KL = 0.1;
    private static final double LARGE_CLIP = 0.4;
    private static final double LARGE_CHANGE = 1;
    private static final double OFTEN = 0.5; // share of the rows
    private static final double REPEATEDLY = 0.2;
    private static final double SPIKE = 10; // times the median of its neighbours
    private static final double MANY_SPIKES = 0.1;
    private static final double DEAD = 0.5;
    private static final double EXPLODING = 100;
    private static final double VANISHING = 1e-4;
    private static final int ROWS = 5;

    private WeightRules() {}

    static Optional<Finding> frozenPart(Evidence evidence) {
        double least = evidence.last("least_change");
        double all = evidence.last("param_change");
        return least < STILL && all > NORMAL
                ? found(
                        "frozen part",
                        "least_change",
                        "check that every optimizer has a learning rate above 0 and that the loss reaches every layer (slm-lab spec audit)",
                        "a layer moves by %.2g of its size between rows while all weights move by %.2g",
                        least,
                        all)
                : Optional.empty();
    }

    static Optional<Finding> staleTarget(Evidence evidence) {
        double[] distance = evidence.until("target_distance", 1);
        double last = evidence.last("target_distance");
        return distance.length >= ROWS && last > FAR && rank(distance) > RISING && !evidence.hasLearned()
                ? found(
                        "stale target",
                        "target_distance",
                        "lower net.update_frequency (update_type replace), or raise polyak_coef (update_type polyak)",
                        "the target network is %.2g of the weights' size away from the net, and the distance grows all along",
                        last)
                : Optional.empty();
    }

    /// Return the rank correlation (Spearman) of values with their places.
    private static double rank(double[] values) {
        int n = values.length;
        Integer[] order = new Integer[n];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (a, b) -> Double.compare(values[a], values[b]));
        double sum = 0;
        for (int rank = 0; rank < n; rank++) {
            double apart = order[rank] - rank;
            sum += apart * apart;
        }
        return 1 - 6 * sum / (n * ((double) n * n - 1));
    }

    static Optional<Finding> learningRate(Evidence evidence) {
        String advice =
                "lower the learning rate (lr) by a factor of 10, or training_epoch, or clip gradients (clip_grad_val)";
        double kl = share(evidence.until("approx_kl", 1), LARGE_KL);
        double clip = share(evidence.until("clip_fraction", 1), LARGE_CLIP);
        if (kl > REPEATEDLY || clip > OFTEN) {
            return found(
                    "learning rate too high",
                    kl > clip ? "approx_kl" : "clip_fraction",
                    advice,
                    "approx_kl is above %.2g in %.0f %% of the rows, clip_fraction above %.2g in %.0f %%",
                    LARGE_KL,
                    100 * kl,
                    LARGE_CLIP,
                    100 * clip);
        }
        double change = share(evidence.until("param_change", 1), LARGE_CHANGE);
        if (change > OFTEN) {
            return found(
                    "learning rate too high",
                    "param_change",
                    advice,
                    "between rows the weights move by more than their own size in %.0f %% of the rows",
                    100 * change);
        }
        if (evidence.hasLearned()) {
            return Optional.empty();
        }
        double[] loss = Arrays.stream(evidence.until("loss", 1)).map(Math::abs).toArray();
        double spikes = spikes(loss);
        return loss.length >= ROWS && spikes > MANY_SPIKES
                ? found(
                        "learning rate too high",
                        "loss",
                        advice,
                        "the loss is more than %.0f times that of the rows around it in %.0f %% of them",
                        SPIKE,
                        100 * spikes)
                : Optional.empty();
    }

    /// Return the share of values that stand out from those around them.
    private static double spikes(double[] values) {
        int count = 0;
        for (int i = 0; i < values.length; i++) {
            double[] around = Arrays.copyOfRange(values, Math.max(0, i - ROWS), Math.min(values.length, i + ROWS + 1));
            count += values[i] > SPIKE * Evidence.median(around) ? 1 : 0;
        }
        return (double) count / Math.max(1, values.length);
    }

    private static double share(double[] values, double limit) {
        return values.length == 0
                ? 0
                : (double) Arrays.stream(values).filter(value -> value > limit).count() / values.length;
    }

    static Optional<Finding> deadUnits(Evidence evidence) {
        double idle = evidence.last("idle_units");
        return idle > DEAD && !evidence.hasLearned()
                ? found(
                        "dead units",
                        "idle_units",
                        "lower the learning rate (lr), check the scale of observations, or use tanh (hid_layers_activation)",
                        "%.0f %% of the hidden units get no gradient",
                        100 * idle)
                : Optional.empty();
    }

    static Optional<Finding> gradient(Evidence evidence) {
        double typical = Evidence.median(evidence.until("grad_norm", 1));
        double last = evidence.last("grad_norm");
        boolean isExploding = last > EXPLODING * typical;
        return (isExploding || last < VANISHING * typical) && !evidence.hasLearned()
                ? found(
                        isExploding ? "exploding gradient" : "vanishing gradient",
                        "grad_norm",
                        isExploding
                                ? "clip gradients (clip_grad_val), lower the learning rate (lr)"
                                : "check for dead units and for a loss that is constant",
                        "grad_norm ends at %.2g; its median is %.2g",
                        last,
                        typical)
                : Optional.empty();
    }
}
