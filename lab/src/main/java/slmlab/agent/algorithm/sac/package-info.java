/// Soft actor-critic and CrossQ.
///
/// Start with [SoftActorCritic], which reads from top to bottom: acting, the update, the critics' and the policy's
/// losses. [CrossQ] is what differs without target networks, [SoftActor] the policy's net, [Temperature] the weight α
/// of its entropy, [SacConfig] the keys of a spec.
///
/// Knows parts of agents, nets, policies, memories and envs; knows no other algorithm.
@NullMarked
package slmlab.agent.algorithm.sac;

import org.jspecify.annotations.NullMarked;
