package slmlab.agent.algorithm;

import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.agent.Algorithm;
import slmlab.agent.Policy;
import slmlab.agent.Saved;
import slmlab.agent.Stats;
import slmlab.agent.net.Pass;
import slmlab.agent.part.Critics;
import slmlab.agent.part.Inputs;
import slmlab.agent.part.Parts;
import slmlab.agent.part.QPolicy;
import slmlab.agent.part.SacConfig;
import slmlab.agent.part.SoftActor;
import slmlab.agent.part.SoftLearner;
import slmlab.agent.part.TargetNets;
import slmlab.env.Step;
import slmlab.tensor.Array;
import slmlab.tensor.Program;
import slmlab.tensor.Tensor;
import slmlab.tensor.Trace;
import slmlab.tensor.Variables;
import slmlab.tensor.distribution.Distribution.Draw;

/// Soft actor-critic: maximizes rewards and the policy's entropy together.
///
/// Haarnoja et al. 2018, arXiv:1812.05905. The policy and its loss are those of [SoftLearner].
public final class SoftActorCritic implements Algorithm {
    private final SacConfig config;
    private final Parts parts;
    private final int rows;
    private final SoftActor actor;
    final Critics critics;
    private final Critics targetCritics;
    private final TargetNets targets;
    final SoftLearner learner;
    private final Program[] critic; // steps the critics
    private final Program[] both; // steps the policy too

    public SoftActorCritic(SacConfig config, Parts parts) {
        this.config = config;
        this.parts = parts;
        this.rows = parts.memory().batchSize();
        Variables variables = parts.store();
        this.actor = new SoftActor(parts, variables, config.startStep(rows));
        this.critics = new Critics(parts, parts.net(), "", variables);
        this.targetCritics = new Critics(parts, parts.net(), TargetNets.PREFIX, variables);
        this.targets = TargetNets.averaged(parts, variables, critics.names());
        this.learner = new SoftLearner(config, parts, variables, actor, critics);
        Program first = learner.program(trace -> learner.stepCritics(trace, criticLoss(trace, values(trace))));
        this.critic = new Program[] {first};
        this.both = parts.isDiscrete()
                ? new Program[] {learner.program(this::stepBoth)}
                : new Program[] {first, learner.program(trace -> learner.stepPolicy(trace, learner.policyLoss(trace)))};
    }

    @Override
    public Array act(Step step) {
        return learner.act(step);
    }

    @Override
    public void observe(Step step) {
        learner.observe(step);
    }

    @Override
    public @Nullable Stats update() {
        if (!learner.begin()) {
            return null;
        }
        for (int batch = 0; batch < learner.batches(); batch++) {
            boolean policyToo = learner.sample();
            for (Program program : policyToo ? both : critic) {
                learner.prepare(program);
                parts.learn(program); // losses, gradients, clipping, optimizer
                learner.finish(program);
            }
            if (policyToo) {
                targets.follow();
            }
        }
        return learner.end();
    }

    /// Discrete actions: the policy's step follows the critics as they were before theirs.
    private void stepBoth(Trace trace) {
        List<Tensor> q = values(trace);
        learner.stepCritics(trace, criticLoss(trace, q));
        learner.stepPolicy(trace, learner.discreteLoss(trace, q));
    }

    /// Both critics' values of what was seen, [rows, actions] or [rows, 1].
    List<Tensor> values(Trace trace) {
        Inputs now = parts.rows(trace, "", rows);
        return critics.values(now.obs(), parts.isDiscrete() ? null : now.action(), Pass.learning(trace));
    }

    /// E[L(Q(s, a), y)], y = r + γ·V(s′). Traced.
    Critics.Loss criticLoss(Trace trace, List<Tensor> q) {
        Inputs now = parts.rows(trace, "", rows);
        Tensor action = now.action();
        List<Tensor> taken = q.stream()
                .map(each -> parts.isDiscrete() ? QPolicy.of(each, action) : each.reshape(rows))
                .toList();
        return critics.loss(trace, taken, now.target(nextValue(trace)), config.symlog());
    }

    /// V(s′) = E[Q̄(s′, a′) − α·log π(a′|s′)].
    private Tensor nextValue(Trace trace) {
        Inputs next = parts.rows(trace, "next_", rows);
        Pass pass = Pass.next(trace);
        if (parts.isDiscrete()) {
            return SoftLearner.value(
                    trace,
                    actor.categorical(next.obs(), next.mask(), pass),
                    targetCritics.values(next.obs(), null, pass));
        }
        Draw draw = actor.gaussian(next.obs(), pass).draw();
        return SoftLearner.value(trace, draw, targetCritics.values(next.obs(), draw.action(), pass));
    }

    @Override
    public Policy policy(int size, boolean stochastic) {
        return learner.policy(size, stochastic);
    }

    @Override
    public boolean traceActing(Trace trace, int rows) {
        learner.traceActing(trace, rows);
        return true;
    }

    @Override
    public Variables variables() {
        return learner.variables();
    }

    @Override
    public void gauges(Stats to) {
        learner.gauges(to);
    }

    @Override
    public Saved saved() {
        return learner.saved();
    }
}
