package slmlab.agent.algorithm;

import java.util.Set;
import slmlab.agent.Algorithm;
import slmlab.agent.part.Parts;
import slmlab.agent.part.SacConfig;
import slmlab.spec.Registry;

/// Every algorithm, by the name a spec calls it.
public final class Algorithms {
    public static final Registry<Parts, Algorithm> ALL = new Registry<Parts, Algorithm>("algorithm")
            .add("Random", RandomAgent.Config.class, RandomAgent::new)
            .add("Reinforce", Reinforce.Config.class, Reinforce::new)
            .add("ActorCritic", ActorCritic.Config.class, ActorCritic::new)
            .add("PPO", Ppo.Config.class, Ppo::new)
            .add("SIL", Sil.Config.class, Sil::actorCritic)
            .add("PPOSIL", Sil.PpoConfig.class, Sil::ppo)
            .add("SARSA", Sarsa.Config.class, Sarsa::new)
            .add("VanillaDQN", Dqn.Config.class, Dqn::vanilla)
            .add("DQN", Dqn.Config.class, Dqn::withTarget)
            .add("DoubleDQN", Dqn.Config.class, Dqn::doubled)
            .add("HydraDQN", Dqn.Config.class, Dqn::withTarget)
            .add("SoftActorCritic", SacConfig.class, SoftActorCritic::new)
            .add("CrossQ", SacConfig.class, CrossQ::new)
            .add("TD3", Td3.Config.class, Td3::td3)
            .add("DDPG", Td3.Config.ddpg(), Td3::ddpg);

    private static final Set<String> REPLAYING =
            Set.of("VanillaDQN", "DQN", "DoubleDQN", "HydraDQN", "SoftActorCritic", "CrossQ", "TD3", "DDPG");

    private Algorithms() {}

    /// Whether an algorithm learns from a replay, rather than from a rollout.
    public static boolean wantsReplay(String name) {
        return REPLAYING.contains(name);
    }
}
