package slmlab.agent.algorithm;

import static slmlab.agent.facts.Trait.CRITIC;
import static slmlab.agent.facts.Trait.IMITATION;
import static slmlab.agent.facts.Trait.POLICY;
import static slmlab.agent.facts.Trait.ROLLOUT;

import slmlab.agent.Algorithm;
import slmlab.agent.facts.AlgorithmFacts;
import slmlab.agent.facts.UsualSettings;
import slmlab.agent.part.AgentContext;
import slmlab.agent.part.Discounted;
import slmlab.agent.part.SilConfig;
import slmlab.spec.key.Inline;

/// Self-imitation learning: an actor-critic, or PPO, that learns again from what went better than expected.
///
/// Oh et al. 2018, arXiv:1806.05635. Both are their on-policy algorithm with an
/// [slmlab.agent.part.Imitation] behind every update.
public final class Sil {
    /// `SIL`: the keys of ActorCritic, and those of self-imitation.
    public record Config(
            @Inline ActorCritic.Config onPolicy, @Inline SilConfig imitation) implements Discounted {

        @Override
        public double gamma() {
            return onPolicy.gamma();
        }
    }

    /// `PPOSIL`: the keys of PPO, and those of self-imitation.
    public record PpoConfig(
            @Inline Ppo.Config onPolicy, @Inline SilConfig imitation) implements Discounted {

        @Override
        public double gamma() {
            return onPolicy.gamma();
        }
    }

    private static final String PAPER = "arXiv:1806.05635";
    private static final String IMITATION_KEYS = """
            sil_policy_loss_coef: 1.0
            sil_val_loss_coef: 0.01
            training_iter: 4
            """;
    private static final String MEMORY = """
            name: OnPolicyBatchReplay
            sil_replay_name: Replay
            batch_size: 128
            max_size: 10000
            """;

    public static final AlgorithmFacts<Config> FACTS = AlgorithmFacts.of(
                    "SIL",
                    "self-imitation after every A2C update",
                    Config.class,
                    Sil::actorCritic,
                    config -> ActorCritic.shape(config.onPolicy).withImitation())
            .paper(PAPER)
            .traits(ROLLOUT, POLICY, CRITIC, IMITATION)
            .usual(UsualSettings.rollout(4, ActorCritic.USUAL_KEYS + IMITATION_KEYS, UsualSettings.ACTOR_CRITIC_NET)
                    .withMemory(MEMORY))
            .unread((config, _, keys) -> ActorCritic.noteUnread(config.onPolicy, keys))
            .firstSpec("spec/sil/cartpole.yaml sil_cartpole")
            .build();

    public static final AlgorithmFacts<PpoConfig> PPO_FACTS = AlgorithmFacts.of(
                    "PPOSIL",
                    "self-imitation after every PPO update",
                    PpoConfig.class,
                    Sil::ppo,
                    config -> Ppo.shape(config.onPolicy).withImitation())
            .paper(PAPER)
            .traits(ROLLOUT, POLICY, CRITIC, IMITATION)
            .usual(UsualSettings.rollout(8, Ppo.USUAL_KEYS + IMITATION_KEYS, UsualSettings.ACTOR_CRITIC_NET)
                    .withMemory(MEMORY))
            .noOp("training_frequency", "PPOSIL trains every time_horizon steps")
            .unread((config, memory, keys) -> Ppo.noteUnread(config.onPolicy, memory, keys))
            .firstSpec("spec/benchmark/sil/ppo_sil_cartpole.json ppo_sil_cartpole")
            .build();

    private Sil() {}

    static Algorithm actorCritic(Config config, AgentContext parts) {
        return new ActorCritic(config.onPolicy, config.imitation, parts);
    }

    static Algorithm ppo(PpoConfig config, AgentContext parts) {
        return new Ppo(config.onPolicy, config.imitation, parts);
    }
}
