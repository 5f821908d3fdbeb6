package slmlab.tensor.optim;

import java.util.Arrays;
import java.util.List;

/// A learning rate as a function of progress. What a step is (an update, a frame) is for the caller to say.
///
/// The values are those of PyTorch's `lr_scheduler` of the same name after as many calls of `step()`.
@FunctionalInterface
public interface LrSchedule {

    /// The rate after `step` steps, when it began as `lr`.
    double at(long step, double lr);

    static LrSchedule constant() {
        return (step, lr) -> lr;
    }

    /// Multiplies the rate by `gamma` after every `stepSize` steps: `StepLR`.
    static LrSchedule step(long stepSize, double gamma) {
        Checks.that(stepSize >= 1, "step_size is %s; needs at least 1".formatted(stepSize));
        Checks.notNegative("gamma", gamma);
        return (step, lr) -> lr * StrictMath.pow(gamma, (double) Math.floorDiv(step, stepSize));
    }

    /// Multiplies the rate by `gamma` at each milestone: `MultiStepLR`.
    static LrSchedule multiStep(List<Long> milestones, double gamma) {
        Checks.notNegative("gamma", gamma);
        long[] at = milestones.stream().mapToLong(Long::longValue).toArray();
        return (step, lr) -> {
            long passed =
                    Arrays.stream(at).filter(milestone -> milestone <= step).count();
            return lr * StrictMath.pow(gamma, (double) passed);
        };
    }

    /// Multiplies the rate by `gamma` after every step: `ExponentialLR`.
    static LrSchedule exponential(double gamma) {
        return step(1, gamma);
    }

    /// Half a cosine wave from the rate down to `etaMin` in `tMax` steps, then up again: `CosineAnnealingLR`.
    static LrSchedule cosine(long tMax, double etaMin) {
        Checks.that(tMax >= 1, "T_max is %s; needs at least 1".formatted(tMax));
        Checks.notNegative("eta_min", etaMin);
        return (step, lr) -> etaMin + (lr - etaMin) * (1 + StrictMath.cos(Math.PI * step / tMax)) / 2;
    }

    /// A straight line down to 0 in `steps` steps, and 0 from there on: SLM-Lab's `LinearToZero`.
    static LrSchedule linearToZero(double steps) {
        return linearToMin(steps, 0);
    }

    /// A straight line towards 0 in `steps` steps that ends at `minFactor` of the first rate: `LinearToMin`
    /// of SLM-Lab's specs.
    static LrSchedule linearToMin(double steps, double minFactor) {
        Checks.that(steps > 0, "a line of %s steps: needs to be more than 0".formatted(steps));
        Checks.that(minFactor >= 0 && minFactor <= 1, "min_factor is %s; needs to lie in [0, 1]".formatted(minFactor));
        return (step, lr) -> lr * Math.max(minFactor, 1 - step / steps);
    }
}
