package slmlab.agent.algorithm;

import static slmlab.agent.facts.Trait.CRITIC;
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
import slmlab.agent.facts.KeyNotes;
import slmlab.agent.facts.UsualSettings;
import slmlab.agent.memory.Minibatches;
import slmlab.agent.memory.Rollout;
import slmlab.agent.part.ActorCriticNets;
import slmlab.agent.part.AdvantageScale;
import slmlab.agent.part.AgentContext;
import slmlab.agent.part.Batch;
import slmlab.agent.part.Collector;
import slmlab.agent.part.Discounted;
import slmlab.agent.part.Imitation;
import slmlab.agent.part.SilConfig;
import slmlab.agent.part.ValueScale;
import slmlab.agent.part.WholeBatch;
import slmlab.env.Step;
import slmlab.metric.Metrics;
import slmlab.spec.key.Default;
import slmlab.spec.key.Defaults;
import slmlab.spec.key.Doc;
import slmlab.spec.key.Required;
import slmlab.tensor.Array;
import slmlab.tensor.Program;
import slmlab.tensor.Tensor;
import slmlab.tensor.Trace;
import slmlab.tensor.Variables;

/// Advantage actor-critic: A2C, and A3C where workers share the weights.
///
/// Mnih et al. 2016, arXiv:1602.01783.
public final class ActorCritic implements Algorithm {

    public record Config(
            @Doc("discount of future rewards") @Required("0.99")
            double gamma,

            @Doc(
                    value = "λ of generalized advantage estimation (GAE); null for n-step or plain returns",
                    example = "0.95")
            @Nullable
            Double lam,

            @Doc(
                    value = "n of n-step returns, and then the steps between updates too; null for plain returns",
                    example = "5")
            @Nullable
            Integer numStepReturns,

            @Doc(value = "steps between updates; episodes, with the memory OnPolicyReplay", example = "32")
            @Default("1")
            int trainingFrequency,

            @Doc(
                    value = "schedule of the entropy bonus; null for none",
                    example = "{name: linear_decay, start_val: 0.01, end_val: 0.001, end_step: 20000}")
            @Nullable
            Schedule entropyCoefSpec,

            @Doc(value = "factor of the policy loss", example = "1.0") @Default("1")
            double policyLossCoef,

            @Doc(value = "factor of the value loss", example = "0.5") @Default("1")
            double valLossCoef,

            @Doc(value = "whether value targets are normalized by their running mean and variance", example = "true")
            @Default("false")
            boolean normalizeVTargets)
            implements Discounted {

        public Config {
            that("gamma", gamma >= 0 && gamma <= 1, "is %s; needs to lie in [0, 1], typically 0.99", gamma);
            that("lam", lam == null || (lam >= 0 && lam <= 1), "is %s; needs to lie in [0, 1], typically 0.95", lam);
            that(
                    "num_step_returns",
                    numStepReturns == null || numStepReturns > 0,
                    "is %s; needs at least 1",
                    numStepReturns);
            that("training_frequency", trainingFrequency > 0, "is %d; needs at least 1", trainingFrequency);
        }

        /// Steps, or episodes, between updates.
        public int frequency() {
            return lam == null && numStepReturns != null ? numStepReturns : trainingFrequency;
        }
    }

    /// Usual keys, which self-imitation adds to.
    static final String USUAL_KEYS = """
            gamma: 0.99
            lam: 0.95
            entropy_coef_spec: {name: no_decay, start_val: ENTROPY}
            val_loss_coef: 0.5
            training_frequency: 32
            """;

    public static final AlgorithmFacts<Config> FACTS = AlgorithmFacts.of(
                    "ActorCritic",
                    "advantage actor-critic, A2C; A3C with distributed: synced",
                    Config.class,
                    ActorCritic::new,
                    ActorCritic::shape)
            .paper("arXiv:1602.01783")
            .aliases("A2C")
            .traits(ROLLOUT, POLICY, CRITIC)
            .usual(UsualSettings.rollout(4, USUAL_KEYS, UsualSettings.ACTOR_CRITIC_NET))
            .unread((config, _, keys) -> noteUnread(config, keys))
            .firstSpec("spec/benchmark/a2c/a2c_gae_cartpole.json a2c_gae_cartpole")
            .workersSpec("spec/a3c/cartpole.yaml a3c_cartpole")
            .build();

    static AlgorithmShape shape(Config config) {
        boolean stepped = config.frequency() != config.trainingFrequency;
        return AlgorithmShape.rollout(stepped ? "num_step_returns" : "training_frequency", config.frequency())
                .withCritics(1);
    }

    static void noteUnread(Config config, KeyNotes keys) {
        keys.note(
                config.numStepReturns != null && config.lam != null,
                "agent.algorithm.num_step_returns",
                "GAE with lam takes its place");
        keys.note(
                config.frequency() != config.trainingFrequency
                        && config.trainingFrequency != Defaults.of(Config.class).trainingFrequency,
                "agent.algorithm.training_frequency",
                "%s learns every num_step_returns steps",
                keys.algorithm());
    }

    private final Config config;
    private final AgentContext parts;
    final ActorCriticNets nets;
    final Collector collector;
    private final WholeBatch batch;
    private final ValueScale valueScale = new ValueScale(false);
    private final Schedule entropyCoef;
    private final Stats stats = new Stats(
            Metrics.LOSS,
            Metrics.ENTROPY,
            Metrics.GRAD_NORM,
            Metrics.POLICY_LOSS,
            Metrics.VALUE_LOSS,
            Metrics.EXPLAINED_VARIANCE);
    final @Nullable Imitation imitation;
    private final Saved saved;
    private long updates;

    public ActorCritic(Config config, AgentContext parts) {
        this(config, null, parts);
    }

    /// With self-imitation after every update, if `sil` says how.
    ActorCritic(Config config, @Nullable SilConfig sil, AgentContext parts) {
        this.config = config;
        this.parts = parts;
        int frequency = config.frequency();
        this.nets = new ActorCriticNets(parts, true, (double) frequency * parts.envs());
        boolean episodic = parts.memory().name().isEpisodic();
        this.collector = new Collector(parts, nets, episodic ? 0 : frequency, true);
        this.entropyCoef = config.entropyCoefSpec == null ? Schedule.constant(0) : config.entropyCoefSpec;
        this.batch = new WholeBatch(
                parts,
                new Minibatches(
                        collector.rollout(), nets.window(), parts.memory().leftOut()),
                nets.window(),
                frequency,
                collector::learner,
                nets::forward,
                rows -> {
                    Loss loss = loss(rows);
                    nets.step(rows.trace(), loss.policy(), loss.value());
                    rows.trace().output(Metrics.LOSS.name(), loss.policy().add(loss.value()));
                    rows.trace().output(Metrics.ENTROPY.name(), loss.entropy());
                    rows.trace().output(Metrics.POLICY_LOSS.name(), loss.gain().neg());
                    rows.trace().output(Metrics.VALUE_LOSS.name(), loss.valueError());
                });
        this.imitation = sil == null ? null : new Imitation(sil, config.gamma, parts, nets, collector::learner, stats);
        this.saved = new Saved()
                .include(collector.saved())
                .add("stats", stats)
                .add("imitation", imitation)
                .add("value_scale", valueScale)
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
        collector.chainValues();
        if (config.lam == null) {
            rollout.estimateAdvantages(config.gamma);
        } else {
            rollout.estimateAdvantages(config.gamma, config.lam);
        }
        Program program = batch.gather();
        float[] weight = batch.weight(program);
        AdvantageScale.standardize(program.input("advantage").floats(), weight);
        program.set("entropy_coef", entropyCoef.at(parts.clock().frame()));
        if (config.normalizeVTargets) {
            valueScale.add(program.input("value_target").floats(), weight);
            program.set("value_scale", valueScale.factor());
        }
        nets.prepare(program, updates);
        parts.learn(program);
        stats.clear();
        nets.report(program, stats, parts.clock());
        stats.add(Metrics.EXPLAINED_VARIANCE, batch.explainedVariance());
        if (imitation != null) {
            imitation.keep(rollout);
            imitation.learn(updates);
        }
        batch.clear(rollout);
        updates++;
        return stats;
    }

    /// @param policy −E[log π·Â] − c₂·H
    /// @param value c₁·E[L(V, R)]
    /// @param gain E[log π·Â]
    /// @param valueError E[L(V, R)]
    record Loss(Tensor policy, Tensor value, Tensor entropy, Tensor gain, Tensor valueError) {}

    /// Traced.
    Loss loss(Batch rows) {
        var out = nets.forward(rows.obs(), rows.mask(), rows.pass());
        Tensor gain = rows.mean(out.policy().logProbOfRaw(rows.action()).mul(rows.column("advantage")));
        Tensor entropy = rows.mean(out.policy().entropy());
        Tensor policy = gain.mul(-config.policyLossCoef).sub(entropy.mul(rows.scalar("entropy_coef")));
        Tensor value = out.requireValue();
        Tensor target = rows.column("value_target");
        if (config.normalizeVTargets) {
            Tensor scale = rows.scalar("value_scale");
            value = ValueScale.apply(value, scale);
            target = ValueScale.apply(target, scale);
        }
        Tensor valueError = rows.mean(nets.learning().lossSpec().apply(value, target));
        return new Loss(policy, valueError.mul(config.valLossCoef), entropy, gain, valueError);
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
