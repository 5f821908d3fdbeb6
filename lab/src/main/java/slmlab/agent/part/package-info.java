/// What algorithms are assembled from.
///
/// Start with [AgentContext]: the spaces, configs, clock and random stream that every algorithm receives.
///
/// What an agent is made from:
/// - [EnvSpaces]: the spaces of the envs, and how many there are
/// - [AgentSections]: the sections of a spec that describe the agent
///
/// Acting:
/// - [Acting]: the keys of how actions are chosen
/// - [Collector]: acts with a policy and fills a rollout
/// - [QActor]: acts by action values, and carries a recurrent net's state
/// - [QPolicy]: how actions are chosen from action values
/// - [PolicyProgram]: the policy of an evaluation, with its own program, draws and states
///
/// Nets and their optimizers:
/// - [ActorCriticNets]: a policy and, where one is wanted, a value, as one net or two
/// - [Critics]: two Q-networks and their loss
/// - [TargetNets]: target networks, replaced or averaged
/// - [Trainer]: the weights that one loss trains, with optimizer, learning rate and clipping
/// - [RunningNorms]: batch norms that follow the rows of an update
///
/// Batches and losses:
/// - [Inputs]: the inputs of a program that hold rows of a memory
/// - [Batch]: what a loss of a rollout is traced from
/// - [WholeBatch]: an update on all of a rollout at once
/// - [Programs]: one traced program for each size of batch
/// - [AdvantageScale]: how the advantages of a minibatch are scaled
/// - [ValueScale]: the size of all value targets so far
/// - [PolicyShift]: how far a policy has moved from the one that acted
/// - [SaRegularizer]: a penalty on a policy that changes under adversarial observations
/// - [Imitation], [SilConfig]: self-imitation behind an on-policy update, and its keys
///
/// And:
/// - [QGauges]: what the last batch of a Q-learner shows
/// - [Discounted]: a config that has γ
/// - [Sharing], [GlobalWeights]: what Hogwild workers share
///
/// Knows nets, policies, memories, envs and metrics; knows no algorithm.
@NullMarked
package slmlab.agent.part;

import org.jspecify.annotations.NullMarked;
