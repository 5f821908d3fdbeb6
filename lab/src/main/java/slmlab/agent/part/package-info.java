/// What algorithms are assembled from.
///
/// Start with [slmlab.agent.part.Parts]: the spaces, configs, clock and random stream that every algorithm
/// receives. On-policy algorithms collect with [slmlab.agent.part.Collector], off-policy ones act through
/// [slmlab.agent.part.QActor] or [slmlab.agent.part.SoftActor]; [slmlab.agent.part.Trainer] owns an optimizer,
/// [slmlab.agent.part.TargetNets] the target networks, [slmlab.agent.part.Sharing] what Hogwild workers share.
///
/// Knows nets, policies, memories and envs; knows no algorithm.
@NullMarked
package slmlab.agent.part;

import org.jspecify.annotations.NullMarked;
