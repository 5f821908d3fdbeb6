package slmlab.agent.net;

import static slmlab.spec.Check.that;

import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.spec.ConfigException;
import slmlab.spec.Default;
import slmlab.spec.Defaults;
import slmlab.tensor.optim.Clip;
import slmlab.tensor.optim.LrSchedule;

/// The settings that every type of net has: how it is initialized and how it learns.
///
/// @param shared             whether actor and critic are one net; algorithms that need to know refuse null
/// @param useSameOptim       whether the critic takes the actor's optimizer and schedule
/// @param actorOptimSpec     in place of `optimSpec` for the actor
/// @param criticOptimSpec    in place of `optimSpec` for the critic
/// @param clipGradVal        the largest norm of all gradients together; null for no limit
/// @param initFn             a name of `torch.nn.init`; null for PyTorch's own initialization
/// @param updateType         how a target network follows (default: the algorithm's own way)
/// @param updateFrequency    frames between two replacements of a target network
/// @param polyakCoef         τ: target ← (1 − τ)·target + τ·source; (default: the algorithm's)
/// @param logStdInit         makes log σ of continuous actions a learned number per action that starts here
/// @param actorInitStd       orthogonal gain of every head of a policy; null for `initFn`'s
/// @param criticInitStd      orthogonal gain of every head of values; null for `initFn`'s
/// @param outLayerActivation after the tails: a name, or a list with one for each tail
/// @param normalize          divides byte pixels by 255
/// @param logStdBound        what holds log σ of continuous actions in [−5, 2]
public record Learning(
        @Nullable Boolean shared,
        @Default("false") boolean useSameOptim,
        LossSpec lossSpec,
        OptimSpec optimSpec,
        @Nullable OptimSpec actorOptimSpec,
        @Nullable OptimSpec criticOptimSpec,
        @Nullable LrSpec lrSchedulerSpec,
        @Nullable Double clipGradVal,
        @Nullable String initFn,
        @Nullable UpdateType updateType,
        @Default("1") double updateFrequency,
        @Nullable Double polyakCoef,
        @Nullable Double logStdInit,
        @Nullable Double actorInitStd,
        @Nullable Double criticInitStd,
        @Nullable Object outLayerActivation,
        @Default("false") boolean normalize,
        @Default("clamp") LogStdBound logStdBound) {

    /// How a target network follows the net that learns.
    public enum UpdateType {
        REPLACE,
        POLYAK
    }

    /// How log σ is held within bounds.
    public enum LogStdBound {
        /// Cut off there, as upstream does: beyond a bound no gradient brings it back.
        CLAMP,
        /// Bent by a tanh, which has a gradient everywhere.
        TANH
    }

    public static Learning defaults() {
        return Defaults.of(Learning.class);
    }

    public Learning {
        that(
                "clip_grad_val",
                clipGradVal == null || clipGradVal > 0,
                "is %s; needs to be above 0, or null",
                clipGradVal);
        that("update_frequency", updateFrequency > 0, "is %s; needs to be above 0", updateFrequency);
        that(
                "polyak_coef",
                polyakCoef == null || (polyakCoef >= 0 && polyakCoef <= 1),
                "is %s; needs to lie in [0, 1]",
                polyakCoef);
        that("actor_init_std", actorInitStd == null || actorInitStd >= 0, "is %s; needs at least 0", actorInitStd);
        that("critic_init_std", criticInitStd == null || criticInitStd >= 0, "is %s; needs at least 0", criticInitStd);
        Inits.of(initFn, Activation.RELU); // refuses an unknown name here
    }

    public OptimSpec actorOptim() {
        return actorOptimSpec == null ? optimSpec : actorOptimSpec;
    }

    public OptimSpec criticOptim() {
        return useSameOptim ? actorOptim() : criticOptimSpec == null ? optimSpec : criticOptimSpec;
    }

    /// Whether workers that learn together share the optimizers' states, and not only the weights.
    public boolean isGlobal() {
        return actorOptim().isGlobal() && criticOptim().isGlobal();
    }

    /// How gradients are clipped.
    public Clip clip() {
        return clipGradVal == null ? Clip.none() : Clip.norm(clipGradVal);
    }

    /// The learning rate as a function of the number of updates.
    ///
    /// @param framesPerUpdate `training_frequency` · `num_envs`
    public LrSchedule lrSchedule(double framesPerUpdate) {
        return lrSchedulerSpec == null ? LrSchedule.constant() : lrSchedulerSpec.schedule(framesPerUpdate);
    }

    /// What follows each tail.
    List<Activation> outActivations(int tails) {
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
