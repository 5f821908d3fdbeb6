package slmlab.agent.algorithm.sac;

import static slmlab.spec.key.Check.that;

import org.jspecify.annotations.Nullable;
import slmlab.agent.part.Discounted;
import slmlab.env.Space;
import slmlab.spec.key.Default;
import slmlab.spec.key.Doc;
import slmlab.spec.key.Required;

/// Settings of SAC and CrossQ.
public record SacConfig(
        @Doc("discount of future rewards") @Required("0.99") double gamma,
        @Doc("frames between updates") @Required("1") int trainingFrequency,

        @Doc(
                value = "frames of random actions before the first update; null for 1000, or a larger batch size",
                example = "1000")
        @Nullable
        Integer trainingStartStep,

        @Doc(value = "batches per update; null for one per env", example = "1") @Nullable
        Integer trainingIter,

        @Doc(value = "batches per step of the actor; the critics step on each", example = "2") @Default("1")
        int policyDelay,

        @Doc(
                value = "the entropy that the temperature α is tuned for; auto is −dim(A) for "
                        + "continuous actions and 0.6·ln|A| for discrete ones",
                example = "-1")
        @Default("auto")
        Object targetEntropy,

        @Doc(
                value = "changes the share of ln|A| that auto takes as target entropy, for discrete "
                        + "actions; null keeps it",
                example = "{start_ratio: 0.6, end_ratio: 0.1, frames: 50000}")
        @Nullable
        Anneal entropyAnneal,

        @Doc("lower bound of log α") @Default("-5") double logAlphaMin,

        @Doc(value = "upper bound of log α", example = "0.5") @Default("2")
        double logAlphaMax,

        @Doc(value = "learning rate of α; null for the actor's; both follow lr_scheduler_spec", example = "0.0003")
        @Nullable
        Double alphaLr,

        @Doc(value = "a fixed α; null to learn it", example = "0.2") @Nullable
        Double fixedAlpha,

        @Doc(value = "frames in which fixed_alpha falls to 0; 0 keeps it", example = "50000") @Default("0")
        int alphaAnnealFrames,

        @Doc("must be 0: the penalty on the distance of the entropy from its average is not supported") @Default("0")
        double entropyPenaltyCoef,

        @Doc("must be false: spectral normalization is not supported") @Default("false")
        boolean spectralNorm,

        @Doc(value = "whether values are compared as sign(x)·log(1 + |x|)", example = "true") @Default("false")
        boolean symlog)
        implements Discounted {

    private static final double RATIO = 0.6;
    private static final double LOG_ALPHA_MIN = -5;
    private static final double LOG_ALPHA_MAX = 2;

    @Doc("the target entropy of discrete actions, as a share of ln|A| that changes with the frame")
    public record Anneal(
            @Doc("share of ln|A| at frame 0") @Default("0.6")
            double startRatio,

            @Doc(value = "share of ln|A| from the frame frames on; null for start_ratio", example = "0.1") @Nullable
            Double endRatio,

            @Doc(value = "frames in which the share changes; 0 takes end_ratio at once", example = "50000")
            @Default("0")
            int frames) {
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
