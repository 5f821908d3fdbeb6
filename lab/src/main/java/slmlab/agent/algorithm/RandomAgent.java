package slmlab.agent.algorithm;

import org.jspecify.annotations.Nullable;
import slmlab.agent.Algorithm;
import slmlab.agent.Policy;
import slmlab.agent.Saved;
import slmlab.agent.Stats;
import slmlab.agent.facts.AlgorithmFacts;
import slmlab.agent.facts.AlgorithmShape;
import slmlab.agent.facts.UsualSettings;
import slmlab.agent.part.AgentContext;
import slmlab.env.RandomActions;
import slmlab.env.Step;
import slmlab.spec.key.Default;
import slmlab.spec.key.Doc;
import slmlab.tensor.Array;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Variables;

/// An agent that samples actions uniformly and learns nothing: the baseline of every score.
public final class RandomAgent implements Algorithm {

    public record Config(
            @Doc("no effect; SLM-Lab's specs have it") @Default("1")
            int trainingFrequency) {}

    public static final AlgorithmFacts<Config> FACTS = AlgorithmFacts.of(
                    "Random",
                    "uniformly random actions: the baseline of every score",
                    Config.class,
                    RandomAgent::new,
                    _ -> AlgorithmShape.none())
            .usual(UsualSettings.rollout(1, "training_frequency: 1\n", ""))
            .build();

    private final AgentContext parts;
    private final RandomStream draws;
    private final RandomActions actions;
    private final Saved saved;

    public RandomAgent(Config config, AgentContext parts) {
        this.parts = parts;
        this.draws = parts.random().split("act");
        this.actions = new RandomActions(parts.action(), parts.envs(), draws);
        this.saved = new Saved().add("draws", draws);
    }

    @Override
    public Array act(Step step) {
        return actions.next(step.actionMask());
    }

    @Override
    public void observe(Step step) {
        parts.clock().countOptSteps(1); // as upstream counts
    }

    @Override
    public @Nullable Stats update() {
        return null;
    }

    @Override
    public Policy policy(int size, boolean stochastic) {
        RandomActions own =
                new RandomActions(parts.action(), size, parts.random().split("policy"));
        return step -> own.next(step.actionMask());
    }

    @Override
    public Variables variables() {
        return new Variables();
    }

    @Override
    public void gauges(Stats to) {}

    @Override
    public Saved saved() {
        return saved;
    }
}
