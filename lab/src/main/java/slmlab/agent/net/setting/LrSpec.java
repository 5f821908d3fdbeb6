package slmlab.agent.net.setting;

import static slmlab.spec.key.Check.that;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import slmlab.spec.key.Choices;
import slmlab.spec.key.ConfigException;
import slmlab.spec.key.Default;
import slmlab.spec.key.Defaults;
import slmlab.spec.key.Doc;
import slmlab.spec.key.Options;
import slmlab.tensor.optim.LrSchedule;

/// A learning rate that falls, by SLM-Lab's and PyTorch's names. Its step is one update.
@Doc("a learning rate that falls; its step is one update")
public record LrSpec(
        @Doc("the schedule; its step is one update")
        @Options({
            "LinearToZero: in a line to 0 at frame",
            "LinearToMin: in the same line, but not below min_factor of the first rate",
            "StepLR: cut by gamma every step_size updates",
            "MultiStepLR: cut by gamma at each of milestones",
            "ExponentialLR: cut by gamma at every update"
        })
        @Default("LinearToZero")
        String name,

        @Doc(value = "frame at which LinearToZero and LinearToMin would reach 0; both need it", example = "300000")
        @Nullable
        Double frame,

        @Doc(value = "what LinearToMin keeps of the first rate", example = "0.1") @Default("0")
        double minFactor,

        @Doc(value = "updates between two cuts of StepLR, which needs it", example = "1000") @Nullable
        Long stepSize,

        @Doc(value = "factor of a cut; null for 0.1; ExponentialLR needs it", example = "0.9") @Nullable
        Double gamma,

        @Doc(value = "updates at which MultiStepLR cuts, which needs them", example = "[1000, 5000]") @Default("[]")
        List<Long> milestones) {
    private static final double GAMMA = 0.1;

    /// A line to 0, whose `frame` a spec must add.
    public static LrSpec defaults() {
        return Defaults.of(LrSpec.class);
    }

    public LrSpec {
        Choices.check(LrSpec.class, "name", name);
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
