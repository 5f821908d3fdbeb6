package slmlab.agent.net;

import static slmlab.spec.Check.that;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import slmlab.spec.ConfigException;
import slmlab.spec.Default;
import slmlab.spec.Defaults;
import slmlab.tensor.optim.LrSchedule;

/// A learning rate that falls, by SLM-Lab's and PyTorch's names. Its step is one update.
///
/// @param frame      at which `LinearToZero` and `LinearToMin` would reach 0
/// @param minFactor  what `LinearToMin` keeps of the first rate
/// @param stepSize   updates between two cuts of `StepLR`
/// @param gamma      factor of a cut (default: PyTorch's 0.1, none for `ExponentialLR`)
/// @param milestones updates at which `MultiStepLR` cuts
public record LrSpec(
        @Default("LinearToZero") String name,
        @Nullable Double frame,
        @Default("0") double minFactor,
        @Nullable Long stepSize,
        @Nullable Double gamma,
        @Default("[]") List<Long> milestones) {
    private static final List<String> NAMES =
            List.of("LinearToZero", "LinearToMin", "StepLR", "MultiStepLR", "ExponentialLR");
    private static final double GAMMA = 0.1;

    /// A line to 0, whose `frame` a spec must add.
    public static LrSpec defaults() {
        return Defaults.of(LrSpec.class);
    }

    public LrSpec {
        that("name", NAMES.contains(name), "is %s; needs one of %s", name, String.join(", ", NAMES));
        that("frame", frame == null || frame > 0, "is %s; needs to be above 0", frame);
        that("min_factor", minFactor >= 0 && minFactor <= 1, "is %s; needs to lie in [0, 1]", minFactor);
        that(
                "step_size",
                !name.equals("StepLR") || (stepSize != null && stepSize > 0),
                "is %s; StepLR needs at least 1 update",
                stepSize);
        that("gamma", !name.equals("ExponentialLR") || gamma != null, "is missing; ExponentialLR needs one");
        that("gamma", gamma == null || gamma >= 0, "is %s; needs at least 0", gamma);
        that(
                "milestones",
                !name.equals("MultiStepLR") || !milestones.isEmpty(),
                "is []; MultiStepLR needs the updates at which it cuts");
        milestones = List.copyOf(milestones);
        boolean linear = name.startsWith("Linear");
        that("frame", frame == null || linear, "is no setting of %s; only a linear schedule has one", name);
        that(
                "min_factor",
                minFactor == 0 || name.equals("LinearToMin"),
                "is no setting of %s; LinearToMin has one",
                name);
        that("step_size", stepSize == null || name.equals("StepLR"), "is no setting of %s; StepLR has one", name);
        that("gamma", gamma == null || !linear, "is no setting of %s; a linear schedule has frame", name);
        that(
                "milestones",
                milestones.isEmpty() || name.equals("MultiStepLR"),
                "is no setting of %s; MultiStepLR has them",
                name);
    }

    /// The rate as a function of the number of updates.
    ///
    /// @param framesPerUpdate `training_frequency` · `num_envs`
    public LrSchedule schedule(double framesPerUpdate) {
        double left = gamma == null ? GAMMA : gamma;
        return switch (name) {
            case "StepLR" -> LrSchedule.step(Objects.requireNonNull(stepSize), left);
            case "MultiStepLR" -> LrSchedule.multiStep(milestones, left);
            case "ExponentialLR" -> LrSchedule.exponential(left);
            case "LinearToMin" -> LrSchedule.linearToMin(updates(framesPerUpdate), minFactor);
            default -> LrSchedule.linearToZero(updates(framesPerUpdate));
        };
    }

    private double updates(double framesPerUpdate) {
        if (frame == null) {
            throw new ConfigException("frame", "is missing; %s needs the frame at which the line ends".formatted(name));
        }
        return Math.max(1, frame / framesPerUpdate);
    }
}
