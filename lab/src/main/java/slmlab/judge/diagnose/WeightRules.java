package slmlab.judge.diagnose;

import static slmlab.judge.diagnose.Rules.found;
import static slmlab.judge.diagnose.Rules.orClip;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import slmlab.metric.Metrics;

/// Faults that show in how the weights move.
final class WeightRules {
    private static final double STILL = 1e-8;
    private static final double NORMAL = 1e-5;
    private static final double NO_RATE = 1e-9; // a learning rate that moves no float32
    private static final double LOW_RATE = 1e-5; // which no run calls too high
    private static final double FAR = 0.5; // of the size of the weights
    private static final double RISING = 0.7; // Kendall's τ
    private static final double LARGE_KL = 0.1;
    private static final double LARGE_CLIP = 0.4;
    private static final double LARGE_CHANGE = 1;
    private static final double EXPLOSION = 2; // times the size of the weights
    private static final double CERTAIN_EXPLOSION = 5;
    private static final double PER_STEP = 0.008; // of the size of the weights, in each step of the optimizer
    private static final double OFTEN = 0.5; // share of the rows
    private static final double REPEATEDLY = 0.2;
    private static final double SPIKE = 10; // times the median of its neighbors
    private static final double MANY_SPIKES = 0.1;
    private static final double DEAD = 0.5;
    private static final double EXPLODING = 100;
    private static final double VANISHING = 1e-4;
    private static final int ROWS = 5;
    private static final int FIRST_ROWS = 3;

    private WeightRules() {}

    /// No weight moves at all. Contradicted by any row in which one does.
    static Optional<Finding> nothingMoves(Evidence evidence) {
        double[] change = evidence.until(Metrics.PARAM_CHANGE, 1);
        double most = Arrays.stream(change).max().orElse(Double.NaN);
        return change.length >= ROWS && most < STILL
                ? found(
                        "frozen part",
                        Metrics.PARAM_CHANGE,
                        rateOr(evidence, "check that the loss reaches the net (slm-lab spec audit)"),
                        "no weight moves: between rows all of them together move by at most %.2g of their size",
                        most)
                : Optional.empty();
    }

    /// A layer that never moves while others do. A layer that moved once and stands still now has saturated, which
    /// is the end of another fault.
    static Optional<Finding> frozenPart(Evidence evidence) {
        double[] least = evidence.until(Metrics.LEAST_CHANGE, 1);
        double most = Arrays.stream(least).max().orElse(Double.NaN);
        double all = evidence.last(Metrics.PARAM_CHANGE);
        return least.length >= ROWS && most < STILL && all > NORMAL
                ? found(
                        "frozen part",
                        Metrics.LEAST_CHANGE,
                        rateOr(evidence, "check that the loss reaches every layer (slm-lab spec audit)"),
                        "a layer never moves by more than %.2g of its size between rows while all weights move by %.2g",
                        most,
                        all)
                : Optional.empty();
    }

    /// Return the learning rate to raise, if the spec has one that moves nothing.
    private static String rateOr(Evidence evidence, String otherwise) {
        return evidence.learningRates().entrySet().stream()
                .filter(rate -> rate.getValue() < NO_RATE)
                .map(rate -> "raise %s, which is %s".formatted(rate.getKey(), rate.getValue()))
                .findFirst()
                .orElse(otherwise);
    }

    /// Contradicted by a distance that fell by half: then the target network was updated.
    static Optional<Finding> staleTarget(Evidence evidence) {
        double[] distance = evidence.until(Metrics.TARGET_DISTANCE, 1);
        double last = evidence.last(Metrics.TARGET_DISTANCE);
        return distance.length >= ROWS
                        && last > FAR
                        && evidence.trend(Metrics.TARGET_DISTANCE) > RISING
                        && !evidence.hasLearned()
                ? found(
                        "stale target",
                        Metrics.TARGET_DISTANCE,
                        evidence.text("agent.net.update_type").equals("polyak")
                                ? "raise agent.net.polyak_coef, which is %s"
                                        .formatted(evidence.text("agent.net.polyak_coef"))
                                : "lower agent.net.update_frequency, which is %s"
                                        .formatted(evidence.text("agent.net.update_frequency")),
                        "the target network is %.2g of the weights' size away from the net, and the distance grows all along",
                        last)
                : Optional.empty();
    }

    /// The first updates throw the weights far away; what follows (dead units, a policy that is sure of nothing,
    /// layers that stand still) follows from it.
    static Optional<Finding> explosion(Evidence evidence) {
        double[] change = evidence.column(Metrics.PARAM_CHANGE);
        double[] steps = evidence.column(Metrics.OPT_STEP);
        int seen = 0;
        double before = 0;
        for (int row = 0; row < change.length && seen < FIRST_ROWS; row++) {
            double taken = row < steps.length ? steps[row] - before : Double.NaN;
            before = row < steps.length ? steps[row] : Double.NaN;
            if (Double.isNaN(change[row])) {
                continue;
            }
            seen++;
            boolean isFast = change[row] > CERTAIN_EXPLOSION || change[row] / taken > PER_STEP;
            if (change[row] > EXPLOSION && isFast && !isLowRate(evidence)) {
                return found(
                        "learning rate too high",
                        Metrics.PARAM_CHANGE,
                        advice(evidence),
                        "at frame %,.0f, in the first updates, the weights have moved by %.2g times their own size%s",
                        evidence.column(Metrics.FRAME)[row],
                        change[row],
                        measured(evidence, row));
            }
        }
        return Optional.empty();
    }

    /// Return the KL divergence and clip fraction of a row, where there are any.
    private static String measured(Evidence evidence, int row) {
        double[] kl = evidence.column(Metrics.APPROX_KL);
        double[] clip = evidence.column(Metrics.CLIP_FRACTION);
        return row < kl.length && row < clip.length && !Double.isNaN(kl[row])
                ? String.format(Locale.ROOT, " (approx_kl %.2g, clip_fraction %.2g)", kl[row], clip[row])
                : "";
    }

    private static boolean isLowRate(Evidence evidence) {
        Map<String, Double> rates = evidence.learningRates();
        return !rates.isEmpty() && rates.values().stream().allMatch(rate -> rate < LOW_RATE);
    }

    private static String advice(Evidence evidence) {
        List<String> advice = new ArrayList<>();
        String rates = String.join(
                ", ",
                evidence.learningRates().entrySet().stream()
                        .map(rate -> "%s is %s".formatted(rate.getKey(), rate.getValue()))
                        .toList());
        advice.add("lower the learning rate by a factor of 10" + (rates.isEmpty() ? " (lr)" : " (" + rates + ")"));
        if (evidence.has("agent.algorithm.training_epoch")) {
            advice.add("or lower training_epoch");
        }
        return orClip(evidence, String.join(", ", advice));
    }

    /// Contradicted by learning rates that are all below 0.00001.
    static Optional<Finding> learningRate(Evidence evidence) {
        if (isLowRate(evidence)) {
            return Optional.empty();
        }
        double kl = share(evidence.until(Metrics.APPROX_KL, 1), LARGE_KL);
        double clip = share(evidence.until(Metrics.CLIP_FRACTION, 1), LARGE_CLIP);
        if (kl > REPEATEDLY || clip > OFTEN) {
            return found(
                    "learning rate too high",
                    kl > clip ? Metrics.APPROX_KL : Metrics.CLIP_FRACTION,
                    advice(evidence),
                    "approx_kl is above %.2g in %.0f %% of the rows, clip_fraction above %.2g in %.0f %%",
                    LARGE_KL,
                    100 * kl,
                    LARGE_CLIP,
                    100 * clip);
        }
        double change = share(evidence.until(Metrics.PARAM_CHANGE, 1), LARGE_CHANGE);
        if (change > OFTEN) {
            return found(
                    "learning rate too high",
                    Metrics.PARAM_CHANGE,
                    advice(evidence),
                    "between rows the weights move by more than their own size in %.0f %% of the rows",
                    100 * change);
        }
        if (evidence.hasLearned() || evidence.isWithoutSignal()) {
            return Optional.empty();
        }
        double[] loss =
                Arrays.stream(evidence.until(Metrics.LOSS, 1)).map(Math::abs).toArray();
        double spikes = spikes(loss);
        return loss.length >= ROWS && spikes > MANY_SPIKES
                ? found(
                        "learning rate too high",
                        Metrics.LOSS,
                        advice(evidence),
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

    /// Contradicted by a learning rate that moves nothing: then a part is frozen; and by returns that are all
    /// equal: a net that has nothing to tell apart needs few units. Where a row has too few updates to count
    /// idle units, a layer of rectified linear units that never gets a gradient is dead.
    static Optional<Finding> deadUnits(Evidence evidence) {
        double idle = evidence.last(Metrics.IDLE_UNITS);
        boolean isCounted = evidence.until(Metrics.IDLE_UNITS, 1).length > 0;
        double[] least = evidence.until(Metrics.LEAST_CHANGE, 1);
        boolean isWithoutGradient = least.length >= ROWS
                && Arrays.stream(least).allMatch(change -> change < STILL)
                && evidence.text("agent.net.hid_layers_activation").contains("relu");
        boolean isFrozen = evidence.learningRates().values().stream().anyMatch(rate -> rate < NO_RATE);
        boolean isContradicted = isFrozen || evidence.isWithoutSignal() || evidence.hasLearned();
        return (isCounted ? idle > DEAD : isWithoutGradient) && !isContradicted
                ? found(
                        "dead units",
                        isCounted ? Metrics.IDLE_UNITS : Metrics.LEAST_CHANGE,
                        "lower the learning rate (lr), check the scale of observations, or use tanh (hid_layers_activation)",
                        isCounted
                                ? "%.0f %% of the hidden units get no gradient"
                                : "a layer of rectified linear units never gets a gradient, although its optimizer has a learning rate",
                        100 * idle)
                : Optional.empty();
    }

    static Optional<Finding> gradient(Evidence evidence) {
        double typical = Evidence.median(evidence.until(Metrics.GRAD_NORM, 1));
        double last = evidence.last(Metrics.GRAD_NORM);
        boolean isExploding = last > EXPLODING * typical;
        return (isExploding || last < VANISHING * typical) && !evidence.hasLearned()
                ? found(
                        isExploding ? "exploding gradient" : "vanishing gradient",
                        Metrics.GRAD_NORM,
                        isExploding
                                ? orClip(evidence, "lower the learning rate (lr)")
                                : "check for dead units and for a loss that is constant",
                        "grad_norm ends at %.2g; its median is %.2g",
                        last,
                        typical)
                : Optional.empty();
    }
}
