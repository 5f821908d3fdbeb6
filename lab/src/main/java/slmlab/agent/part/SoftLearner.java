package slmlab.agent.part;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import slmlab.agent.Policy;
import slmlab.agent.Saved;
import slmlab.agent.Stats;
import slmlab.agent.memory.Replay;
import slmlab.agent.net.Pass;
import slmlab.env.Step;
import slmlab.tensor.Array;
import slmlab.tensor.Program;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Tensor;
import slmlab.tensor.Trace;
import slmlab.tensor.Variables;
import slmlab.tensor.distribution.Categorical;
import slmlab.tensor.distribution.Distribution.Draw;

/// What SAC and CrossQ share: acting into a replay, the loss of a policy that is rewarded for its entropy, and
/// the temperature α.
///
/// Haarnoja et al. 2018, arXiv:1812.05905; for discrete actions Christodoulou 2019, arXiv:1910.07207, with the
/// mean of the critics in place of their minimum, as in SLM-Lab.
public final class SoftLearner {
    private final SacConfig config;
    private final Parts parts;
    private final int rows;
    private final Variables variables;
    private final Variables optimizers;
    private final SoftActor actor;
    private final Critics critics;
    private final Temperature temperature;
    private final Trainer trainer;
    private final Replay replay;
    private final RandomStream draws;
    private final Program clamp;
    private final Stats stats = new Stats("loss", "grad_norm", "entropy", "policy_loss");
    private final QGauges gauges = new QGauges();
    private final Saved saved;
    private long updates;
    private long batches;

    /// @param variables the store of the actor's and the critics' weights, to which log α is added
    public SoftLearner(SacConfig config, Parts parts, Variables variables, SoftActor actor, Critics critics) {
        this.config = config;
        this.parts = parts;
        this.rows = parts.memory().batchSize();
        this.variables = variables;
        this.optimizers = parts.optimizers();
        this.actor = actor;
        this.critics = critics;
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
        this.clamp = program(temperature::clamp);
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
    public Program program(Consumer<Trace> body) {
        return parts.program(draws, body);
    }

    public Array act(Step step) {
        replay.begin(step);
        Array action = actor.act(step);
        replay.put("action", actor.chosen());
        return action;
    }

    public void observe(Step step) {
        replay.observe(step);
    }

    /// Begin an update if it is due.
    public boolean begin() {
        boolean due = replay.isDue(config.startStep(rows), config.trainingFrequency());
        if (due) {
            stats.clear();
        }
        return due;
    }

    /// How many batches an update has.
    public int batches() {
        return config.iterations(parts.envs());
    }

    /// Draw a batch, and return whether the policy learns from it too.
    public boolean sample() {
        parts.sample(replay);
        batches++;
        return batches % config.policyDelay() == 0;
    }

    /// Fill the inputs of a program that steps the critics, the policy, or both.
    public void prepare(Program program) {
        replay.gather(program);
        temperature.prepare(program, updates);
        if (critics.isIn(program)) {
            critics.prepare(program, updates);
        }
        if (trainer.isIn(program)) {
            trainer.prepare(program, updates);
        }
    }

    /// Report what a program did, renew priorities, and bring α back within its bounds.
    public void finish(Program program) {
        if (critics.isIn(program)) {
            critics.report(program, stats, gauges);
            parts.prioritize(replay, program);
            parts.clock().countOptSteps(1);
        }
        if (trainer.isIn(program)) {
            parts.learn(clamp);
            stats.add("entropy", program.output("entropy").item());
            stats.add("policy_loss", program.output("policy_loss").item());
        }
    }

    /// End an update and return what it reports.
    public Stats end() {
        updates++;
        return stats;
    }

    /// Let each run of the program step the critics.
    public void stepCritics(Trace trace, Critics.Loss loss) {
        critics.step(trace, optimizers, loss);
    }

    /// Let each run of the program step the policy and α.
    public void stepPolicy(Trace trace, PolicyLoss loss) {
        trainer.step(trace, optimizers, loss.mean());
        temperature.step(trace, optimizers, loss.entropy());
        trace.output("entropy", loss.entropy());
        trace.output("policy_loss", loss.mean());
    }

    /// V(s) = Σ_a π(a|s)·(Q(s, a) − α·log π(a|s)), [rows]. Traced.
    ///
    /// @param q both critics' values, [rows, actions]
    public static Tensor value(Trace trace, Categorical policy, List<Tensor> q) {
        Tensor bonus = policy.logProbs().mul(trace.scalar("alpha"));
        return policy.probs().mul(mean(q).sub(bonus)).sum(-1);
    }

    /// V(s) = min Q(s, a) − α·log π(a|s), [rows]. Traced.
    ///
    /// @param q both critics' values of the action drawn, [rows, 1]
    public static Tensor value(Trace trace, Draw draw, List<Tensor> q) {
        Tensor bonus = draw.logProb().mul(trace.scalar("alpha"));
        return lower(q).sub(bonus);
    }

    /// @param mean the policy's loss
    /// @param entropy of the policy
    public record PolicyLoss(Tensor mean, Tensor entropy) {}

    /// The policy's loss against the critics as they are. Traced.
    public PolicyLoss policyLoss(Trace trace) {
        Inputs now = parts.rows(trace, "", rows);
        Pass frozen = Pass.frozen(trace);
        if (parts.isDiscrete()) {
            return discreteLoss(trace, critics.values(now.obs(), null, frozen));
        }
        Draw draw = actor.gaussian(now.obs(), Pass.learning(trace)).rsample(); // gradients pass through the draw
        List<Tensor> q = critics.values(now.obs(), draw.action(), frozen);
        Tensor cost = draw.logProb().mul(trace.scalar("alpha")).sub(lower(q)); // α·log π(ã|s) − min Q(s, ã)
        return new PolicyLoss(cost.mean(), draw.logProb().mean().neg());
    }

    /// E[Σ_a π(a|s)·(α·log π(a|s) − Q(s, a))]. Traced.
    ///
    /// @param q both critics' values, [rows, actions]
    public PolicyLoss discreteLoss(Trace trace, List<Tensor> q) {
        Inputs now = parts.rows(trace, "", rows);
        Categorical policy = actor.categorical(now.obs(), now.mask(), Pass.learning(trace));
        Tensor cost = policy.logProbs().mul(trace.scalar("alpha")).sub(mean(q).stopGradient());
        return new PolicyLoss(
                policy.probs().mul(cost).sum(-1).mean(), policy.entropy().mean());
    }

    private static Tensor mean(List<Tensor> q) {
        return q.get(0).add(q.get(1)).mul(0.5);
    }

    private static Tensor lower(List<Tensor> q) {
        Tensor lower = q.get(0).min(q.get(1));
        return lower.reshape(lower.shape().dim(0));
    }

    /// Trace what acting computes, for files from which other programs act. The value is the lower of both critics
    /// for the action without exploration.
    public void traceActing(Trace trace, int rows) {
        Inputs now = parts.rows(trace, "", rows);
        Pass pass = Pass.acting(trace);
        Tensor mode = actor.traceActing(trace, now.obs(), now.mask(), pass);
        List<Tensor> q = critics.values(now.obs(), parts.isDiscrete() ? null : mode, pass);
        Tensor lower = q.get(0).min(q.get(1));
        trace.output("value", parts.isDiscrete() ? QPolicy.of(lower, mode) : lower.reshape(rows));
    }

    public Policy policy(int size, boolean stochastic) {
        return actor.policy(size, stochastic);
    }

    public Variables variables() {
        return variables;
    }

    public void gauges(Stats to) {
        to.add("lr", trainer.rate(updates));
        temperature.gauge(to);
        to.add("entropy", stats.mean("entropy"));
        to.add("grad_norm", stats.mean("grad_norm"));
        to.add("policy_loss", stats.mean("policy_loss"));
        gauges.gauge(to);
    }

    public Saved saved() {
        return saved;
    }
}
