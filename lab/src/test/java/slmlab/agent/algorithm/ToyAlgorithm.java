package slmlab.agent.algorithm;

import slmlab.agent.facts.AlgorithmFacts;
import slmlab.agent.facts.AlgorithmShape;
import slmlab.agent.facts.Condition;
import slmlab.agent.facts.Recommendation;
import slmlab.agent.facts.Trait;
import slmlab.agent.facts.UsualSettings;
import slmlab.spec.key.Default;
import slmlab.spec.key.Doc;
import slmlab.spec.key.Required;

/// A new algorithm, as small as one can be: all that must be written so that the lab knows it.
final class ToyAlgorithm {

    record Config(
            @Doc("steps between updates") @Required("8") int toyHorizon,

            @Doc("how much it plays") @Default("0.5") double playfulness) {}

    static final AlgorithmFacts<Config> FACTS = AlgorithmFacts.of(
                    "Toy",
                    "learns to play",
                    Config.class,
                    (_, context) -> new RandomAgent(new RandomAgent.Config(1), context),
                    config -> AlgorithmShape.rollout("toy_horizon", config.toyHorizon))
            .paper("Child et al. 2026")
            .aliases("Plaything")
            .traits(Trait.ROLLOUT, Trait.POLICY)
            .usual(UsualSettings.rollout(3, "toy_horizon: 16\n", UsualSettings.ADAM))
            .noOp("toy_color", "toys have any color")
            .unread((config, memory, keys) -> keys.note(
                    memory.name().isEpisodic() && config.playfulness != 0.5,
                    "agent.algorithm.playfulness",
                    "%s plays after whole episodes",
                    keys.algorithm()))
            .recommend(Recommendation.of("Toy", Condition.DISCRETE)
                    .because(Condition.FAST, "a fast simulator: more to play with")
                    .settings("toy_horizon of 16")
                    .fallback("a serious algorithm"))
            .build();

    private ToyAlgorithm() {}
}
