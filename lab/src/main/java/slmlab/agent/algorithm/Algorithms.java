package slmlab.agent.algorithm;

import java.util.Set;
import slmlab.agent.Algorithm;
import slmlab.agent.part.Parts;
import slmlab.agent.part.SacConfig;
import slmlab.spec.Registry;

/// Every algorithm, by the name a spec calls it.
public final class Algorithms {
    public static final Registry<Parts, Algorithm> ALL = new Registry<Parts, Algorithm>("algorithm")
            .add("Random", RandomAgent.Config.defaults(), RandomAgent::new)
            .add("Reinforce", Reinforce.Config.defaults(), Reinforce::new)
            .add("ActorCritic", ActorCritic.Config.defaults(), ActorCritic::new)
            .add("PPO", Ppo.Config.defaults(), Ppo::new)
            .add("SIL", Sil.Config.defaults(), Sil::actorCritic)
            .add("PPOSIL", Sil.PpoConfig.defaults(), Sil::ppo)
            .add("SARSA", Sarsa.Config.defaults(), Sarsa::new)
            .add("VanillaDQN", Dqn.Config.defaults(), Dqn::vanilla)
            .add("DQN", Dqn.Config.defaults(), Dqn::withTarget)
            .add("DoubleDQN", Dqn.Config.defaults(), Dqn::doubled)
            .add("HydraDQN", Dqn.Config.defaults(), Dqn::withTarget)
            .add("SoftActorCritic", SacConfig.defaults(), SoftActorCritic::new)
            .add("CrossQ", SacConfig.defaults(), CrossQ::new)
            .add("TD3", Td3.Config.td3(), Td3::td3)
            .add("DDPG", Td3.Config.ddpg(), Td3::ddpg);

    private static final Set<String> REPLAYING =
            Set.of("VanillaDQN", "DQN", "DoubleDQN", "HydraDQN", "SoftActorCritic", "CrossQ", "TD3", "DDPG");

    private Algorithms() {}

    /// Whether an algorithm learns from a replay, rather than from a rollout.
    public static boolean wantsReplay(String name) {
        return REPLAYING.contains(name);
    }
}
