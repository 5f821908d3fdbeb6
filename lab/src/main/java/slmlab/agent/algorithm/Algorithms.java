package slmlab.agent.algorithm;

import static slmlab.agent.algorithm.Algorithms.Trait.CRITIC;
import static slmlab.agent.algorithm.Algorithms.Trait.CRITIC_NET;
import static slmlab.agent.algorithm.Algorithms.Trait.DETERMINISTIC;
import static slmlab.agent.algorithm.Algorithms.Trait.IMITATION;
import static slmlab.agent.algorithm.Algorithms.Trait.POLICY;
import static slmlab.agent.algorithm.Algorithms.Trait.Q_VALUES;
import static slmlab.agent.algorithm.Algorithms.Trait.REPLAY;
import static slmlab.agent.algorithm.Algorithms.Trait.ROLLOUT;
import static slmlab.agent.algorithm.Algorithms.Trait.TARGETS;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import slmlab.agent.Algorithm;
import slmlab.agent.part.Parts;
import slmlab.agent.part.SacConfig;
import slmlab.spec.Defaults;
import slmlab.spec.Registry;

/// Every algorithm, by the name a spec calls it, and what it needs.
public final class Algorithms {

    /// What an algorithm needs or has. A spec's keys that ask for something else are refused.
    public enum Trait {
        /// Learns from the steps since its last update.
        ROLLOUT,
        /// Learns from a replay.
        REPLAY,
        /// Samples actions from a policy that it learns.
        POLICY,
        /// Chooses among the values of discrete actions.
        Q_VALUES,
        /// Computes continuous actions, and adds noise to explore.
        DETERMINISTIC,
        /// Learns a value beside its policy.
        CRITIC,
        /// The spec may have a `critic_net`.
        CRITIC_NET,
        /// Has target networks.
        TARGETS,
        /// Imitates its own best episodes, from a replay beside its rollout.
        IMITATION
    }

    public static final Registry<Parts, Algorithm> ALL = new Registry<Parts, Algorithm>("algorithm")
            .providedBy(AlgorithmProvider.class, AlgorithmProvider::register);

    private static final Map<String, Set<Trait>> TRAITS = new ConcurrentHashMap<>();

    static {
        add(
                "Random",
                "uniformly random actions: the baseline of every score",
                RandomAgent.Config.class,
                RandomAgent::new);
        add(
                "Reinforce",
                "policy gradient from the returns of episodes (Williams 1992)",
                Reinforce.Config.class,
                Reinforce::new,
                ROLLOUT,
                POLICY);
        add(
                "ActorCritic",
                "advantage actor-critic, A2C; A3C with distributed: synced (arXiv:1602.01783)",
                ActorCritic.Config.class,
                ActorCritic::new,
                ROLLOUT,
                POLICY,
                CRITIC);
        add(
                "PPO",
                "proximal policy optimization with the clipped objective (arXiv:1707.06347)",
                Ppo.Config.class,
                Ppo::new,
                ROLLOUT,
                POLICY,
                CRITIC);
        add(
                "SIL",
                "self-imitation after every A2C update (arXiv:1806.05635)",
                Sil.Config.class,
                Sil::actorCritic,
                ROLLOUT,
                POLICY,
                CRITIC,
                IMITATION);
        add(
                "PPOSIL",
                "self-imitation after every PPO update (arXiv:1806.05635)",
                Sil.PpoConfig.class,
                Sil::ppo,
                ROLLOUT,
                POLICY,
                CRITIC,
                IMITATION);
        add(
                "SARSA",
                "on-policy Q-learning (Rummery and Niranjan 1994)",
                Sarsa.Config.class,
                Sarsa::new,
                ROLLOUT,
                Q_VALUES);
        add(
                "VanillaDQN",
                "deep Q-learning from a replay, without a target network",
                Dqn.Config.class,
                Dqn::vanilla,
                REPLAY,
                Q_VALUES);
        add(
                "DQN",
                "deep Q-learning with a target network (Mnih et al. 2015)",
                Dqn.Config.class,
                Dqn::withTarget,
                REPLAY,
                Q_VALUES,
                TARGETS);
        add(
                "DoubleDQN",
                "DQN whose online network picks the action that the target network values (arXiv:1509.06461)",
                Dqn.Config.class,
                Dqn::doubled,
                REPLAY,
                Q_VALUES,
                TARGETS);
        add("HydraDQN", "DQN for a HydraMLPNet", Dqn.Config.class, Dqn::withTarget, REPLAY, Q_VALUES, TARGETS);
        add(
                "SoftActorCritic",
                "SAC: an entropy bonus with a learned temperature (arXiv:1812.05905)",
                SacConfig.class,
                SoftActorCritic::new,
                REPLAY,
                POLICY,
                CRITIC,
                TARGETS);
        add(
                "CrossQ",
                "SAC with batch renormalization in place of target networks (arXiv:1902.05605)",
                SacConfig.class,
                CrossQ::new,
                REPLAY,
                POLICY,
                CRITIC,
                CRITIC_NET);
        add(
                "TD3",
                "twin delayed deep deterministic policy gradient (arXiv:1802.09477)",
                Td3.Config.class,
                Td3::td3,
                REPLAY,
                DETERMINISTIC,
                CRITIC,
                TARGETS);
        add(
                "DDPG",
                "deep deterministic policy gradient (arXiv:1509.02971)",
                Td3.Config.ddpg(),
                Td3::ddpg,
                REPLAY,
                DETERMINISTIC,
                CRITIC,
                TARGETS);
    }

    private Algorithms() {}

    /// Register an algorithm: an [AlgorithmProvider] calls it.
    ///
    /// @param config record of its keys, with their defaults, and a [slmlab.spec.Doc] that says what it is; one
    /// that has γ implements
    /// [slmlab.agent.part.Discounted]
    /// @param maker makes it, with every program traced
    /// @param traits what it needs and has; one without any learns nothing, and needs no memory and no net
    public static <C extends Record> void register(
            String name, Class<C> config, BiFunction<C, Parts, Algorithm> maker, Trait... traits) {
        ALL.add(name, config, maker);
        TRAITS.put(name, Set.of(traits));
    }

    private static <C extends Record> void add(
            String name, String about, Class<C> config, BiFunction<C, Parts, Algorithm> maker, Trait... traits) {
        add(name, about, Defaults.of(config), maker, traits);
    }

    private static <C extends Record> void add(
            String name, String about, C defaults, BiFunction<C, Parts, Algorithm> maker, Trait... traits) {
        ALL.add(name, about, defaults, maker);
        TRAITS.put(name, Set.of(traits));
    }

    /// Whether the algorithm of that name has a trait.
    public static boolean has(String name, Trait trait) {
        return traits(name).contains(trait);
    }

    /// Whether the algorithm of that name learns at all, and so needs a memory and a net.
    public static boolean learns(String name) {
        return !traits(name).isEmpty();
    }

    private static Set<Trait> traits(String name) {
        return TRAITS.getOrDefault(ALL.entry(name).name(), Set.of());
    }
}
