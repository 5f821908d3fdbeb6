package slmlab.agent.algorithm;

import slmlab.agent.Algorithm;
import slmlab.agent.part.Discounted;
import slmlab.agent.part.Parts;
import slmlab.agent.part.SilConfig;
import slmlab.spec.Inline;

/// Self-imitation learning: an actor-critic, or PPO, that learns again from what went better than expected.
///
/// Oh et al. 2018, arXiv:1806.05635. Both are their on-policy algorithm with an [Imitation] behind every
/// update.
public final class Sil {
    private Sil() {}

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

    static Algorithm actorCritic(Config config, Parts parts) {
        return new ActorCritic(config.onPolicy, config.imitation, parts);
    }

    static Algorithm ppo(PpoConfig config, Parts parts) {
        return new Ppo(config.onPolicy, config.imitation, parts);
    }
}
