package slmlab.agent.algorithm.sac;

import static slmlab.agent.facts.Condition.CONTINUOUS;
import static slmlab.agent.facts.Condition.SIMULATOR;
import static slmlab.agent.facts.Condition.SINGLE_AGENT;
import static slmlab.agent.facts.Trait.CRITIC;
import static slmlab.agent.facts.Trait.POLICY;
import static slmlab.agent.facts.Trait.REPLAY;
import static slmlab.agent.facts.Trait.TARGETS;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import slmlab.agent.Algorithm;
import slmlab.agent.Policy;
import slmlab.agent.Saved;
import slmlab.agent.Stats;
import slmlab.agent.facts.AlgorithmFacts;
import slmlab.agent.facts.AlgorithmShape;
import slmlab.agent.facts.Recommendation;
import slmlab.agent.facts.UsualSettings;
import slmlab.agent.memory.Replay;
import slmlab.agent.net.ForwardPass;
import slmlab.agent.net.NetConfig;
import slmlab.agent.part.AgentContext;
import slmlab.agent.part.Critics;
import slmlab.agent.part.Inputs;
import slmlab.agent.part.QGauges;
import slmlab.agent.part.QPolicy;
import slmlab.agent.part.TargetNets;
import slmlab.agent.part.Trainer;
import slmlab.env.Step;
import slmlab.metric.Metrics;
import slmlab.tensor.Array;
import slmlab.tensor.Program;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Tensor;
import slmlab.tensor.Trace;
import slmlab.tensor.Variables;
import slmlab.tensor.distribution.Categorical;
import slmlab.tensor.distribution.Distribution.Draw;

/// Soft actor-critic: maximizes rewards and the policy's entropy together.
///
/// Haarnoja et al. 2018, arXiv:1812.05905, whose equation numbers these are; for discrete actions Christodoulou 2019,
/// arXiv:1910.07207, with the mean of the critics in place of their minimum, as in SLM-Lab. [CrossQ] is the same
/// without target networks.
public final class SoftActorCritic implements Algorithm {
    public static final AlgorithmFacts<SacConfig> FACTS = AlgorithmFacts.of(
                    "SoftActorCritic",
                    "SAC: an entropy bonus with a learned temperature",
                    SacConfig.class,
                    SoftActorCritic::new,
                    _ -> AlgorithmShape.replay(1).withCritics(2).withTargets(0, 2))
            .paper("arXiv:1812.05905")
            .aliases("SAC")
            .traits(REPLAY, POLICY, CRITIC, TARGETS)
            .usual(UsualSettings.replay(1, UsualSettings.UPDATE_EACH_STEP, UsualSettings.ADAM + UsualSettings.POLYAK))
            .firstSpec("spec/sac/pendulum.yaml sac_pendulum")
            .workersSpec("spec/async_sac/cartpole.yaml async_sac_cartpole")
            .recommend(Recommendation.of("SAC", CONTINUOUS, SINGLE_AGENT, SIMULATOR)
                    .becauseOfReplay()
                    .start("spec/sac/pendulum.yaml sac_pendulum")
                    .settings("one update for each step, a learned temperature; ConvNet for images")
                    .fallback("reward_scale, a larger net, CrossQ"))
            .build();

    private final SacConfig config;
    private final AgentContext parts;
    private final int rows;
    private final Variables variables;
    private final Variables optimizers;
    private final SoftActor actor;
    private final Critics critics;
    private final @Nullable Critics targetCritics; // null in CrossQ
    private final @Nullable TargetNets targets;
    private final Temperature temperature;
    private final Trainer trainer;
    private final Replay replay;
    private final RandomStream draws;
    private final Program stepCritics;
    private final Program stepPolicy; // and α; the critics too where they step together
    private final Program clampAlpha;
    private final Stats stats = new Stats(Metrics.LOSS, Metrics.ENTROPY, Metrics.GRAD_NORM, Metrics.POLICY_LOSS);
    private final QGauges gauges = new QGauges();
    private final Saved saved;
    private long updates;
    private long batches;

    public SoftActorCritic(SacConfig config, AgentContext parts) {
        this(config, parts, parts.net(), true);
    }

    /// @param criticNet the critics' net
    /// @param withTargets whether target networks value the next observations
    SoftActorCritic(SacConfig config, AgentContext parts, NetConfig criticNet, boolean withTargets) {
        this.config = config;
        this.parts = parts;
        this.rows = parts.memory().batchSize();
        this.variables = parts.store();
        this.actor = new SoftActor(parts, variables, config.startStep(rows));
        this.critics = new Critics(parts, criticNet, "", variables);
        this.targetCritics = withTargets ? new Critics(parts, criticNet, TargetNets.PREFIX, variables) : null;
        this.targets = withTargets ? TargetNets.averaged(parts, variables, critics.names()) : null;
        this.optimizers = parts.optimizers();
        double framesPerUpdate = Math.max(config.trainingFrequency(), parts.envs());
        this.temperature = new Temperature(config, parts, variables, framesPerUpdate);
        critics.train(framesPerUpdate);
        this.trainer = new Trainer(
                "net",
                actor.net().parameters(),
                parts.net().learning().actorOptim(),
                parts.net().learning(),
                framesPerUpdate);
        this.replay = parts.replay(Map.of(), 1, config.gamma());
        this.draws = parts.random().split("update");
        this.clampAlpha = program(temperature::clamp);
        this.stepCritics = program(trace -> stepCritics(trace, estimate(trace)));
        this.stepPolicy = program(isJoint() ? this::stepBoth : this::stepPolicy);
        this.saved = new Saved()
                .add("variables", variables)
                .add("optimizers", optimizers)
                .add("replay", replay)
                .add("actor", actor.saved())
                .add("stats", stats)
                .add("q_gauges", gauges)
                .add("draws", draws)
                .add("updates", () -> updates, count -> updates = count)
                .add("batches", () -> batches, count -> batches = count);
    }

    /// Trace a program that learns. All of them draw from one stream, which is saved.
    private Program program(Consumer<Trace> body) {
        return parts.program(draws, body);
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
        for (int batch = 0; batch < config.iterations(parts.envs()); batch++) {
            parts.sample(replay);
            batches++;
            boolean policyToo = batches % config.policyDelay() == 0;
            if (!policyToo || !isJoint()) {
                learn(stepCritics);
            }
            if (policyToo) {
                learn(stepPolicy);
                followTargets();
            }
        }
        updates++;
        return stats;
    }

    private void followTargets() {
        if (targets != null) {
            targets.follow();
        }
    }

    /// Whether the policy takes its step in the critics' program, and so follows them as they were before theirs:
    /// as SLM-Lab's SAC does for discrete actions.
    private boolean isJoint() {
        return targets != null && parts.isDiscrete();
    }

    /// Run a program on the batch: losses, gradients, clipping, optimizers.
    private void learn(Program program) {
        boolean ofCritics = critics.isIn(program);
        boolean ofPolicy = trainer.isIn(program);
        replay.gather(program);
        temperature.prepare(program, updates);
        if (ofCritics) {
            critics.prepare(program, updates);
        }
        if (ofPolicy) {
            trainer.prepare(program, updates);
        }
        parts.learn(program);
        stats.add(program);
        if (ofCritics) {
            critics.report(program, stats, gauges);
            parts.prioritize(replay, program);
            parts.clock().countOptSteps(1);
        }
        if (ofPolicy) {
            parts.learn(clampAlpha);
        }
    }

    private void stepCritics(Trace trace, Estimate estimate) {
        critics.step(trace, optimizers, criticLoss(trace, estimate));
    }

    private void stepPolicy(Trace trace) {
        stepPolicy(trace, policyLoss(trace));
    }

    private void stepBoth(Trace trace) {
        Estimate estimate = estimate(trace);
        stepCritics(trace, estimate);
        stepPolicy(trace, discreteLoss(trace, estimate.now()));
    }

    private void stepPolicy(Trace trace, PolicyLoss loss) {
        trainer.step(trace, optimizers, loss.mean());
        temperature.step(trace, optimizers, loss.entropy()); // eq. 18
        trace.output(Metrics.ENTROPY.name(), loss.entropy());
        trace.output(Metrics.POLICY_LOSS.name(), loss.mean());
    }

    /// J_Q = E[L(Q(s, a), r + γ·V(s′))], eq. 5. Traced.
    public Critics.Loss criticLoss(Trace trace) {
        return criticLoss(trace, estimate(trace));
    }

    private Critics.Loss criticLoss(Trace trace, Estimate estimate) {
        Inputs now = parts.rows(trace, "", rows);
        Tensor action = now.action();
        List<Tensor> taken = estimate.now().stream()
                .map(each -> parts.isDiscrete() ? QPolicy.of(each, action) : each.reshape(rows))
                .toList();
        return critics.loss(trace, taken, now.target(estimate.next()), config.symlog());
    }

    /// @param now both critics' values of what was seen, [rows, actions] or [rows, 1]
    /// @param next V(s′), `[rows]`
    record Estimate(List<Tensor> now, Tensor next) {}

    private Estimate estimate(Trace trace) {
        if (targetCritics == null) {
            return CrossQ.estimate(trace, parts, actor, critics);
        }
        Inputs now = parts.rows(trace, "", rows);
        List<Tensor> q =
                critics.values(now.obs(), parts.isDiscrete() ? null : now.action(), ForwardPass.learning(trace));
        return new Estimate(q, nextValue(trace, targetCritics));
    }

    /// V(s′) = E[Q̄(s′, a′) − α·log π(a′|s′)], eq. 3.
    private Tensor nextValue(Trace trace, Critics slow) {
        Inputs next = parts.rows(trace, "next_", rows);
        ForwardPass pass = ForwardPass.next(trace);
        if (parts.isDiscrete()) {
            return value(trace, actor.categorical(next.obs(), next.mask(), pass), slow.values(next.obs(), null, pass));
        }
        Draw draw = actor.gaussian(next.obs(), pass).draw();
        return value(trace, draw, slow.values(next.obs(), draw.action(), pass));
    }

    /// V(s) = Σ_a π(a|s)·(Q(s, a) − α·log π(a|s)), `[rows]`.
    ///
    /// @param q both critics' values, [rows, actions]
    static Tensor value(Trace trace, Categorical policy, List<Tensor> q) {
        Tensor bonus = policy.logProbs().mul(trace.scalar("alpha"));
        return policy.probs().mul(mean(q).sub(bonus)).sum(-1);
    }

    /// V(s) = min Q(s, a) − α·log π(a|s), `[rows]`.
    ///
    /// @param q both critics' values of the action drawn, [rows, 1]
    static Tensor value(Trace trace, Draw draw, List<Tensor> q) {
        Tensor bonus = draw.logProb().mul(trace.scalar("alpha"));
        return lower(q).sub(bonus);
    }

    private static Tensor mean(List<Tensor> q) {
        return q.get(0).add(q.get(1)).mul(0.5);
    }

    private static Tensor lower(List<Tensor> q) {
        Tensor lower = q.get(0).min(q.get(1));
        return lower.reshape(lower.shape().dim(0));
    }

    /// @param mean J_π
    /// @param entropy of the policy
    public record PolicyLoss(Tensor mean, Tensor entropy) {}

    /// J_π = E[α·log π(ã|s) − min Q(s, ã)], eq. 9, against the critics as they are. Traced.
    public PolicyLoss policyLoss(Trace trace) {
        Inputs now = parts.rows(trace, "", rows);
        ForwardPass frozen = ForwardPass.frozen(trace);
        if (parts.isDiscrete()) {
            return discreteLoss(trace, critics.values(now.obs(), null, frozen));
        }
        Draw draw = actor.gaussian(now.obs(), ForwardPass.learning(trace)).rsample(); // gradients pass through the draw
        List<Tensor> q = critics.values(now.obs(), draw.action(), frozen);
        Tensor cost = draw.logProb().mul(trace.scalar("alpha")).sub(lower(q));
        return new PolicyLoss(cost.mean(), draw.logProb().mean().neg());
    }

    /// J_π = E[Σ_a π(a|s)·(α·log π(a|s) − Q(s, a))]. Traced.
    ///
    /// @param q both critics' values, [rows, actions]
    public PolicyLoss discreteLoss(Trace trace, List<Tensor> q) {
        Inputs now = parts.rows(trace, "", rows);
        Categorical policy = actor.categorical(now.obs(), now.mask(), ForwardPass.learning(trace));
        Tensor cost = policy.logProbs().mul(trace.scalar("alpha")).sub(mean(q).stopGradient());
        return new PolicyLoss(
                policy.probs().mul(cost).sum(-1).mean(), policy.entropy().mean());
    }

    /// Both critics, as they learn.
    public Critics critics() {
        return critics;
    }

    @Override
    public Policy policy(int size, boolean stochastic) {
        return actor.policy(size, stochastic);
    }

    /// The value is the lower of both critics for the action without exploration.
    @Override
    public boolean traceActing(Trace trace, int size) {
        Inputs now = parts.rows(trace, "", size);
        ForwardPass pass = ForwardPass.acting(trace);
        Tensor mode = actor.traceActing(trace, now.obs(), now.mask(), pass);
        List<Tensor> q = critics.values(now.obs(), parts.isDiscrete() ? null : mode, pass);
        Tensor lower = q.get(0).min(q.get(1));
        trace.output("value", parts.isDiscrete() ? QPolicy.of(lower, mode) : lower.reshape(size));
        return true;
    }

    @Override
    public Variables variables() {
        return variables;
    }

    @Override
    public void gauges(Stats to) {
        to.add(Metrics.LR, trainer.rate(updates));
        to.add(Metrics.ALPHA, temperature.alpha());
        stats.show(to);
        gauges.gauge(to);
    }

    @Override
    public Saved saved() {
        return saved;
    }
}
