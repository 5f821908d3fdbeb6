package slmlab.agent.algorithm;

import static slmlab.agent.facts.Trait.POLICY;
import static slmlab.agent.facts.Trait.ROLLOUT;
import static slmlab.spec.key.Check.that;

import org.jspecify.annotations.Nullable;
import slmlab.agent.Algorithm;
import slmlab.agent.Policy;
import slmlab.agent.Saved;
import slmlab.agent.Schedule;
import slmlab.agent.Stats;
import slmlab.agent.facts.AlgorithmFacts;
import slmlab.agent.facts.AlgorithmShape;
import slmlab.agent.facts.UsualSettings;
import slmlab.agent.memory.Minibatches;
import slmlab.agent.memory.Rollout;
import slmlab.agent.part.ActorCriticNets;
import slmlab.agent.part.AdvantageScale;
import slmlab.agent.part.AgentContext;
import slmlab.agent.part.Batch;
import slmlab.agent.part.Collector;
import slmlab.agent.part.Discounted;
import slmlab.agent.part.WholeBatch;
import slmlab.env.Step;
import slmlab.metric.Metrics;
import slmlab.spec.key.Default;
import slmlab.spec.key.Doc;
import slmlab.spec.key.Required;
import slmlab.tensor.Array;
import slmlab.tensor.Program;
import slmlab.tensor.Tensor;
import slmlab.tensor.Trace;
import slmlab.tensor.Variables;

/// The policy gradient from returns alone.
///
/// Williams 1992, "Simple statistical gradient-following algorithms for connectionist reinforcement learning".
public final class Reinforce implements Algorithm {

    public record Config(
            @Doc("discount of future rewards") @Required("0.99")
            double gamma,

            @Doc("steps between updates; episodes, with the memory OnPolicyReplay") @Required("1")
            int trainingFrequency,

            @Doc(value = "no effect: returns are always standardized, which subtracts their mean", example = "true")
            @Default("false")
            boolean centerReturn,

            @Doc(
                    value = "schedule of the entropy bonus; null for none",
                    example = "{name: linear_decay, start_val: 0.01, end_val: 0.001, end_step: 20000}")
            @Nullable
            Schedule entropyCoefSpec,

            @Doc(value = "factor of the policy loss", example = "1.0") @Default("1")
            double policyLossCoef)
            implements Discounted {

        public Config {
            that("gamma", gamma >= 0 && gamma <= 1, "is %s; needs to lie in [0, 1], typically 0.99", gamma);
            that("training_frequency", trainingFrequency > 0, "is %d; needs at least 1", trainingFrequency);
        }
    }

    public static final AlgorithmFacts<Config> FACTS = AlgorithmFacts.of(
                    "Reinforce",
                    "policy gradient from the returns of episodes",
                    Config.class,
                    Reinforce::new,
                    config -> AlgorithmShape.rollout("training_frequency", config.trainingFrequency))
            .paper("Williams 1992")
            .aliases("REINFORCE")
            .traits(ROLLOUT, POLICY)
            .usual(UsualSettings.rollout(4, """
                    gamma: 0.99
                    training_frequency: 512
                    entropy_coef_spec: {name: no_decay, start_val: ENTROPY}
                    """, """
                    init_fn: orthogonal_
                    clip_grad_val: 0.5
                    optim_spec: {name: Adam, lr: 0.002}
                    """))
            .firstSpec("spec/benchmark/reinforce/reinforce_cartpole.json reinforce_cartpole")
            .build();

    private final Config config;
    private final AgentContext parts;
    private final ActorCriticNets nets;
    final Collector collector;
    private final WholeBatch batch;
    private final Schedule entropyCoef;
    private final Stats stats = new Stats(Metrics.LOSS, Metrics.ENTROPY, Metrics.GRAD_NORM, Metrics.POLICY_LOSS);
    private final Saved saved;
    private long updates;

    public Reinforce(Config config, AgentContext parts) {
        this.config = config;
        this.parts = parts;
        this.nets = new ActorCriticNets(parts, false, (double) config.trainingFrequency * parts.envs());
        boolean episodic = parts.memory().name().isEpisodic();
        this.collector = new Collector(parts, nets, episodic ? 0 : config.trainingFrequency, false);
        this.entropyCoef = config.entropyCoefSpec == null ? Schedule.constant(0) : config.entropyCoefSpec;
        this.batch = new WholeBatch(
                parts,
                new Minibatches(
                        collector.rollout(), nets.window(), parts.memory().leftOut()),
                nets.window(),
                config.trainingFrequency,
                collector::learner,
                nets::forward,
                rows -> {
                    Loss loss = loss(rows);
                    nets.step(rows.trace(), loss.policy(), null);
                    rows.trace().output(Metrics.LOSS.name(), loss.policy());
                    rows.trace().output(Metrics.ENTROPY.name(), loss.entropy());
                    rows.trace().output(Metrics.POLICY_LOSS.name(), loss.gain().neg());
                });
        this.saved = new Saved()
                .include(collector.saved())
                .add("stats", stats)
                .add("updates", () -> updates, count -> updates = count);
    }

    @Override
    public Array act(Step step) {
        return collector.act(step);
    }

    @Override
    public void observe(Step step) {
        collector.observe(step);
    }

    @Override
    public @Nullable Stats update() {
        Rollout rollout = collector.rollout();
        if (!batch.isReady(rollout)) {
            return null;
        }
        rollout.returns(config.gamma);
        Program program = batch.gather();
        // Standardization always applies and removes the mean too: center_return alone changes nothing.
        AdvantageScale.standardize(program.input("advantage").floats(), batch.weight(program));
        program.set("entropy_coef", entropyCoef.at(parts.clock().frame()));
        nets.prepare(program, updates);
        parts.learn(program);
        stats.clear();
        nets.report(program, stats, parts.clock());
        batch.clear(rollout);
        updates++;
        return stats;
    }

    /// @param gain E[log π(a|s)·R]
    record Loss(Tensor policy, Tensor entropy, Tensor gain) {}

    /// −E[log π(a|s)·R] − c·H. Traced.
    Loss loss(Batch rows) {
        var out = nets.forward(rows.obs(), rows.mask(), rows.pass());
        Tensor gain = rows.mean(out.policy().logProbOfRaw(rows.action()).mul(rows.column("advantage")));
        Tensor entropy = rows.mean(out.policy().entropy());
        Tensor policy = gain.mul(-config.policyLossCoef).sub(entropy.mul(rows.scalar("entropy_coef")));
        return new Loss(policy, entropy, gain);
    }

    @Override
    public Policy policy(int size, boolean stochastic) {
        return collector.policy(size, stochastic);
    }

    @Override
    public boolean traceActing(Trace trace, int rows) {
        collector.traceActing(trace, rows);
        return true;
    }

    @Override
    public Variables variables() {
        return nets.variables();
    }

    @Override
    public void gauges(Stats to) {
        to.add(Metrics.LR, nets.rate(updates));
        to.add(Metrics.ENTROPY_COEF, entropyCoef.at(parts.clock().frame()));
        stats.show(to);
    }

    @Override
    public Saved saved() {
        return saved;
    }
}
