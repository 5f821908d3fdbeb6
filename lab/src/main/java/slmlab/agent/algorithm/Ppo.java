package slmlab.agent.algorithm;

import static slmlab.spec.Check.that;

import org.jspecify.annotations.Nullable;
import slmlab.agent.Algorithm;
import slmlab.agent.Policy;
import slmlab.agent.Saved;
import slmlab.agent.Schedule;
import slmlab.agent.Stats;
import slmlab.agent.memory.Minibatches;
import slmlab.agent.memory.Rollout;
import slmlab.agent.part.ActorCriticNets;
import slmlab.agent.part.AdvantageScale;
import slmlab.agent.part.Batch;
import slmlab.agent.part.Collector;
import slmlab.agent.part.Critics;
import slmlab.agent.part.Discounted;
import slmlab.agent.part.Imitation;
import slmlab.agent.part.Parts;
import slmlab.agent.part.PolicyShift;
import slmlab.agent.part.Programs;
import slmlab.agent.part.RunningNorms;
import slmlab.agent.part.SaRegularizer;
import slmlab.agent.part.SilConfig;
import slmlab.agent.part.ValueScale;
import slmlab.env.Step;
import slmlab.spec.Default;
import slmlab.spec.Doc;
import slmlab.spec.Required;
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
                            "training against bent observations: a penalty on a policy that changes there; null for none",
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

    private final Config config;
    private final Parts parts;
    final ActorCriticNets nets;
    private final Collector collector;
    private final Minibatches minibatches;
    private final RandomStream shuffles;
    private final AdvantageScale.Scaler scaler;
    private final ValueScale valueScale;
    private final Schedule entropyCoef;
    private final boolean episodic;
    private final boolean weighted;
    private final int portion; // windows in a minibatch
    private final Programs update;
    private final RunningNorms norms;
    private final Stats stats = new Stats(
            "loss",
            "entropy",
            "grad_norm",
            "policy_loss",
            "value_loss",
            "approx_kl",
            "clip_fraction",
            "explained_variance",
            "sil_loss",
            "stale_kl");
    final @Nullable Imitation imitation;
    private final Saved saved;
    private long updates;

    public Ppo(Config config, Parts parts) {
        this(config, null, parts);
    }

    /// With self-imitation after every update, if `sil` says how.
    Ppo(Config config, @Nullable SilConfig sil, Parts parts) {
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
        this.portion = Math.max(1, config.minibatchSize / nets.window());
        this.update = new Programs(windows -> collector.learner(trace -> {
            Batch batch = Batch.of(trace, parts, windows, nets.window(), weighted);
            Loss loss = loss(batch);
            nets.step(trace, loss.policy(), loss.value());
            trace.output("loss", loss.policy().add(loss.value()));
            trace.output("entropy", loss.entropy());
            trace.output("policy_loss", loss.surrogate().neg());
            trace.output("value_loss", loss.valueError());
            trace.output("approx_kl", loss.shift().approxKl());
            trace.output("clip_fraction", loss.shift().clipFraction());
        }));
        int most = weighted ? portion : Math.min(portion, config.timeHorizon * parts.envs());
        this.norms = new RunningNorms(parts, most, nets.window(), weighted, nets::forward);
        this.imitation = sil == null ? null : new Imitation(sil, config.gamma, parts, nets, collector::learner);
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
        stats.add("explained_variance", minibatches.explainedVariance());
        for (int epoch = 0; epoch < config.trainingEpoch; epoch++) {
            minibatches.shuffle(shuffles);
            for (int from = 0; from < minibatches.count(); from += portion) {
                Program program = prepare(from, Math.min(portion, minibatches.count() - from));
                parts.learn(program); // loss, gradient, clipping, optimizer
                report(program);
                if (epoch == 0 && from == 0) {
                    stats.add("stale_kl", program.output("approx_kl").item()); // before anything was learned
                }
                if (epoch == config.trainingEpoch - 1) {
                    stats.add("approx_kl", program.output("approx_kl").item()); // how far the whole update went
                }
            }
        }
        if (imitation != null) {
            imitation.keep(rollout);
            imitation.learn(stats, updates);
        }
        for (int from = 0; from < minibatches.count(); from += portion) {
            int count = Math.min(portion, minibatches.count() - from);
            norms.follow(minibatches, from, count, weighted ? portion : count);
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
        Program program = update.of(weighted ? portion : count);
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

    private void report(Program program) {
        nets.report(program, stats, parts.clock());
        stats.add("loss", program.output("loss").item());
        stats.add("entropy", program.output("entropy").item());
        stats.add("policy_loss", program.output("policy_loss").item());
        stats.add("value_loss", program.output("value_loss").item());
        stats.add("clip_fraction", program.output("clip_fraction").item());
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
            return regularizer.hinge(batch.obs(), eps, best, bent -> ((Categorical) at(batch, bent)).logProbs());
        }
        return regularizer.penalty(batch.obs(), eps, bent -> policy.kl(at(batch, bent)));
    }

    private Distribution at(Batch batch, Tensor bent) {
        return nets.forward(bent, batch.mask(), batch.pass()).policy();
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
        Tensor compressed = config.symlog ? Critics.symlog(value) : value;
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
        to.add("lr", nets.rate(updates));
        to.add("clip_eps", config.clipEpsSpec.at(parts.clock().frame()));
        to.add("entropy_coef", entropyCoef.at(parts.clock().frame()));
        to.add("entropy", stats.mean("entropy"));
        to.add("grad_norm", stats.mean("grad_norm"));
        to.add("policy_loss", stats.mean("policy_loss"));
        to.add("value_loss", stats.mean("value_loss"));
        to.add("approx_kl", stats.mean("approx_kl"));
        to.add("stale_kl", stats.mean("stale_kl"));
        to.add("clip_fraction", stats.mean("clip_fraction"));
        to.add("explained_variance", stats.mean("explained_variance"));
        if (imitation != null) {
            to.add("sil_loss", stats.mean("sil_loss"));
        }
    }

    @Override
    public Saved saved() {
        return saved;
    }
}
