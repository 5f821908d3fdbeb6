package my.lab;

import static slmlab.spec.key.Check.that;

import org.jspecify.annotations.Nullable;
import slmlab.agent.Algorithm;
import slmlab.agent.Policy;
import slmlab.agent.Saved;
import slmlab.agent.Schedule;
import slmlab.agent.Stats;
import slmlab.agent.facts.AlgorithmFacts;
import slmlab.agent.facts.AlgorithmShape;
import slmlab.agent.facts.Trait;
import slmlab.agent.memory.Minibatches;
import slmlab.agent.part.ActorCriticNets;
import slmlab.agent.part.AgentContext;
import slmlab.agent.part.Batch;
import slmlab.agent.part.Collector;
import slmlab.agent.part.Discounted;
import slmlab.agent.part.WholeBatch;
import slmlab.env.Step;
import slmlab.metric.Metric;
import slmlab.metric.Metrics;
import slmlab.spec.key.Default;
import slmlab.spec.key.Required;
import slmlab.tensor.Array;
import slmlab.tensor.Program;
import slmlab.tensor.Tensor;
import slmlab.tensor.Variables;

/// REINFORCE with a baseline: the moving average of all returns so far.
public final class BaselineReinforce implements Algorithm {
    static final Metric BASELINE = Metric.of("baseline", "moving average of the returns, which is subtracted from them")
            .healthy("follows mean_return", "lags far behind: raise baseline_rate");

    /// The keys of `agent.algorithm` beside `name`; a key that is not here is refused.
    ///
    /// @param trainingFrequency steps between updates, or episodes with the memory `OnPolicyReplay`
    /// @param baselineRate β: how fast the baseline follows the returns
    public record Config(
            @Required("0.99") double gamma,
            @Required("1") int trainingFrequency,
            @Default("0.1") double baselineRate,
            @Nullable Schedule entropyCoefSpec)
            implements Discounted {

        public Config {
            that("gamma", gamma >= 0 && gamma <= 1, "is %s; needs to lie in [0, 1], typically 0.99", gamma);
            that("training_frequency", trainingFrequency > 0, "is %d; needs at least 1", trainingFrequency);
            that("baseline_rate", baselineRate > 0 && baselineRate <= 1, "is %s; needs to lie in (0, 1]", baselineRate);
        }
    }

    /// What the lab knows about it: lists, templates, checks and the estimate of memory ask this.
    public static final AlgorithmFacts<Config> FACTS = AlgorithmFacts.of(
                    "BaselineReinforce",
                    "REINFORCE with a moving average of the returns as baseline",
                    Config.class,
                    BaselineReinforce::new,
                    config -> AlgorithmShape.rollout("training_frequency", config.trainingFrequency))
            .traits(Trait.ROLLOUT, Trait.POLICY)
            .build();

    private final Config config;
    private final AgentContext parts;
    private final ActorCriticNets nets;
    private final Collector collector;
    private final WholeBatch batch;
    private final Schedule entropyCoef;
    private final Stats stats = new Stats(Metrics.LOSS, Metrics.ENTROPY, Metrics.GRAD_NORM);
    private final Saved saved;
    private double baseline;
    private long updates;

    public BaselineReinforce(Config config, AgentContext parts) {
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
                this::learn);
        this.saved = new Saved() // what is not listed here is lost on resume
                .include(collector.saved())
                .add("stats", stats)
                .add("updates", () -> updates, count -> updates = count)
                .addNumber("baseline", () -> baseline, value -> baseline = value);
    }

    /// Trace one update: the loss −E[log π(a|s)·(R − b)] − c·H, and the optimizer's step.
    private void learn(Batch rows) {
        var out = nets.forward(rows.obs(), rows.mask(), rows.pass());
        Tensor gain = out.policy().logProbOfRaw(rows.action()).mul(rows.column("advantage"));
        Tensor entropy = rows.mean(out.policy().entropy());
        Tensor loss = rows.mean(gain).neg().sub(entropy.mul(rows.scalar("entropy_coef")));
        nets.step(rows.trace(), loss, null);
        rows.trace().output(Metrics.LOSS.name(), loss);
        rows.trace().output(Metrics.ENTROPY.name(), entropy);
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
        if (!batch.isReady(collector.rollout())) {
            return null;
        }
        collector.rollout().returns(config.gamma);
        Program program = batch.gather();
        subtractBaseline(program.input("advantage").floats(), batch.weight(program));
        program.set("entropy_coef", entropyCoef.at(parts.clock().frame()));
        nets.prepare(program, updates);
        parts.learn(program);
        stats.clear();
        nets.report(program, stats, parts.clock());
        batch.clear(collector.rollout());
        updates++;
        return stats;
    }

    /// b ← b + β·(mean R − b), then R − b for each row.
    ///
    /// @param weight 0 for rows that only fill up the batch; null where there are none
    private void subtractBaseline(float[] returns, float @Nullable [] weight) {
        double sum = 0;
        int count = 0;
        for (int i = 0; i < returns.length; i++) {
            if (weight == null || weight[i] != 0) {
                sum += returns[i];
                count++;
            }
        }
        double mean = count == 0 ? 0 : sum / count;
        baseline = updates == 0 ? mean : baseline + config.baselineRate * (mean - baseline);
        for (int i = 0; i < returns.length; i++) {
            returns[i] = (float) (returns[i] - baseline);
        }
    }

    @Override
    public Policy policy(int size, boolean stochastic) {
        return collector.policy(size, stochastic);
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
        to.add(BASELINE, baseline);
    }

    @Override
    public Saved saved() {
        return saved;
    }
}
