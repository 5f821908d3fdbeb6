/// Optimizers, gradient clipping, Polyak averages, learning-rate schedules.
///
/// Start with [Optimizer]: one line inside a traced function differentiates a loss and changes the parameters.
/// The arithmetic and the defaults are PyTorch 2.13's, so a spec written for it means the same here.
///
/// Knows tensors and variables; knows no net and no algorithm.
@NullMarked
package slmlab.tensor.optim;

import org.jspecify.annotations.NullMarked;
