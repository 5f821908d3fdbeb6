package slmlab.agent.algorithm;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.agent.Algorithm;
import slmlab.agent.Policy;
import slmlab.agent.Saved;
import slmlab.agent.Stats;
import slmlab.agent.net.NetConfig;
import slmlab.agent.net.Pass;
import slmlab.agent.part.Critics;
import slmlab.agent.part.Inputs;
import slmlab.agent.part.Parts;
import slmlab.agent.part.QPolicy;
import slmlab.agent.part.SacConfig;
import slmlab.agent.part.SoftActor;
import slmlab.agent.part.SoftLearner;
import slmlab.env.Step;
import slmlab.tensor.Array;
import slmlab.tensor.Program;
import slmlab.tensor.Tensor;
import slmlab.tensor.Trace;
import slmlab.tensor.Variables;
import slmlab.tensor.distribution.Categorical;
import slmlab.tensor.distribution.Distribution.Draw;

/// Soft actor-critic without target networks: this and the next observation pass through batch-normalized
/// critics together.
///
/// Bhatt et al. 2024, arXiv:1902.05605. The policy and its loss are those of [SoftLearner], which sees the
/// critics with their running statistics.
public final class CrossQ implements Algorithm {
    private final SacConfig config;
    private final Parts parts;
    private final int rows;
    private final SoftActor actor;
    final Critics critics;
    final SoftLearner learner;
    private final Program[] critic; // steps the critics
    private final Program[] both; // then the policy

    public CrossQ(SacConfig config, Parts parts) {
        this.config = config;
        this.parts = parts;
        this.rows = parts.memory().batchSize();
        Variables variables = parts.store();
        this.actor = new SoftActor(parts, variables, config.startStep(rows));
        NetConfig own = parts.criticNet();
        this.critics = new Critics(parts, own == null ? parts.net() : own, "", variables);
        this.learner = new SoftLearner(config, parts, variables, actor, critics);
        Program first = learner.program(trace -> learner.stepCritics(trace, criticLoss(trace)));
        Program second = learner.program(trace -> learner.stepPolicy(trace, learner.policyLoss(trace)));
        this.critic = new Program[] {first};
        this.both = new Program[] {first, second};
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
            for (Program program : learner.sample() ? both : critic) {
                learner.prepare(program);
                parts.learn(program); // losses, gradients, clipping, optimizer
                learner.finish(program);
            }
        }
        return learner.end();
    }

    /// E[L(Q(s, a), y)], y = r + γ·V(s′). Both halves of the batch take one pass, so that they are normalized
    /// alike; the second half gives the target.
    Critics.Loss criticLoss(Trace trace) {
        Inputs now = parts.rows(trace, "", rows);
        Inputs next = parts.rows(trace, "next_", rows);
        Tensor all = Tensor.concat(0, List.of(now.obs().toFloat(), next.obs().toFloat())); // pixels are bytes
        List<Tensor> taken = new ArrayList<>();
        Tensor value;
        if (parts.isDiscrete()) {
            Categorical policy = actor.categorical(next.obs(), next.mask(), Pass.next(trace));
            List<Tensor> q = critics.values(all, null, Pass.learning(trace));
            q.forEach(each -> taken.add(QPolicy.of(each.slice(0, 0, rows), now.action())));
            value = SoftLearner.value(trace, policy, secondHalf(q));
        } else {
            Draw draw = actor.gaussian(next.obs(), Pass.next(trace)).draw();
            Tensor actions = Tensor.concat(0, List.of(now.action(), draw.action()));
            List<Tensor> q = critics.values(all, actions, Pass.learning(trace));
            q.forEach(each -> taken.add(each.slice(0, 0, rows).reshape(rows)));
            value = SoftLearner.value(trace, draw, secondHalf(q));
        }
        return critics.loss(trace, taken, now.target(value), config.symlog());
    }

    private List<Tensor> secondHalf(List<Tensor> q) {
        return q.stream().map(each -> each.slice(0, rows, 2 * rows)).toList();
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
