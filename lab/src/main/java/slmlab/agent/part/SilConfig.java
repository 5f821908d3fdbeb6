package slmlab.agent.part;

import slmlab.spec.Default;

import static slmlab.spec.Check.that;

/// What self-imitation adds to an algorithm's section.
///
/// @param trainingIter batches after each on-policy update
/// @param trainingBatchIter gradient steps on each
public record SilConfig(@Default("1") double silPolicyLossCoef, @Default("0.01") double silValLossCoef, @Default("4") int trainingIter, @Default("1") int trainingBatchIter) {

    public SilConfig {
        that(silPolicyLossCoef >= 0, "sil_policy_loss_coef is %s; needs at least 0", silPolicyLossCoef);
        that(silValLossCoef >= 0, "sil_val_loss_coef is %s; needs at least 0", silValLossCoef);
        that(trainingIter > 0, "training_iter is %d; needs at least 1", trainingIter);
        that(trainingBatchIter > 0, "training_batch_iter is %d; needs at least 1", trainingBatchIter);
    }
}
