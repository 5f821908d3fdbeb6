package slmlab.agent.algorithm;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.agent.Algorithm;
import slmlab.agent.Policy;
import slmlab.agent.Saved;
import slmlab.agent.Stats;
import slmlab.agent.memory.Replay;
import slmlab.agent.net.NetConfig;
import slmlab.agent.net.Pass;
import slmlab.agent.part.Batch;
import slmlab.agent.part.Critics;
import slmlab.agent.part.Parts;
import slmlab.agent.part.QPolicy;
import slmlab.agent.part.SacConfig;
import slmlab.agent.part.SoftActor;
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

/// Soft actor-critic without target nets: this and the next observation pass through normalised critics together.
///
/// Bhatt et al. 2024, arXiv:1902.05605.
public final class CrossQ implements Algorithm {
    private final SacConfig config;
    private final Parts parts;
    private final int rows;
    private final Variables variables;
    private final Variables optimizers;
    private final SoftActor actor;
    final Critics critics;
    private final Temperature temperature;
    private final Trainer actorTrainer;
    private final Replay replay;
    private final RandomStream draws;
    private final Program critic;
    private final Program policy;
    private final Program clamp;
    private final Stats stats = new Stats("loss", "grad_norm", "entropy");
    private final Saved saved;
    private long updates;
    private long batches;

    public CrossQ(SacConfig config, Parts parts) {
        this.config = config;
        this.parts = parts;
        this.variables = parts.store();
        this.optimizers = parts.optimizers();
        this.rows = parts.memory().batchSize();
        double perUpdate = Math.max(config.trainingFrequency(), parts.envs());
        this.actor = new SoftActor(parts, variables, config.startStep(rows));
        NetConfig own = parts.criticNet();
        this.critics = new Critics(parts, actor, own == null ? parts.net() : own, "", variables);
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
        this.critic = parts.program(draws, trace -> critics.step(trace, optimizers, criticLoss(trace)));
        this.policy = parts.program(draws, trace -> {
            SoftActorCritic.PolicyLoss loss = policyLoss(trace);
            actorTrainer.step(trace, optimizers, loss.mean());
            temperature.step(trace, optimizers, loss.entropy());
            trace.output("entropy", loss.entropy());
        });
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
            replay.gather(critic);
            temperature.prepare(critic, updates);
            critics.prepare(critic, updates);
            parts.learn(critic);
            critics.report(critic, stats);
            parts.prioritize(replay, critic);
            if (batches % config.policyDelay() == 0) {
                replay.gather(policy);
                temperature.prepare(policy, updates);
                actorTrainer.prepare(policy, updates);
                parts.learn(policy);
                parts.learn(clamp);
                stats.add("entropy", policy.output("entropy").item());
            }
            parts.clock().countOptSteps(1);
        }
        updates++;
        return stats;
    }

    /// Both halves of the batch in one pass, so that they are normalised alike; the next half is the target.
    Critics.Loss criticLoss(Trace trace) {
        Tensor obs = Batch.obs(trace, "obs", parts.obs(), rows);
        Tensor next = Batch.obs(trace, "next_obs", parts.obs(), rows);
        Tensor action = Batch.action(trace, "action", parts.action(), rows);
        Tensor alpha = trace.scalar("alpha");
        Tensor all = Tensor.concat(0, List.of(obs.toFloat(), next.toFloat())); // pixels are bytes
        Pass ahead = new Pass(trace, false, 1, "next_");
        List<Tensor> taken = new ArrayList<>();
        Tensor value;
        if (actor.isDiscrete()) {
            Tensor mask = parts.masked() ? Batch.mask(trace, "next_mask", parts.action(), rows) : null;
            Categorical policy = actor.categorical(next, mask, ahead);
            List<Tensor> q = critics.values(all, null, Pass.learning(trace, 1));
            q.forEach(each -> taken.add(QPolicy.of(each.slice(0, 0, rows), action)));
            Tensor mean = half(q.get(0)).add(half(q.get(1))).mul(0.5);
            value = policy.probs().mul(mean.sub(policy.logProbs().mul(alpha))).sum(-1);
        } else {
            Draw draw = actor.gaussian(next, ahead).draw();
            Tensor actions = Tensor.concat(0, List.of(action, draw.action()));
            List<Tensor> q = critics.values(all, actions, Pass.learning(trace, 1));
            q.forEach(each -> taken.add(each.slice(0, 0, rows).reshape(rows)));
            value = half(q.get(0))
                    .min(half(q.get(1)))
                    .reshape(rows)
                    .sub(draw.logProb().mul(alpha));
        }
        Tensor y = trace.input("reward", rows)
                .add(trace.input("discount", rows).mul(value))
                .stopGradient();
        return critics.loss(trace, taken, y, config.symlog());
    }

    /// The half of the next observations.
    private Tensor half(Tensor q) {
        return q.slice(0, rows, 2 * rows);
    }

    /// As SAC's, with the critics' running statistics.
    SoftActorCritic.PolicyLoss policyLoss(Trace trace) {
        Tensor obs = Batch.obs(trace, "obs", parts.obs(), rows);
        Tensor alpha = trace.scalar("alpha");
        Pass running = new Pass(trace, false, 1, "");
        Tensor loss;
        Tensor entropy;
        if (actor.isDiscrete()) {
            Tensor mask = parts.masked() ? Batch.mask(trace, "mask", parts.action(), rows) : null;
            Categorical own = actor.categorical(obs, mask, Pass.learning(trace, 1));
            List<Tensor> q = critics.values(obs, null, running);
            Tensor mean = q.get(0).add(q.get(1)).mul(0.5).stopGradient();
            loss = own.probs().mul(own.logProbs().mul(alpha).sub(mean)).sum(-1).mean();
            entropy = own.entropy().mean();
        } else {
            Draw draw = actor.gaussian(obs, Pass.learning(trace, 1)).rsample();
            List<Tensor> q = critics.values(obs, draw.action(), running);
            loss = draw.logProb()
                    .mul(alpha)
                    .sub(q.get(0).min(q.get(1)).reshape(rows))
                    .mean();
            entropy = draw.logProb().mean().neg();
        }
        return new SoftActorCritic.PolicyLoss(loss, entropy);
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
