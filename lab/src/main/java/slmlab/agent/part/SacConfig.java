package slmlab.agent.part;

import static slmlab.spec.Check.that;

import org.jspecify.annotations.Nullable;
import slmlab.env.Space;
import slmlab.spec.Default;
import slmlab.spec.Required;

/// Settings of SAC and CrossQ.
///
/// @param trainingFrequency frames between updates
/// @param trainingStartStep frames of random actions before the first update (default: 1,000, or a larger batch
/// size)
/// @param trainingIter batches per update (default: one per env)
/// @param policyDelay batches per step of the actor; the critics step on each
/// @param targetEntropy a number, or `auto`
/// @param entropyAnneal anneals the share of ln|A| that is the target entropy; for `auto` and discrete actions
/// @param logAlphaMin log α is held between these
/// @param alphaLr learning rate of α (default: the actor's); both follow `lr_scheduler_spec`
/// @param fixedAlpha a fixed α; null to learn it
/// @param alphaAnnealFrames frames in which `fixedAlpha` falls to 0; 0 keeps it
/// @param entropyPenaltyCoef must be 0: SLM-Lab's penalty on the distance of the entropy from its average is
/// not supported
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

    /// @param endRatio (default: `startRatio`)
    public record Anneal(
            @Default("0.6") double startRatio,
            @Nullable Double endRatio,
            @Default("0") int frames) {
        public double at(long frame) {
            double end = endRatio == null ? startRatio : endRatio;
            double progress = frames == 0 ? 1 : Math.min(1, (double) frame / frames);
            return startRatio + progress * (end - startRatio);
        }
    }

    public SacConfig {
        that("gamma", gamma >= 0 && gamma <= 1, "is %s; needs to lie in [0, 1], typically 0.99", gamma);
        that("training_frequency", trainingFrequency > 0, "is %d; needs at least 1", trainingFrequency);
        that(
                "training_start_step",
                trainingStartStep == null || trainingStartStep >= 0,
                "is %s; needs at least 0",
                trainingStartStep);
        that("training_iter", trainingIter == null || trainingIter > 0, "is %s; needs at least 1", trainingIter);
        that("policy_delay", policyDelay > 0, "is %d; needs at least 1", policyDelay);
        that(
                "target_entropy",
                targetEntropy.equals("auto") || targetEntropy instanceof Number,
                "is %s; needs a number, or auto",
                targetEntropy);
        that(
                "log_alpha_min",
                logAlphaMin <= logAlphaMax,
                "is %s; needs to lie below log_alpha_max = %s",
                logAlphaMin,
                logAlphaMax);
        that("alpha_lr", alphaLr == null || alphaLr >= 0, "is %s; needs at least 0", alphaLr);
        that("fixed_alpha", fixedAlpha == null || fixedAlpha >= 0, "is %s; needs at least 0", fixedAlpha);
        that("alpha_anneal_frames", alphaAnnealFrames >= 0, "is %d; needs at least 0", alphaAnnealFrames);
        that(
                "alpha_anneal_frames",
                alphaAnnealFrames == 0 || fixedAlpha != null,
                "is %d; it takes a fixed_alpha to 0, needs one beside it",
                alphaAnnealFrames);
        that(
                "entropy_penalty_coef",
                entropyPenaltyCoef == 0,
                "is %s; the penalty is not supported yet, needs 0",
                entropyPenaltyCoef);
        that(
                "entropy_anneal",
                entropyAnneal == null || targetEntropy.equals("auto"),
                "is given; it anneals the target entropy that auto finds, but target_entropy is %s",
                targetEntropy);
        String fixed = "with fixed_alpha no temperature is learned, remove one of them";
        that("alpha_lr", fixedAlpha == null || alphaLr == null, "is %s; %s", alphaLr, fixed);
        that("log_alpha_min", fixedAlpha == null || logAlphaMin == LOG_ALPHA_MIN, "is %s; %s", logAlphaMin, fixed);
        that("log_alpha_max", fixedAlpha == null || logAlphaMax == LOG_ALPHA_MAX, "is %s; %s", logAlphaMax, fixed);
        that("target_entropy", fixedAlpha == null || targetEntropy.equals("auto"), "is %s; %s", targetEntropy, fixed);
        that("entropy_anneal", fixedAlpha == null || entropyAnneal == null, "is given; %s", fixed);
        that("spectral_norm", !spectralNorm, "is true; it is not supported yet: remove it, or use layer_norm");
    }

    public int startStep(int batchSize) {
        return trainingStartStep == null ? Math.max(1000, batchSize) : trainingStartStep;
    }

    public int iterations(int envs) {
        return trainingIter == null ? envs : trainingIter;
    }

    /// The target entropy at a frame: −dim(A) for continuous actions, a share of ln|A| for discrete ones.
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
