package slmlab.agent.part;

import static slmlab.spec.Check.that;

import org.jspecify.annotations.Nullable;
import slmlab.env.Space;
import slmlab.spec.Default;
import slmlab.spec.Required;

/// What SoftActorCritic and CrossQ are told.
///
/// @param trainingFrequency frames between updates
/// @param trainingStartStep frames of random actions before the first; 1,000 or the batch size if left out
/// @param trainingIter batches of an update; as many as envs if left out
/// @param policyDelay batches for the critics between two for the actor
/// @param targetEntropy a number, or `auto`
/// @param entropyAnneal how the share of ln|A| that is kept changes, with `auto` and discrete actions
/// @param logAlphaMin log α is held between these
/// @param alphaLr the learning rate of α; the actor's if left out. Both follow `lr_scheduler_spec`
/// @param fixedAlpha α itself, which is then not learnt
/// @param alphaAnnealFrames frames in which `fixedAlpha` falls to 0; 0 for not at all
/// @param entropyPenaltyCoef 0; upstream's penalty on the distance of the entropy to its slow average is not supported
/// @param symlog whether values are compared as sign(x)·log(1 + |x|)
public record SacConfig(
        @Required("0.99") double gamma,
        @Required("1") int trainingFrequency,
        @Nullable Integer trainingStartStep,
        @Nullable Integer trainingIter,
        @Default("1") int policyDelay,
        @Default("auto") Object targetEntropy,
        @Nullable Anneal entropyAnneal,
        @Default("-5") double logAlphaMin,
        @Default("2") double logAlphaMax,
        @Nullable Double alphaLr,
        @Nullable Double fixedAlpha,
        @Default("0") int alphaAnnealFrames,
        @Default("0") double entropyPenaltyCoef,
        @Default("false") boolean spectralNorm,
        @Default("false") boolean symlog)
        implements Discounted {

    private static final double RATIO = 0.6;
    private static final double LOG_ALPHA_MIN = -5;
    private static final double LOG_ALPHA_MAX = 2;

    /// @param endRatio as `startRatio` if left out
    public record Anneal(@Default("0.6") double startRatio, @Nullable Double endRatio, @Default("0") int frames) {
        public double at(long frame) {
            double end = endRatio == null ? startRatio : endRatio;
            double progress = frames == 0 ? 1 : Math.min(1, (double) frame / frames);
            return startRatio + progress * (end - startRatio);
        }
    }

    public SacConfig {
        that(gamma >= 0 && gamma <= 1, "gamma is %s; needs to lie in [0, 1], 0.99 is usual", gamma);
        that(trainingFrequency > 0, "training_frequency is %d; needs at least 1", trainingFrequency);
        that(
                trainingStartStep == null || trainingStartStep >= 0,
                "training_start_step is %s; needs at least 0",
                trainingStartStep);
        that(trainingIter == null || trainingIter > 0, "training_iter is %s; needs at least 1", trainingIter);
        that(policyDelay > 0, "policy_delay is %d; needs at least 1", policyDelay);
        that(
                targetEntropy.equals("auto") || targetEntropy instanceof Number,
                "target_entropy is %s; needs a number, or auto",
                targetEntropy);
        that(
                logAlphaMin <= logAlphaMax,
                "log_alpha_min is %s; needs to lie below log_alpha_max = %s",
                logAlphaMin,
                logAlphaMax);
        that(alphaLr == null || alphaLr >= 0, "alpha_lr is %s; needs at least 0", alphaLr);
        that(fixedAlpha == null || fixedAlpha >= 0, "fixed_alpha is %s; needs at least 0", fixedAlpha);
        that(alphaAnnealFrames >= 0, "alpha_anneal_frames is %d; needs at least 0", alphaAnnealFrames);
        that(
                alphaAnnealFrames == 0 || fixedAlpha != null,
                "alpha_anneal_frames is %d; it takes a fixed_alpha to 0, needs one beside it",
                alphaAnnealFrames);
        that(
                entropyPenaltyCoef == 0,
                "entropy_penalty_coef is %s; the penalty is not supported yet, needs 0",
                entropyPenaltyCoef);
        that(
                entropyAnneal == null || targetEntropy.equals("auto"),
                "entropy_anneal is given; it anneals the target entropy that auto finds, but target_entropy is %s",
                targetEntropy);
        String fixed = "with fixed_alpha no temperature is learned, remove one of them";
        that(fixedAlpha == null || alphaLr == null, "alpha_lr is %s; %s", alphaLr, fixed);
        that(fixedAlpha == null || logAlphaMin == LOG_ALPHA_MIN, "log_alpha_min is %s; %s", logAlphaMin, fixed);
        that(fixedAlpha == null || logAlphaMax == LOG_ALPHA_MAX, "log_alpha_max is %s; %s", logAlphaMax, fixed);
        that(fixedAlpha == null || targetEntropy.equals("auto"), "target_entropy is %s; %s", targetEntropy, fixed);
        that(fixedAlpha == null || entropyAnneal == null, "entropy_anneal is given; %s", fixed);
        that(!spectralNorm, "spectral_norm is true; there is none here yet: leave it out, or use layer_norm");
    }

    public int startStep(int batchSize) {
        return trainingStartStep == null ? Math.max(1000, batchSize) : trainingStartStep;
    }

    public int iterations(int envs) {
        return trainingIter == null ? envs : trainingIter;
    }

    /// The entropy to keep at a frame: −dim(A) for numbers, a share of ln|A| for choices.
    double targetEntropy(Space action, long frame) {
        if (targetEntropy instanceof Number number) {
            return number.doubleValue();
        }
        if (action instanceof Space.Discrete(int n, int _)) {
            double ratio = entropyAnneal == null ? RATIO : entropyAnneal.at(frame);
            return ratio * StrictMath.log(n);
        }
        return -action.row().volume();
    }
}
