/// What a `net` section says beside its architecture: how it is initialized and how it learns.
///
/// Start with [TrainingSettings], the keys that every net has; [OptimSpec], [LrSpec], [LossSpec], [Inits] and
/// [Activation] are its parts, by PyTorch's names.
@NullMarked
package slmlab.agent.net.setting;

import org.jspecify.annotations.NullMarked;
