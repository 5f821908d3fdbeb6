package slmlab.tensor.optim;

import java.util.Arrays;
import java.util.List;

/// A learning-rate schedule. The caller decides what a step is (an update, a frame).
///
/// The values are those of PyTorch's `lr_scheduler` of the same name after as many calls of `step()`.
@FunctionalInterface
public interface LrSchedule {

    /// Return the learning rate after `step` steps, starting from `lr`.
    double at(long step, double lr);

    static LrSchedule constant() {
        return (step, lr) -> lr;
    }

    /// Multiply the rate by `gamma` after every `stepSize` steps: `StepLR`.
    static LrSchedule step(long stepSize, double gamma) {
        Checks.that(stepSize >= 1, "step_size is %s; needs at least 1".formatted(stepSize));
        Checks.notNegative("gamma", gamma);
        return (step, lr) -> lr * StrictMath.pow(gamma, (double) Math.floorDiv(step, stepSize));
    }

    /// Multiply the rate by `gamma` at each milestone: `MultiStepLR`.
    static LrSchedule multiStep(List<Long> milestones, double gamma) {
        Checks.notNegative("gamma", gamma);
        long[] at = milestones.stream().mapToLong(Long::longValue).toArray();
        return (step, lr) -> {
            long passed =
                    Arrays.stream(at).filter(milestone -> milestone <= step).count();
            return lr * StrictMath.pow(gamma, (double) passed);
        };
    }

    /// Multiply the rate by `gamma` after every step: `ExponentialLR`.
    static LrSchedule exponential(double gamma) {
        return step(1, gamma);
    }

    /// Anneal the rate along half a cosine wave down to `etaMin` in `tMax` steps, then up again:
    /// `CosineAnnealingLR`.
    static LrSchedule cosine(long tMax, double etaMin) {
        Checks.that(tMax >= 1, "T_max is %s; needs at least 1".formatted(tMax));
        Checks.notNegative("eta_min", etaMin);
        return (step, lr) -> etaMin + (lr - etaMin) * (1 + StrictMath.cos(Math.PI * step / tMax)) / 2;
    }

    /// Decay the rate linearly to 0 in `steps` steps, and keep it at 0 from there on: SLM-Lab's `LinearToZero`.
    static LrSchedule linearToZero(double steps) {
        return linearToMin(steps, 0);
    }

    /// Decay the rate linearly towards 0 in `steps` steps, down to `minFactor` of the first rate: `LinearToMin`
    /// of SLM-Lab's specs.
    static LrSchedule linearToMin(double steps, double minFactor) {
        Checks.that(steps > 0, "a linear schedule of %s steps: needs more than 0".formatted(steps));
        Checks.that(minFactor >= 0 && minFactor <= 1, "min_factor is %s; needs to lie in [0, 1]".formatted(minFactor));
        return (step, lr) -> lr * Math.max(minFactor, 1 - step / steps);
    }
}
