package slmlab.agent.algorithm;

import static slmlab.agent.facts.Condition.DISCRETE;
import static slmlab.agent.facts.Condition.FAST;
import static slmlab.agent.facts.Condition.IMAGE;
import static slmlab.agent.facts.Condition.PARTIAL;
import static slmlab.agent.facts.Condition.SIMULATOR;
import static slmlab.agent.facts.Condition.SINGLE_AGENT;
import static slmlab.agent.facts.Condition.SLOW;
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
import slmlab.agent.facts.Recommendation;
import slmlab.agent.facts.UsualSettings;
import slmlab.agent.memory.MemoryConfig;
import slmlab.agent.memory.Minibatches;
import slmlab.agent.memory.Rollout;
import slmlab.agent.part.ActorCriticNets;
import slmlab.agent.part.AdvantageScale;
import slmlab.agent.part.AgentContext;
import slmlab.agent.part.Batch;
import slmlab.agent.part.Collector;
import slmlab.agent.part.Discounted;
import slmlab.agent.part.Imitation;
import slmlab.agent.part.PolicyShift;
import slmlab.agent.part.Programs;
import slmlab.agent.part.RunningNorms;
import slmlab.agent.part.SaRegularizer;
import slmlab.agent.part.SilConfig;
import slmlab.agent.part.ValueScale;
import slmlab.env.Step;
import slmlab.metric.Metrics;
import slmlab.spec.key.Default;
import slmlab.spec.key.Defaults;
import slmlab.spec.key.Doc;
import slmlab.spec.key.Required;
import slmlab.tensor.Array;
import slmlab.tensor.Program;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Tensor;
import slmlab.tensor.Trace;
import slmlab.tensor.Variables;
import slmlab.tensor.distribution.Categorical;
import slmlab.tensor.distribution.Distribution;

/// Proximal Policy Optimization with the clipped objective.
///
/// Schulman et al. 2017, arXiv:1707.06347. Equation numbers below are that paper's.
public final class Ppo implements Algorithm {

    public record Config(
            @Doc("discount of future rewards") @Required("0.99")
            double gamma,

            @Doc("λ of generalized advantage estimation (GAE)") @Default("0.95")
            double lam,

            @Doc(
                    value = "schedule of ε: how far the ratio of new to old probabilities may move from "
                            + "1; typically 0.1 to 0.3",
                    example = "{name: linear_decay, start_val: 0.2, end_val: 0.1, end_step: 100000}")
            @Required("{name: no_decay, start_val: 0.2}")
            Schedule clipEpsSpec,

            @Doc(value = "schedule of the entropy bonus; null for none", example = "{start_val: 0.001}")
            @Default("{name: no_decay, start_val: 0.01}")
            @Nullable
            Schedule entropyCoefSpec,

            @Doc(value = "factor of the value loss", example = "0.5") @Default("1")
            double valLossCoef,

            @Doc("steps taken in each env between updates; the rollout has time_horizon · num_envs transitions")
            @Default("128")
            int timeHorizon,

            @Doc("episodes between updates, with the memory OnPolicyReplay; no effect with OnPolicyBatchReplay")
            @Default("1")
            int trainingFrequency,

            @Doc(
                    value = "transitions in a minibatch, a part of the rollout; a smaller last one is kept",
                    example = "64")
            @Default("4")
            int minibatchSize,

            @Doc("passes over the rollout in each update") @Default("4")
            int trainingEpoch,

            @Doc(value = "whether value targets are normalized by their running mean and variance", example = "true")
            @Default("false")
            boolean normalizeVTargets,

            @Doc(value = "whether the value is held within ε of its old one", example = "true") @Default("false")
            boolean clipVloss,

            @Doc(value = "whether values are compared as sign(x)·log(1 + |x|)", example = "true") @Default("false")
            boolean symlog,

            @Doc(value = "how the advantages of a minibatch are scaled", example = "percentile") @Default("standardize")
            AdvantageScale normalizeAdvantages,

            @Doc(
                    value =
                            "training against adversarial observations: a penalty on a policy that changes there; null for none",
                    example = "{kappa: 0.1, epsilon: 0.1}")
            @Nullable
            SaRegularizer saRegularizer)
            implements Discounted {

        public Config {
            that("gamma", gamma >= 0 && gamma <= 1, "is %s; needs to lie in [0, 1], typically 0.99", gamma);
            that("lam", lam >= 0 && lam <= 1, "is %s; needs to lie in [0, 1], typically 0.95", lam);
            that("time_horizon", timeHorizon > 0, "is %d; needs at least 1 step per update", timeHorizon);
            that("training_frequency", trainingFrequency > 0, "is %d; needs at least 1", trainingFrequency);
            that("minibatch_size", minibatchSize > 0, "is %d; needs at least 1", minibatchSize);
            that("training_epoch", trainingEpoch > 0, "is %d; needs at least 1", trainingEpoch);
            that("val_loss_coef", valLossCoef >= 0, "is %s; needs at least 0", valLossCoef);
        }
    }

    /// Usual keys, which self-imitation adds to.
    static final String USUAL_KEYS = """
            gamma: 0.99
            lam: 0.95
            clip_eps_spec: {name: no_decay, start_val: 0.2}
            entropy_coef_spec: {name: no_decay, start_val: ENTROPY}
            val_loss_coef: 0.5
            time_horizon: 256
            minibatch_size: 256
            training_epoch: 8
            """;

    public static final AlgorithmFacts<Config> FACTS = AlgorithmFacts.of(
                    "PPO",
                    "proximal policy optimization with the clipped objective",
                    Config.class,
                    Ppo::new,
                    Ppo::shape)
            .paper("arXiv:1707.06347")
            .traits(ROLLOUT, POLICY, CRITIC)
            .usual(UsualSettings.rollout(8, USUAL_KEYS, UsualSettings.ACTOR_CRITIC_NET))
            .noOp("training_frequency", "PPO trains every time_horizon steps")
            .noOp("training_batch_iter", "PPO trains training_epoch epochs on a rollout")
            .noOp("sil_policy_loss_coef", "only SIL and PPOSIL use self-imitation")
            .noOp("sil_val_loss_coef", "only SIL and PPOSIL use self-imitation")
            .unread(Ppo::noteUnread)
            .firstSpec("spec/ppo/cartpole.json ppo_cartpole")
            .workersSpec("spec/dppo/cartpole.yaml dppo_cartpole")
            .recommend(Recommendation.of("PPO with a recurrent net", PARTIAL, SINGLE_AGENT, SIMULATOR)
                    .because(PARTIAL, "one observation is not the state: the agent must remember")
                    .start("spec/ppo/tmaze.yaml ppo_tmaze")
                    .settings("net.type: RecurrentNet, seq_len as long as what must be remembered")
                    .fallback("longer seq_len, more entropy"))
            .recommend(Recommendation.of("PPO", SINGLE_AGENT, SIMULATOR)
                    .because(FAST, "a fast simulator: fresh steps cost little, and PPO is easy to tune")
                    .because(SLOW, "needs more steps than a replay would, and less tuning")
                    .start("spec/ppo/pong.yaml ppo_pong_zoo", IMAGE, DISCRETE)
                    .start("spec/ppo/lunar.json ppo_lunar", DISCRETE)
                    .start("spec/ppo/lunar.json ppo_lunar_continuous")
                    .settings("as many envs as the cores step at once; normalize_obs for vectors, ConvNet for images")
                    .fallback("more envs, a longer time_horizon, a lower learning rate"))
            .build();

    static AlgorithmShape shape(Config config) {
        return AlgorithmShape.rollout("time_horizon", config.timeHorizon)
                .withMinibatch(config.minibatchSize)
                .withCritics(1);
    }

    static void noteUnread(Config config, MemoryConfig memory, KeyNotes keys) {
        Config defaults = Defaults.of(Config.class);
        keys.note(
                !memory.name().isEpisodic() && config.trainingFrequency != defaults.trainingFrequency,
                "agent.algorithm.training_frequency",
                "%s learns every time_horizon steps",
                keys.algorithm());
        keys.refuse(
                memory.name().isEpisodic() && config.timeHorizon != defaults.timeHorizon,
                "agent.algorithm.time_horizon",
                "is %s; with the memory %s, %s learns after training_frequency episodes, remove it",
                config.timeHorizon,
                memory.name(),
                keys.algorithm());
    }

    private static final String KL = "kl"; // of one minibatch; an update shows that of the first and of the last ones

    private final Config config;
    private final AgentContext parts;
    final ActorCriticNets nets;
    private final Collector collector;
    private final Minibatches minibatches;
    private final RandomStream shuffles;
    private final AdvantageScale.Scaler scaler;
    private final ValueScale valueScale;
    private final Schedule entropyCoef;
    private final boolean episodic;
    private final boolean weighted;
    private final int minibatchWindows; // windows in a minibatch
    private final Programs update;
    private final RunningNorms norms;
    private final Stats stats = new Stats(
            Metrics.LOSS,
            Metrics.ENTROPY,
            Metrics.GRAD_NORM,
            Metrics.POLICY_LOSS,
            Metrics.VALUE_LOSS,
            Metrics.APPROX_KL,
            Metrics.STALE_KL,
            Metrics.CLIP_FRACTION,
            Metrics.EXPLAINED_VARIANCE);
    final @Nullable Imitation imitation;
    private final Saved saved;
    private long updates;

    public Ppo(Config config, AgentContext parts) {
        this(config, null, parts);
    }

    /// With self-imitation after every update, if `sil` says how.
    Ppo(Config config, @Nullable SilConfig sil, AgentContext parts) {
        this.config = config;
        this.parts = parts;
        this.episodic = parts.memory().name().isEpisodic();
        this.nets = new ActorCriticNets(parts, true, (double) config.timeHorizon * parts.envs());
        this.collector = new Collector(parts, nets, episodic ? 0 : config.timeHorizon, true);
        if (config.saRegularizer != null) {
            config.saRegularizer.check(parts, nets.isRecurrent());
        }
        this.minibatches = new Minibatches(
                collector.rollout(), nets.window(), parts.memory().leftOut());
        this.shuffles = parts.random().split("shuffle");
        this.scaler = config.normalizeAdvantages.scaler();
        this.valueScale = new ValueScale(config.symlog);
        this.entropyCoef = config.entropyCoefSpec == null ? Schedule.constant(0) : config.entropyCoefSpec;
        this.weighted = episodic || nets.window() > 1;
        this.minibatchWindows = Math.max(1, config.minibatchSize / nets.window());
        this.update = new Programs(windows -> collector.learner(trace -> {
            Batch batch = Batch.of(trace, parts, windows, nets.window(), weighted);
            Loss loss = loss(batch);
            nets.step(trace, loss.policy(), loss.value());
            trace.output(Metrics.LOSS.name(), loss.policy().add(loss.value()));
            trace.output(Metrics.ENTROPY.name(), loss.entropy());
            trace.output(Metrics.POLICY_LOSS.name(), loss.surrogate().neg());
            trace.output(Metrics.VALUE_LOSS.name(), loss.valueError());
            trace.output(KL, loss.shift().approxKl());
            trace.output(Metrics.CLIP_FRACTION.name(), loss.shift().clipFraction());
        }));
        int most = weighted ? minibatchWindows : Math.min(minibatchWindows, config.timeHorizon * parts.envs());
        this.norms = new RunningNorms(parts, most, nets.window(), weighted, nets::forward);
        this.imitation = sil == null ? null : new Imitation(sil, config.gamma, parts, nets, collector::learner, stats);
        update.of(most);
        this.saved = new Saved()
                .include(collector.saved())
                .add("stats", stats)
                .add("imitation", imitation)
                .add("advantage_scale", scaler)
                .add("value_scale", valueScale)
                .add("shuffles", shuffles)
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
        if (episodic ? rollout.episodes() < config.trainingFrequency : rollout.steps() < config.timeHorizon) {
            return null;
        }
        collector.chainValues();
        rollout.estimateAdvantages(config.gamma, config.lam); // Â_t, eq. 11-12
        minibatches.begin(episodic);
        stats.clear();
        stats.add(Metrics.EXPLAINED_VARIANCE, minibatches.explainedVariance());
        for (int epoch = 0; epoch < config.trainingEpoch; epoch++) {
            minibatches.shuffle(shuffles);
            for (int from = 0; from < minibatches.count(); from += minibatchWindows) {
                Program program = prepare(from, Math.min(minibatchWindows, minibatches.count() - from));
                parts.learn(program); // loss, gradient, clipping, optimizer
                nets.report(program, stats, parts.clock());
                if (epoch == 0 && from == 0) {
                    stats.add(Metrics.STALE_KL, program.output(KL).item()); // before anything was learned
                }
                if (epoch == config.trainingEpoch - 1) {
                    stats.add(Metrics.APPROX_KL, program.output(KL).item()); // how far the whole update went
                }
            }
        }
        if (imitation != null) {
            imitation.keep(rollout);
            imitation.learn(updates);
        }
        for (int from = 0; from < minibatches.count(); from += minibatchWindows) {
            int count = Math.min(minibatchWindows, minibatches.count() - from);
            norms.follow(minibatches, from, count, weighted ? minibatchWindows : count);
        }
        updates++;
        if (episodic) {
            rollout.clearFinished();
        } else {
            rollout.clear();
        }
        return stats;
    }

    /// Copy a minibatch into the inputs of a program of its size.
    private Program prepare(int from, int count) {
        Program program = update.of(weighted ? minibatchWindows : count);
        minibatches.gather(from, count, program);
        float[] weight = weighted ? program.input("weight").floats() : null;
        scaler.scale(program.input("advantage").floats(), weight);
        long frame = parts.clock().frame();
        program.set("clip_eps", config.clipEpsSpec.at(frame));
        program.set("entropy_coef", entropyCoef.at(frame));
        if (config.saRegularizer != null) {
            program.set("sa_eps", config.saRegularizer.at(parts.clock()));
        }
        if (config.normalizeVTargets) {
            valueScale.add(program.input("value_target").floats(), weight);
            program.set("value_scale", valueScale.factor());
        }
        nets.prepare(program, updates);
        return program;
    }

    /// The parts of the loss of one minibatch, each a scalar.
    ///
    /// @param policy −L^CLIP − c₂·H
    /// @param value c₁·L^VF
    /// @param surrogate L^CLIP
    /// @param valueError L^VF
    record Loss(Tensor policy, Tensor value, Tensor entropy, Tensor surrogate, Tensor valueError, PolicyShift shift) {}

    /// Traced: runs once per size of minibatch and builds graph; it never sees a number.
    Loss loss(Batch batch) {
        var out = nets.forward(batch.obs(), batch.mask(), batch.pass());
        Tensor eps = batch.scalar("clip_eps");
        Tensor advantage = batch.column("advantage");
        Tensor logRatio = out.policy().logProbOfRaw(batch.action()).sub(batch.column("log_prob"));
        Tensor ratio = logRatio.clamp(-20, 20).exp(); // r_t = π_θ / π_old
        Tensor clipped = ratio.clamp(eps.neg().add(1), eps.add(1));
        Tensor surrogate = batch.mean(ratio.mul(advantage).min(clipped.mul(advantage))); // eq. 7
        Tensor entropy = batch.mean(out.policy().entropy()); // H[π_θ], eq. 9
        Tensor policy = surrogate.neg().sub(entropy.mul(batch.scalar("entropy_coef")));
        if (config.saRegularizer != null) {
            policy = policy.add(batch.mean(unsteadiness(config.saRegularizer, batch, out.policy())));
        }
        Tensor valueError = batch.mean(valueLoss(batch, out.requireValue(), eps));
        PolicyShift shift = PolicyShift.of(batch, logRatio, ratio, eps);
        return new Loss(policy, valueError.mul(config.valLossCoef), entropy, surrogate, valueError, shift);
    }

    /// κ·max KL(π(s)‖π(s′)) of each row, or κ times the hinge on the most likely action.
    private Tensor unsteadiness(SaRegularizer regularizer, Batch batch, Distribution policy) {
        Tensor eps = batch.scalar("sa_eps");
        if (regularizer.loss() == SaRegularizer.Loss.HINGE) {
            Tensor best = policy.mode()
                    .oneHot(((Categorical) policy).logProbs().shape().dim(1));
            return regularizer.hinge(
                    batch.obs(), eps, best, perturbed -> ((Categorical) at(batch, perturbed)).logProbs());
        }
        return regularizer.penalty(batch.obs(), eps, perturbed -> policy.kl(at(batch, perturbed)));
    }

    private Distribution at(Batch batch, Tensor perturbed) {
        return nets.forward(perturbed, batch.mask(), batch.pass()).policy();
    }

    /// L^VF of each row, eq. 9, or one of its variants.
    private Tensor valueLoss(Batch batch, Tensor value, Tensor eps) {
        Tensor predicted = seen(batch, value);
        Tensor target = seen(batch, batch.column("value_target"));
        Tensor loss = nets.learning().lossSpec().apply(predicted, target);
        if (config.clipVloss) {
            Tensor old = seen(batch, batch.column("value"));
            Tensor held = old.add(predicted.sub(old).clamp(eps.neg(), eps));
            return loss.max(nets.learning().lossSpec().apply(held, target)).mul(0.5);
        }
        return loss;
    }

    /// A value as its loss sees it: compressed by `symlog`, then divided by the size of all targets.
    private Tensor seen(Batch batch, Tensor value) {
        Tensor compressed = config.symlog ? ValueScale.symlog(value) : value;
        return config.normalizeVTargets ? ValueScale.apply(compressed, batch.scalar("value_scale")) : compressed;
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
        to.add(Metrics.CLIP_EPS, config.clipEpsSpec.at(parts.clock().frame()));
        to.add(Metrics.ENTROPY_COEF, entropyCoef.at(parts.clock().frame()));
        stats.show(to);
    }

    @Override
    public Saved saved() {
        return saved;
    }
}
