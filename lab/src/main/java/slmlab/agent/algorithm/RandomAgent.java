package slmlab.agent.algorithm;

import org.jspecify.annotations.Nullable;
import slmlab.agent.Algorithm;
import slmlab.agent.Policy;
import slmlab.agent.Saved;
import slmlab.agent.Stats;
import slmlab.agent.part.Parts;
import slmlab.env.RandomActions;
import slmlab.env.Step;
import slmlab.spec.Default;
import slmlab.spec.Doc;
import slmlab.tensor.Array;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Variables;

/// An agent that samples actions uniformly and learns nothing: the baseline of every score.
public final class RandomAgent implements Algorithm {

    public record Config(
            @Doc("no effect; SLM-Lab's specs have it") @Default("1")
            int trainingFrequency) {}

    private final Parts parts;
    private final RandomStream draws;
    private final RandomActions actions;
    private final Saved saved;

    public RandomAgent(Config config, Parts parts) {
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
