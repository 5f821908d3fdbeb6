/// Networks, as a spec's `net` section describes them.
///
/// Start with [Net]: a [Body] that turns observations into features, and one output for each [Tail]. [Nets]
/// lists the types by SLM-Lab's names. A net is traced, never called: [ForwardPass] says how, whether batch
/// statistics are those of the batch and how many steps a window of a recurrent net has. What a section says
/// beside the architecture is [slmlab.agent.net.setting.TrainingSettings]: optimizer, loss, learning rate, target
/// networks, initial weights.
///
/// Variables have the names that SLM-Lab's own nets give them, after the name of the net, so that weights can
/// be exchanged. `{i}` counts the layers of a `Sequential`, activations and normalizations included:
///
/// | Net | Body | Tails |
/// |---|---|---|
/// | MLPNet | `model.{i}.weight` | `tails.0.weight`, of several `tails.{tail}.0.weight`, and `log_std` |
/// | ConvNet | `conv_model.{i}.weight`, `fc_model.{i}.weight` | the same |
/// | RecurrentNet | `fc_model.{i}.weight`, `rnn_model.weight_ih_l0`, … | the same |
/// | TorchArcNet | `body.{module}.{i}.weight` | the same |
/// | DuelingMLPNet, DuelingConvNet | `model_body.{i}.weight`, or as ConvNet's | `v.weight`, `adv.weight` |
/// | HydraMLPNet | `model_heads.{head}.{i}.weight`, `model_body.{i}.weight` | `model_tails.{tail}.{i}.weight` |
///
/// Knows spaces and tensors; knows no algorithm, no memory and no distribution.
@NullMarked
package slmlab.agent.net;

import org.jspecify.annotations.NullMarked;
