package slmlab.experiment.plan;

import slmlab.agent.algorithm.ActorCritic;
import slmlab.agent.algorithm.Algorithms;
import slmlab.agent.algorithm.Dqn;
import slmlab.agent.algorithm.Ppo;
import slmlab.agent.algorithm.Reinforce;
import slmlab.agent.algorithm.Sarsa;
import slmlab.agent.algorithm.Sil;
import slmlab.agent.algorithm.Td3;
import slmlab.agent.part.SacConfig;

/// The amounts that an algorithm works on at a time, from which its memory is estimated.
///
/// @param key           the key of `horizon`; empty where there is none
/// @param horizon       steps of each env that a rollout holds, unless it waits for episodes; 0 without a rollout
/// @param minibatch     the most rows of a batch from a rollout; infinite for all of it
/// @param stepReturns   rewards that a replay sums
/// @param imitates      whether past rollouts are kept too
/// @param actors        nets that act and learn
/// @param critics       nets that value and learn
/// @param targetActors  copies of actors that follow them
/// @param targetCritics copies of critics that follow them
public record Workload(
        String key,
        double horizon,
        double minibatch,
        double stepReturns,
        boolean imitates,
        int actors,
        int critics,
        int targetActors,
        int targetCritics) {

    public static Workload of(String name, Record config) {
        return switch (config) {
            case Ppo.Config ppo -> ppo(ppo, false);
            case Sil.PpoConfig sil -> ppo(sil.onPolicy(), true);
            case ActorCritic.Config a2c -> actorCritic(a2c, false);
            case Sil.Config sil -> actorCritic(sil.onPolicy(), true);
            case Reinforce.Config reinforce ->
                onPolicy("training_frequency", reinforce.trainingFrequency(), Double.POSITIVE_INFINITY, false, 0);
            case Sarsa.Config sarsa ->
                onPolicy("training_frequency", sarsa.trainingFrequency(), Double.POSITIVE_INFINITY, false, 0);
            case Dqn.Config dqn -> replaying(dqn.numStepReturns(), 0, name.equals("VanillaDQN") ? 0 : 1, 0);
            case SacConfig _ -> replaying(1, 2, 0, Algorithms.has(name, Algorithms.Trait.TARGETS) ? 2 : 0);
            case Td3.Config _ -> replaying(1, 2, 1, 2);
            default -> least(name);
        };
    }

    /// What is certain about an algorithm of a user's own.
    private static Workload least(String name) {
        int actors = Algorithms.learns(name) ? 1 : 0;
        int stepReturns = Algorithms.has(name, Algorithms.Trait.REPLAY) ? 1 : 0;
        return new Workload("", 0, 0, stepReturns, false, actors, 0, 0, 0);
    }

    private static Workload ppo(Ppo.Config config, boolean imitates) {
        return onPolicy("time_horizon", config.timeHorizon(), config.minibatchSize(), imitates, 1);
    }

    private static Workload actorCritic(ActorCritic.Config config, boolean imitates) {
        boolean stepped = config.frequency() != config.trainingFrequency();
        return onPolicy(
                stepped ? "num_step_returns" : "training_frequency",
                config.frequency(),
                Double.POSITIVE_INFINITY,
                imitates,
                1);
    }

    private static Workload onPolicy(String key, int horizon, double minibatch, boolean imitates, int critics) {
        return new Workload(key, horizon, minibatch, 0, imitates, 1, critics, 0, 0);
    }

    private static Workload replaying(int stepReturns, int critics, int targetActors, int targetCritics) {
        return new Workload("", 0, 0, stepReturns, false, 1, critics, targetActors, targetCritics);
    }
}
