package slmlab.agent.algorithm;

import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.agent.Algorithm;
import slmlab.agent.Policy;
import slmlab.agent.Saved;
import slmlab.agent.Stats;
import slmlab.agent.memory.Replay;
import slmlab.agent.net.Pass;
import slmlab.agent.part.Batch;
import slmlab.agent.part.Critics;
import slmlab.agent.part.Parts;
import slmlab.agent.part.QPolicy;
import slmlab.agent.part.SacConfig;
import slmlab.agent.part.SoftActor;
import slmlab.agent.part.TargetNets;
import slmlab.agent.part.Temperature;
import slmlab.agent.part.Trainer;
import slmlab.env.Step;
import slmlab.tensor.Array;
import slmlab.tensor.Program;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Tensor;
import slmlab.tensor.Trace;
import slmlab.tensor.Variables;
import slmlab.tensor.distribution.Categorical;
import slmlab.tensor.distribution.Distribution.Draw;

/// Soft actor-critic: rewards and the policy's entropy together.
///
/// Haarnoja et al. 2018, arXiv:1812.05905; for choices, Christodoulou 2019, arXiv:1910.07207, with the mean of the
/// critics, as SLM-Lab has it, in the place of their minimum.
public final class SoftActorCritic implements Algorithm {
    private final SacConfig config;
    private final Parts parts;
    private final int rows;
    private final Variables variables;
    private final Variables optimizers;
    private final SoftActor actor;
    final Critics critics;
    private final Critics slow;
    private final TargetNets targets;
    private final Temperature temperature;
    private final Trainer actorTrainer;
    private final Replay replay;
    private final RandomStream draws;
    private final Program critic; // steps the critics; of choices, the actor too if it is its turn
    private final Program both;
    private final Program policy; // steps the actor and α, of numbers
    private final Program clamp;
    private final Stats stats = new Stats("loss", "grad_norm", "entropy");
    private final Saved saved;
    private long updates;
    private long batches;

    public SoftActorCritic(SacConfig config, Parts parts) {
        this.config = config;
        this.parts = parts;
        this.variables = parts.store();
        this.optimizers = parts.optimizers();
        this.rows = parts.memory().batchSize();
        int startStep = config.startStep(rows);
        double perUpdate = Math.max(config.trainingFrequency(), parts.envs());
        this.actor = new SoftActor(parts, variables, startStep);
        this.critics = new Critics(parts, actor, parts.net(), "", variables);
        this.slow = new Critics(parts, actor, parts.net(), TargetNets.PREFIX, variables);
        this.targets = TargetNets.averaged(parts, variables, critics.names());
        this.temperature = new Temperature(config, parts, variables, perUpdate);
        critics.train(perUpdate);
        this.actorTrainer = new Trainer(
                "net",
                actor.net().parameters(),
                parts.net().learning().actorOptim(),
                parts.net().learning(),
                perUpdate);
        this.replay = parts.replay(java.util.Map.of(), 1, config.gamma());
        this.draws = parts.random().split("update");
        this.critic = parts.program(draws, trace -> traceCritics(trace, false));
        this.both = actor.isDiscrete() ? parts.program(draws, trace -> traceCritics(trace, true)) : critic;
        this.policy = actor.isDiscrete() ? critic : parts.program(draws, trace -> step(trace, policyLoss(trace)));
        this.clamp = parts.program(draws, trace -> {
            temperature.clamp(trace);
            trace.output("alpha", variables.get("log_alpha").value().exp());
        });
        this.saved = new Saved()
                .add("variables", variables)
                .add("optimizers", optimizers)
                .add("replay", replay)
                .add("actor", actor.saved())
                .add("stats", stats)
                .add("draws", draws)
                .add("updates", () -> updates, count -> updates = count)
                .add("batches", () -> batches, count -> batches = count);
    }

    @Override
    public Array act(Step step) {
        replay.begin(step);
        Array action = actor.act(step);
        replay.put("action", actor.chosen());
        return action;
    }

    @Override
    public void observe(Step step) {
        replay.observe(step);
    }

    @Override
    public @Nullable Stats update() {
        if (!replay.isDue(config.startStep(rows), config.trainingFrequency())) {
            return null;
        }
        stats.clear();
        for (int iter = 0; iter < config.iterations(parts.envs()); iter++) {
            parts.sample(replay);
            batches++;
            boolean turn = batches % config.policyDelay() == 0;
            Program first = turn ? both : critic;
            replay.gather(first);
            temperature.prepare(first, updates);
            critics.prepare(first, updates);
            if (turn && actor.isDiscrete()) {
                actorTrainer.prepare(first, updates);
            }
            parts.learn(first);
            critics.report(first, stats);
            parts.prioritize(replay, first);
            if (turn) {
                learnPolicy(first);
            }
            parts.clock().countOptSteps(1);
        }
        updates++;
        return stats;
    }

    private void learnPolicy(Program first) {
        Program program = first;
        if (!actor.isDiscrete()) {
            program = policy;
            program.input("obs").copyFrom(first.input("obs"));
            temperature.prepare(program, updates);
            actorTrainer.prepare(program, updates);
            parts.learn(program);
        }
        parts.learn(clamp);
        stats.add("entropy", program.output("entropy").item());
        targets.follow();
    }

    /// The critics' step and, of choices, the actor's with the critics as they were before it.
    private void traceCritics(Trace trace, boolean withPolicy) {
        List<Tensor> q = values(trace);
        critics.step(trace, optimizers, criticLoss(trace, q));
        if (withPolicy) {
            step(
                    trace,
                    policyLossOfChoices(trace, q.get(0).add(q.get(1)).mul(0.5).stopGradient()));
        }
    }

    /// Both critics' values of what was seen, [rows, actions] or [rows, 1].
    List<Tensor> values(Trace trace) {
        Tensor obs = Batch.obs(trace, "obs", parts.obs(), rows);
        Tensor action = actor.isDiscrete() ? null : Batch.action(trace, "action", parts.action(), rows);
        return critics.values(obs, action, Pass.learning(trace, 1));
    }

    /// E[L(Q(s, a), y)], y = r + γ·V(s′). Traced.
    Critics.Loss criticLoss(Trace trace, List<Tensor> q) {
        Tensor action = Batch.action(trace, "action", parts.action(), rows);
        List<Tensor> taken = q.stream()
                .map(each -> actor.isDiscrete() ? QPolicy.of(each, action) : each.reshape(rows))
                .toList();
        Tensor y = trace.input("reward", rows)
                .add(trace.input("discount", rows).mul(nextValue(trace)))
                .stopGradient();
        return critics.loss(trace, taken, y, config.symlog());
    }

    /// V(s′) = E[Q̄(s′, a′) − α·log π(a′|s′)].
    private Tensor nextValue(Trace trace) {
        Tensor next = Batch.obs(trace, "next_obs", parts.obs(), rows);
        Tensor alpha = trace.scalar("alpha");
        Pass pass = new Pass(trace, false, 1, "next_");
        if (actor.isDiscrete()) {
            Tensor mask = parts.masked() ? Batch.mask(trace, "next_mask", parts.action(), rows) : null;
            Categorical policy = actor.categorical(next, mask, pass);
            List<Tensor> q = slow.values(next, null, pass);
            Tensor mean = q.get(0).add(q.get(1)).mul(0.5);
            return policy.probs().mul(mean.sub(policy.logProbs().mul(alpha))).sum(-1);
        }
        Draw draw = actor.gaussian(next, pass).draw();
        List<Tensor> q = slow.values(next, draw.action(), pass);
        return q.get(0).min(q.get(1)).reshape(rows).sub(draw.logProb().mul(alpha));
    }

    /// @param mean the policy's loss
    /// @param entropy of the policy
    record PolicyLoss(Tensor mean, Tensor entropy) {}

    /// E[Σ_a π(a|s)·(α·log π(a|s) − Q(s, a))]. Traced.
    PolicyLoss policyLossOfChoices(Trace trace, Tensor q) {
        Tensor obs = Batch.obs(trace, "obs", parts.obs(), rows);
        Tensor mask = parts.masked() ? Batch.mask(trace, "mask", parts.action(), rows) : null;
        Categorical policy = actor.categorical(obs, mask, Pass.learning(trace, 1));
        Tensor cost = policy.logProbs().mul(trace.scalar("alpha")).sub(q);
        return new PolicyLoss(
                policy.probs().mul(cost).sum(-1).mean(), policy.entropy().mean());
    }

    /// E[α·log π(ã|s) − min Q(s, ã)], ã drawn so that gradients pass. Traced.
    PolicyLoss policyLoss(Trace trace) {
        Tensor obs = Batch.obs(trace, "obs", parts.obs(), rows);
        Pass pass = Pass.learning(trace, 1);
        Draw draw = actor.gaussian(obs, pass).rsample();
        List<Tensor> q = critics.values(obs, draw.action(), new Pass(trace, false, 1, ""));
        Tensor cost = draw.logProb()
                .mul(trace.scalar("alpha"))
                .sub(q.get(0).min(q.get(1)).reshape(rows));
        return new PolicyLoss(cost.mean(), draw.logProb().mean().neg());
    }

    private void step(Trace trace, PolicyLoss loss) {
        actorTrainer.step(trace, optimizers, loss.mean());
        temperature.step(trace, optimizers, loss.entropy());
        trace.output("entropy", loss.entropy());
    }

    @Override
    public Policy policy(int size, boolean stochastic) {
        return actor.policy(size, stochastic);
    }

    @Override
    public Variables variables() {
        return variables;
    }

    @Override
    public void gauges(Stats to) {
        to.add("lr", actorTrainer.rate(updates));
        temperature.gauge(to);
        to.add("entropy", stats.mean("entropy"));
        to.add("grad_norm", stats.mean("grad_norm"));
    }

    @Override
    public Saved saved() {
        return saved;
    }
}
