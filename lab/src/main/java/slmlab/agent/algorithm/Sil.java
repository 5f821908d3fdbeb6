package slmlab.agent.algorithm;

import org.jspecify.annotations.Nullable;
import slmlab.agent.Algorithm;
import slmlab.agent.Schedule;
import slmlab.spec.Required;

/// Self-imitation learning: an actor-critic, or PPO, that learns again from what went better than expected.
///
/// Oh et al. 2018, arXiv:1806.05635. Both are their on-policy algorithm with an [Imitation] behind every update.
public final class Sil {
    private Sil() {}

    /// `SIL`: the keys of ActorCritic, and those of self-imitation.
    public record Config(
            @Required double gamma,
            @Nullable Double lam,
            @Nullable Integer numStepReturns,
            int trainingFrequency,
            @Nullable Schedule entropyCoefSpec,
            double policyLossCoef,
            double valLossCoef,
            boolean normalizeVTargets,
            double silPolicyLossCoef,
            double silValLossCoef,
            int trainingIter,
            int trainingBatchIter)
            implements Discounted {

        public static Config defaults() {
            SilConfig sil = SilConfig.defaults();
            return new Config(
                    0.99,
                    null,
                    null,
                    1,
                    null,
                    1,
                    1,
                    false,
                    sil.silPolicyLossCoef(),
                    sil.silValLossCoef(),
                    sil.trainingIter(),
                    sil.trainingBatchIter());
        }

        public Config {
            new ActorCritic.Config(
                    gamma,
                    lam,
                    numStepReturns,
                    trainingFrequency,
                    entropyCoefSpec,
                    policyLossCoef,
                    valLossCoef,
                    normalizeVTargets);
            new SilConfig(silPolicyLossCoef, silValLossCoef, trainingIter, trainingBatchIter);
        }

        ActorCritic.Config onPolicy() {
            return new ActorCritic.Config(
                    gamma,
                    lam,
                    numStepReturns,
                    trainingFrequency,
                    entropyCoefSpec,
                    policyLossCoef,
                    valLossCoef,
                    normalizeVTargets);
        }

        SilConfig imitation() {
            return new SilConfig(silPolicyLossCoef, silValLossCoef, trainingIter, trainingBatchIter);
        }
    }

    /// `PPOSIL`: the keys of PPO, and those of self-imitation.
    public record PpoConfig(
            @Required double gamma,
            double lam,
            @Required Schedule clipEpsSpec,
            @Nullable Schedule entropyCoefSpec,
            double valLossCoef,
            int timeHorizon,
            int trainingFrequency,
            int minibatchSize,
            int trainingEpoch,
            boolean normalizeVTargets,
            boolean clipVloss,
            boolean symlog,
            AdvantageScale normalizeAdvantages,
            double silPolicyLossCoef,
            double silValLossCoef,
            int trainingIter,
            int trainingBatchIter)
            implements Discounted {

        public static PpoConfig defaults() {
            Ppo.Config ppo = Ppo.Config.defaults();
            SilConfig sil = SilConfig.defaults();
            return new PpoConfig(
                    ppo.gamma(),
                    ppo.lam(),
                    ppo.clipEpsSpec(),
                    ppo.entropyCoefSpec(),
                    ppo.valLossCoef(),
                    ppo.timeHorizon(),
                    ppo.trainingFrequency(),
                    ppo.minibatchSize(),
                    ppo.trainingEpoch(),
                    ppo.normalizeVTargets(),
                    ppo.clipVloss(),
                    ppo.symlog(),
                    ppo.normalizeAdvantages(),
                    sil.silPolicyLossCoef(),
                    sil.silValLossCoef(),
                    sil.trainingIter(),
                    sil.trainingBatchIter());
        }

        public PpoConfig {
            new Ppo.Config(
                    gamma,
                    lam,
                    clipEpsSpec,
                    entropyCoefSpec,
                    valLossCoef,
                    timeHorizon,
                    trainingFrequency,
                    minibatchSize,
                    trainingEpoch,
                    normalizeVTargets,
                    clipVloss,
                    symlog,
                    normalizeAdvantages);
            new SilConfig(silPolicyLossCoef, silValLossCoef, trainingIter, trainingBatchIter);
        }

        Ppo.Config onPolicy() {
            return new Ppo.Config(
                    gamma,
                    lam,
                    clipEpsSpec,
                    entropyCoefSpec,
                    valLossCoef,
                    timeHorizon,
                    trainingFrequency,
                    minibatchSize,
                    trainingEpoch,
                    normalizeVTargets,
                    clipVloss,
                    symlog,
                    normalizeAdvantages);
        }

        SilConfig imitation() {
            return new SilConfig(silPolicyLossCoef, silValLossCoef, trainingIter, trainingBatchIter);
        }
    }

    static Algorithm actorCritic(Config config, Parts parts) {
        return new ActorCritic(config.onPolicy(), config.imitation(), parts);
    }

    static Algorithm ppo(PpoConfig config, Parts parts) {
        return new Ppo(config.onPolicy(), config.imitation(), parts);
    }
}
