package slmlab.agent.part;

import static slmlab.spec.Check.that;

import slmlab.spec.Default;

/// Settings of self-imitation, beside those of its on-policy algorithm.
///
/// @param trainingIter batches after each on-policy update
/// @param trainingBatchIter gradient steps on each
public record SilConfig(
        @Default("1") double silPolicyLossCoef,
        @Default("0.01") double silValLossCoef,
        @Default("4") int trainingIter,
        @Default("1") int trainingBatchIter) {

    public SilConfig {
        that("sil_policy_loss_coef", silPolicyLossCoef >= 0, "is %s; needs at least 0", silPolicyLossCoef);
        that("sil_val_loss_coef", silValLossCoef >= 0, "is %s; needs at least 0", silValLossCoef);
        that("training_iter", trainingIter > 0, "is %d; needs at least 1", trainingIter);
        that("training_batch_iter", trainingBatchIter > 0, "is %d; needs at least 1", trainingBatchIter);
    }
}
