package slmlab.agent.part;

import static slmlab.spec.key.Check.that;

import slmlab.spec.key.Default;
import slmlab.spec.key.Doc;

/// Settings of self-imitation, beside those of its on-policy algorithm.
public record SilConfig(
        @Doc(value = "factor of the imitation's policy loss", example = "1.0") @Default("1")
        double silPolicyLossCoef,

        @Doc("factor of the imitation's value loss") @Default("0.01")
        double silValLossCoef,

        @Doc("batches of imitation after each on-policy update") @Default("4")
        int trainingIter,

        @Doc("gradient steps on each batch") @Default("1") int trainingBatchIter) {

    public SilConfig {
        that("sil_policy_loss_coef", silPolicyLossCoef >= 0, "is %s; needs at least 0", silPolicyLossCoef);
        that("sil_val_loss_coef", silValLossCoef >= 0, "is %s; needs at least 0", silValLossCoef);
        that("training_iter", trainingIter > 0, "is %d; needs at least 1", trainingIter);
        that("training_batch_iter", trainingBatchIter > 0, "is %d; needs at least 1", trainingBatchIter);
    }
}
