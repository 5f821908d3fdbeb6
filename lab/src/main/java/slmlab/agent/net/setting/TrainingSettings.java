package slmlab.agent.net.setting;

import static slmlab.spec.key.Check.that;

import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.spec.key.Choices;
import slmlab.spec.key.ConfigException;
import slmlab.spec.key.Default;
import slmlab.spec.key.Defaults;
import slmlab.spec.key.Doc;
import slmlab.spec.key.Options;
import slmlab.tensor.optim.Clip;
import slmlab.tensor.optim.LrSchedule;

/// The settings that every type of net has: how it is initialized and how it learns.
@Doc("how a net is initialized and optimized: keys that every type of net has")
public record TrainingSettings(
        @Doc(value = "whether actor and critic are one net; the actor-critic family needs it", example = "false")
        @Nullable
        Boolean shared,

        @Doc(value = "whether the critic takes the actor's optimizer and schedule", example = "true") @Default("false")
        boolean useSameOptim,

        @Doc(value = "distance between values and their targets", example = "{name: SmoothL1Loss}")
        LossSpec lossSpec,

        @Doc(value = "optimizer of the net, or of actor and critic", example = "{name: Adam, lr: 0.0003}")
        OptimSpec optimSpec,

        @Doc(value = "in place of optim_spec for the actor", example = "{name: Adam, lr: 0.0003}") @Nullable
        OptimSpec actorOptimSpec,

        @Doc(value = "in place of optim_spec for the critic", example = "{name: Adam, lr: 0.001}") @Nullable
        OptimSpec criticOptimSpec,

        @Doc(value = "how the learning rate falls; null keeps it", example = "{name: LinearToZero, frame: 300000}")
        @Nullable
        LrSpec lrSchedulerSpec,

        @Doc(value = "the limit of the gradients, in the measure of clip_grad_by; null for none", example = "0.5")
        @Nullable
        Double clipGradVal,

        @Doc(value = "what clip_grad_val limits", example = "value") @Default("norm")
        ClipGradBy clipGradBy,

        @Doc(
                value = "initial weights, by a name of torch.nn.init; null for PyTorch's own initialization",
                example = "orthogonal_")
        @Options({
            "orthogonal_: orthogonal rows, with the activation's gain",
            "xavier_uniform_: uniform by fan in and fan out",
            "xavier_normal_: normal by fan in and fan out",
            "kaiming_uniform_: uniform by fan in, for relu and leakyrelu",
            "kaiming_normal_: normal by fan in, for relu and leakyrelu",
            "uniform_: uniform in [0, 1]",
            "normal_: mean 0 and variance 1",
            "zeros_: all 0",
            "ones_: all 1"
        })
        @Nullable
        String initFn,

        @Doc(
                value = "how a target network follows; null for replace where update_frequency is not 1, else for the"
                        + " algorithm's own way: replace for DQN, polyak for SAC, TD3, DDPG",
                example = "polyak")
        @Nullable
        UpdateType updateType,

        @Doc(value = "frames between two replacements of a target network", example = "1000") @Default("1")
        double updateFrequency,

        @Doc(
                value = "τ of target ← (1 − τ)·target + τ·net; null for the algorithm's own, 0.005 "
                        + "for SAC, TD3 and DDPG",
                example = "0.005")
        @Nullable
        Double polyakCoef,

        @Doc(
                value = "makes log σ of continuous actions one learned number per action that starts "
                        + "here; null for an output of the net",
                example = "-0.5")
        @Nullable
        Double logStdInit,

        @Doc(value = "orthogonal gain of every head of a policy; null for that of init_fn", example = "0.01") @Nullable
        Double actorInitStd,

        @Doc(value = "orthogonal gain of every head of values; null for that of init_fn", example = "1.0") @Nullable
        Double criticInitStd,

        @Doc(
                value = "activation after the outputs: a name, or a list with one for each output; null for none",
                example = "tanh")
        @Nullable
        Object outLayerActivation,

        @Doc(value = "whether byte pixels are divided by 255", example = "true") @Default("false")
        boolean normalize,

        @Doc(value = "what holds log σ of continuous actions in [−5, 2]", example = "tanh") @Default("clamp")
        LogStdBound logStdBound) {

    /// How a target network follows the net that learns.
    public enum UpdateType {
        @Doc("a copy every update_frequency frames")
        REPLACE,
        @Doc("a moving average, by polyak_coef at every update")
        POLYAK
    }

    /// What of the gradients is limited.
    public enum ClipGradBy {
        @Doc("the norm of all gradients together, whose direction stays: PyTorch's clip_grad_norm_")
        NORM,
        @Doc("every number by itself: PyTorch's clip_grad_value_")
        VALUE
    }

    /// How log σ is held within bounds.
    public enum LogStdBound {
        @Doc("cut off there, as SLM-Lab does: beyond a bound no gradient brings it back")
        CLAMP,
        @Doc("perturbed by a tanh, which has a gradient everywhere")
        TANH
    }

    public static TrainingSettings defaults() {
        return Defaults.of(TrainingSettings.class);
    }

    public TrainingSettings {
        that(
                "clip_grad_val",
                clipGradVal == null || clipGradVal > 0,
                "is %s; needs to be above 0, or null",
                clipGradVal);
        that(
                "clip_grad_by",
                clipGradVal != null || clipGradBy == ClipGradBy.NORM,
                "is value; needs clip_grad_val, the limit");
        that("update_frequency", updateFrequency > 0, "is %s; needs to be above 0", updateFrequency);
        that(
                "polyak_coef",
                polyakCoef == null || (polyakCoef >= 0 && polyakCoef <= 1),
                "is %s; needs to lie in [0, 1]",
                polyakCoef);
        that("actor_init_std", actorInitStd == null || actorInitStd >= 0, "is %s; needs at least 0", actorInitStd);
        that("critic_init_std", criticInitStd == null || criticInitStd >= 0, "is %s; needs at least 0", criticInitStd);
        if (initFn != null) {
            Choices.check(TrainingSettings.class, "init_fn", initFn);
        }
    }

    /// Return how a target network follows: an `update_frequency` without `update_type` counts replacements.
    public UpdateType updateType(UpdateType byDefault) {
        if (updateType != null) {
            return updateType;
        }
        return updateFrequency == defaults().updateFrequency ? byDefault : UpdateType.REPLACE;
    }

    public OptimSpec actorOptim() {
        return actorOptimSpec == null ? optimSpec : actorOptimSpec;
    }

    public OptimSpec criticOptim() {
        return useSameOptim ? actorOptim() : criticOptimSpec == null ? optimSpec : criticOptimSpec;
    }

    /// Whether workers that learn together share the optimizers' states, and not only the weights.
    public boolean isGlobal() {
        boolean isOne = Boolean.TRUE.equals(shared); // one net has the actor's optimizer alone
        return actorOptim().isGlobal() && (isOne || criticOptim().isGlobal());
    }

    /// How gradients are clipped.
    public Clip clip() {
        if (clipGradVal == null) {
            return Clip.none();
        }
        return switch (clipGradBy) {
            case NORM -> Clip.norm(clipGradVal);
            case VALUE -> Clip.value(clipGradVal);
        };
    }

    /// The learning rate as a function of the number of updates.
    ///
    /// @param framesPerUpdate `training_frequency` · `num_envs`
    public LrSchedule lrSchedule(double framesPerUpdate) {
        return lrSchedulerSpec == null ? LrSchedule.constant() : lrSchedulerSpec.schedule(framesPerUpdate);
    }

    /// What follows each tail.
    public List<Activation> outActivations(int tails) {
        return switch (outLayerActivation) {
            case null -> Collections.nCopies(tails, Activation.IDENTITY);
            case String name -> Collections.nCopies(tails, Activation.of(name));
            case List<?> names
            when names.size() == tails ->
                names.stream()
                        .map(name -> name == null ? Activation.IDENTITY : Activation.of(name.toString()))
                        .toList();
            default ->
                throw new ConfigException(
                        "out_layer_activation",
                        "is %s; needs a name, or a list of one for each of the %s tails"
                                .formatted(outLayerActivation, tails));
        };
    }
}
