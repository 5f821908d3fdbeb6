package slmlab.agent.algorithm;

import static slmlab.agent.facts.Condition.DISCRETE;
import static slmlab.agent.facts.Condition.IMAGE;
import static slmlab.agent.facts.Condition.SIMULATOR;
import static slmlab.agent.facts.Condition.SINGLE_AGENT;
import static slmlab.agent.facts.Trait.Q_VALUES;
import static slmlab.agent.facts.Trait.REPLAY;
import static slmlab.agent.facts.Trait.TARGETS;
import static slmlab.spec.key.Check.that;

import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
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
import slmlab.agent.net.Net;
import slmlab.agent.net.Tail;
import slmlab.agent.part.AgentContext;
import slmlab.agent.part.Discounted;
import slmlab.agent.part.Inputs;
import slmlab.agent.part.QActor;
import slmlab.agent.part.QGauges;
import slmlab.agent.part.QPolicy;
import slmlab.agent.part.SaRegularizer;
import slmlab.agent.part.TargetNets;
import slmlab.agent.part.Trainer;
import slmlab.env.Step;
import slmlab.metric.Metrics;
import slmlab.spec.key.Default;
import slmlab.spec.key.Doc;
import slmlab.spec.key.Required;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Program;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.Trace;
import slmlab.tensor.Variables;

/// Deep Q-learning from a replay, with three ways to bootstrap.
///
/// Mnih et al. 2015, "Human-level control through deep reinforcement learning"; van Hasselt et al. 2016,
/// arXiv:1509.06461. Dueling is a net, prioritized replay a memory.
public final class Dqn implements Algorithm {

    /// Which net values the next observation.
    enum Future {
        /// The one that learns, the online network: max_a Q(s′, a).
        ONLINE,
        /// The target network: max_a Q̄(s′, a).
        TARGET,
        /// The target network values the action that the online one prefers: Q̄(s′, argmax_a Q(s′, a)).
        DOUBLE
    }

    public record Config(
            @Doc("discount of future rewards") @Required("0.99")
            double gamma,

            @Doc(value = "frames between updates", example = "4") @Required("1")
            int trainingFrequency,

            @Doc(value = "frames before the first update; null for the batch size", example = "1000") @Nullable
            Integer trainingStartStep,

            @Doc(value = "batches per update", example = "4") @Default("1")
            int trainingIter,

            @Doc("gradient steps per batch") @Default("1") int trainingBatchIter,

            @Doc(value = "rewards that are summed before the next observation is valued", example = "3") @Default("1")
            int numStepReturns,

            @Doc(
                    value =
                            "training against adversarial observations: a penalty where another action than the best comes "
                                    + "within 1 of it; null for none",
                    example = "{kappa: 0.1, epsilon: 0.1}")
            @Nullable
            SaRegularizer saRegularizer)
            implements Discounted {

        public Config {
            that("gamma", gamma >= 0 && gamma <= 1, "is %s; needs to lie in [0, 1], typically 0.99", gamma);
            that("training_frequency", trainingFrequency > 0, "is %d; needs at least 1", trainingFrequency);
            that(
                    "training_start_step",
                    trainingStartStep == null || trainingStartStep >= 0,
                    "is %s; needs at least 0",
                    trainingStartStep);
            that("training_iter", trainingIter > 0, "is %d; needs at least 1", trainingIter);
            that("training_batch_iter", trainingBatchIter > 0, "is %d; needs at least 1", trainingBatchIter);
            that("num_step_returns", numStepReturns > 0, "is %d; needs at least 1", numStepReturns);
        }
    }

    private static final String USUAL_KEYS = """
            gamma: 0.99
            training_frequency: 4
            training_start_step: 1000
            training_iter: 2
            """ + UsualSettings.EXPLORATION;
    private static final String USUAL_NET = """
            clip_grad_val: 10
            loss_spec: {name: SmoothL1Loss}
            optim_spec: {name: Adam, lr: 0.0005}
            """;
    private static final String USUAL_MEMORY = """
            name: Replay
            batch_size: 64
            max_size: 50000
            """;
    private static final UsualSettings USUAL =
            UsualSettings.replay(4, USUAL_KEYS, USUAL_NET + """
            update_type: replace
            update_frequency: 500
            """).withMemory(USUAL_MEMORY);

    public static final AlgorithmFacts<Config> VANILLA_FACTS = AlgorithmFacts.of(
                    "VanillaDQN",
                    "deep Q-learning from a replay, without a target network",
                    Config.class,
                    Dqn::vanilla,
                    config -> AlgorithmShape.replay(config.numStepReturns))
            .traits(REPLAY, Q_VALUES)
            .usual(UsualSettings.replay(4, USUAL_KEYS, USUAL_NET).withMemory(USUAL_MEMORY))
            .firstSpec("spec/benchmark/dqn/dqn_cartpole.json vanilla_dqn_boltzmann_cartpole")
            .build();

    public static final AlgorithmFacts<Config> FACTS = AlgorithmFacts.of(
                    "DQN", "deep Q-learning with a target network", Config.class, Dqn::withTarget, Dqn::shape)
            .paper("Mnih et al. 2015")
            .traits(REPLAY, Q_VALUES, TARGETS)
            .usual(USUAL)
            .firstSpec("spec/dqn/cartpole.yaml dqn_cartpole_zoo")
            .build();

    public static final AlgorithmFacts<Config> DOUBLE_FACTS = AlgorithmFacts.of(
                    "DoubleDQN",
                    "DQN whose online network picks the action that the target network values",
                    Config.class,
                    Dqn::doubled,
                    Dqn::shape)
            .paper("arXiv:1509.06461")
            .aliases("DDQN")
            .traits(REPLAY, Q_VALUES, TARGETS)
            .usual(USUAL)
            .firstSpec("spec/dqn/cartpole.yaml ddqn_per_cartpole")
            .recommend(Recommendation.of("DoubleDQN with prioritized replay", DISCRETE, SINGLE_AGENT, SIMULATOR)
                    .becauseOfReplay()
                    .start("spec/benchmark/dqn/ddqn_per_pong.json ddqn_per_pong", IMAGE)
                    .start("spec/dqn/lunar.yaml ddqn_per_lunar")
                    .settings("a replay of 50,000 steps or more, ε from 1 to 0.01")
                    .fallback("n-step returns, a slower decay of ε, a larger replay"))
            .build();

    public static final AlgorithmFacts<Config> HYDRA_FACTS = AlgorithmFacts.of(
                    "HydraDQN", "DQN for a HydraMLPNet", Config.class, Dqn::withTarget, Dqn::shape)
            .traits(REPLAY, Q_VALUES, TARGETS)
            .usual(USUAL.withNet("""
                    type: HydraMLPNet
                    hid_layers: [[[64]], [64], []]
                    hid_layers_activation: relu
                    """))
            .build();

    private static AlgorithmShape shape(Config config) {
        return AlgorithmShape.replay(config.numStepReturns).withTargets(1, 0);
    }

    private final Config config;
    private final AgentContext parts;
    private final Future future;
    private final Variables variables;
    private final Variables optimizers;
    final Net net;
    private final @Nullable Net target;
    private final @Nullable TargetNets targets;
    private final QActor actor;
    private final Trainer trainer;
    private final Replay replay;
    private final RandomStream perturbations; // where the search for adversarial observations starts
    private final int startStep;
    private final int window;
    private final boolean recurrent;
    private final Program update;
    private final Stats stats = new Stats(Metrics.LOSS, Metrics.GRAD_NORM);
    private final QGauges gauges = new QGauges();
    private final Saved saved;
    private long updates;

    /// Q-learning whose targets come from the net that learns.
    public static Dqn vanilla(Config config, AgentContext parts) {
        return new Dqn(config, parts, Future.ONLINE);
    }

    /// With a target network.
    public static Dqn withTarget(Config config, AgentContext parts) {
        return new Dqn(config, parts, Future.TARGET);
    }

    /// Double Q-learning.
    public static Dqn doubled(Config config, AgentContext parts) {
        return new Dqn(config, parts, Future.DOUBLE);
    }

    private Dqn(Config config, AgentContext parts, Future future) {
        this.config = config;
        this.parts = parts;
        this.variables = parts.store();
        this.optimizers = parts.optimizers();
        this.future = future;
        int actions = QPolicy.actions(parts.action(), "DQN");
        List<Tail> tails = List.of(Tail.values(actions, parts.net().learning()));
        var random = parts.random().split("init");
        this.net = Net.of(parts.net(), "net", parts.obs(), tails, variables, random);
        if (future == Future.ONLINE) {
            this.target = null;
            this.targets = null;
        } else {
            this.target = Net.of(parts.net(), "target_net", parts.obs(), tails, variables, random);
            this.targets = TargetNets.replaced(parts, variables, List.of("net"));
        }
        this.actor = new QActor(parts, net, QPolicy.of(parts.acting()));
        this.window = net.seqLen();
        this.recurrent = net.stateSize() > 0;
        this.perturbations = parts.random().split("sa");
        if (config.saRegularizer != null) {
            config.saRegularizer.check(parts, recurrent);
            that(
                    "sa_regularizer.loss",
                    config.saRegularizer.loss() != SaRegularizer.Loss.KL,
                    "is kl, which compares probabilities; DQN has action values; use hinge");
        }
        that(
                "burn_in",
                !recurrent || parts.memory().burnIn() < window,
                "is %d; needs to be less than seq_len = %d, or nothing is learned",
                parts.memory().burnIn(),
                window);
        int perUpdate = Math.max(config.trainingFrequency, parts.envs());
        this.trainer = new Trainer(
                "net",
                net.parameters(),
                parts.net().learning().actorOptim(),
                parts.net().learning(),
                perUpdate);
        this.replay = parts.replay(QActor.stateSizes(net), config.numStepReturns, config.gamma);
        Integer start = config.trainingStartStep;
        this.startStep = start == null ? parts.memory().batchSize() : start;
        this.update = learner(trace -> {
            Loss loss = recurrent ? windowLoss(trace) : loss(trace);
            trainer.step(trace, optimizers, loss.mean());
            trace.output(Metrics.LOSS.name(), loss.mean());
            trace.output("error", loss.error());
            QGauges.output(trace, loss.q(), loss.each());
        });
        this.saved = new Saved()
                .add("variables", variables)
                .add("optimizers", optimizers)
                .add("replay", replay)
                .add("actor", actor.saved())
                .add("stats", stats)
                .add("q_gauges", gauges)
                .add("updates", () -> updates, count -> updates = count);
        if (config.saRegularizer != null) {
            saved.add("sa_draws", perturbations);
        }
    }

    private Program learner(Consumer<Trace> body) {
        return config.saRegularizer == null ? parts.program(body) : parts.program(perturbations, body);
    }

    @Override
    public Array act(Step step) {
        replay.begin(step);
        actor.choose(step.obs(), step.actionMask());
        replay.put("action", actor.chosen());
        if (recurrent) {
            replay.put(actor.stateName(), actor.state());
        }
        return actor.take();
    }

    @Override
    public void observe(Step step) {
        replay.observe(step);
        actor.observe(step);
    }

    @Override
    public @Nullable Stats update() {
        boolean due = replay.isDue(startStep, config.trainingFrequency);
        if (due) {
            stats.clear();
            for (int iter = 0; iter < config.trainingIter; iter++) {
                sample();
                for (int step = 0; step < config.trainingBatchIter; step++) {
                    trainer.prepare(update, updates);
                    if (config.saRegularizer != null) {
                        update.set("sa_eps", config.saRegularizer.at(parts.clock()));
                    }
                    parts.learn(update); // loss, gradient, clipping, optimizer
                    report();
                }
                parts.prioritize(replay, update);
            }
            updates++;
        }
        if (targets != null) {
            targets.follow();
        }
        return due ? stats : null;
    }

    private void sample() {
        if (recurrent) {
            parts.sampleWindows(replay, window);
        } else {
            parts.sample(replay);
        }
        replay.gather(update);
        Array state = update.inputs().get("target_net.state");
        if (state != null) {
            state.copyFrom(update.input("net.state"));
        }
    }

    private void report() {
        trainer.report(update, stats, parts.clock());
        stats.add(update);
        gauges.learned(update);
    }

    /// @param mean L(Q(s, a), y) over the batch
    /// @param error y − Q(s, a) of each row; of windows, the largest of each
    /// @param q Q(s, a) of each row
    /// @param each y − Q(s, a) of each row
    record Loss(Tensor mean, Tensor error, Tensor q, Tensor each) {}

    /// E[L(Q(s, a), y)], y = r + γ·Q(s′, a*). Traced.
    Loss loss(Trace trace) {
        int rows = parts.memory().batchSize();
        Inputs now = parts.rows(trace, "", rows);
        Inputs next = parts.rows(trace, "next_", rows);
        Tensor q = net.forward(now.obs(), ForwardPass.learning(trace)).getFirst();
        Tensor value = valueOf(
                next.mask(),
                each -> each.forward(next.obs(), ForwardPass.next(trace)).getFirst());
        Loss loss = loss(now, q, value);
        return config.saRegularizer == null
                ? loss
                : new Loss(loss.mean().add(hinge(config.saRegularizer, now, q)), loss.error(), loss.q(), loss.each());
    }

    /// κ·E[max(max_{a≠a*} Q(s′, a) − Q(s′, a*), −1)], a* the best action in s, at the worst s′ near it.
    private Tensor hinge(SaRegularizer regularizer, Inputs now, Tensor q) {
        Tensor best = QPolicy.best(q, now.mask()).oneHot(q.shape().dim(1));
        return regularizer
                .hinge(
                        now.obs(),
                        now.trace().scalar("sa_eps"),
                        best,
                        perturbed -> net.forward(perturbed, ForwardPass.frozen(now.trace()))
                                .getFirst())
                .mean();
    }

    /// The same for windows of a recurrent net: one more observation than steps, each valued once. Traced.
    Loss windowLoss(Trace trace) {
        int windows = parts.memory().batchSize();
        Inputs all = parts.rows(trace, "", windows * (window + 1));
        Tensor online =
                net.forward(all.obs(), ForwardPass.learning(trace, window + 1)).getFirst();
        Tensor mask = all.mask();
        Tensor next = valueOf(mask == null ? null : steps(mask.toFloat(), windows, 1), each -> {
            Tensor q = each == net
                    ? online
                    : each.forward(all.obs(), ForwardPass.frozen(trace, window + 1))
                            .getFirst();
            return steps(q, windows, 1);
        });
        Loss loss =
                loss(parts.rows(trace, "", windows * window), steps(online, windows, 0), behind(trace, next, windows));
        Tensor counted =
                loss.error().abs().mul(trace.input("weight", windows * window).gt(0));
        return new Loss(loss.mean(), counted.reshape(windows, window).maxOver(1), loss.q(), loss.each());
    }

    /// Of values behind one step, those behind up to n.
    private Tensor behind(Trace trace, Tensor next, int windows) {
        if (config.numStepReturns == 1) {
            return next;
        }
        Tensor last = trace.input("last", DType.INT32, Shape.of(windows, window));
        return next.reshape(windows, window).gather(1, last).reshape(windows * window);
    }

    /// `window` steps of each window from step `from` on, [windows·window, actions].
    private Tensor steps(Tensor all, int windows, int from) {
        int actions = all.shape().dim(1);
        return all.reshape(windows, window + 1, actions)
                .slice(1, from, from + window)
                .reshape(windows * window, actions);
    }

    private Loss loss(Inputs now, Tensor q, Tensor next) {
        Tensor taken = QPolicy.of(q, now.action());
        Tensor y = now.target(next);
        Tensor each = parts.net().learning().lossSpec().apply(taken, y);
        boolean weighted = recurrent || parts.memory().beta() != null;
        Tensor mean =
                weighted ? each.mul(now.trace().input("weight", now.rows())).sum() : each.mean();
        Tensor error = y.sub(taken);
        return new Loss(mean, error, taken, error);
    }

    /// Q(s′, a*), `[rows]`.
    ///
    /// @param next a network's values of the next observations, [rows, actions]
    private Tensor valueOf(@Nullable Tensor mask, Function<Net, Tensor> next) {
        return switch (future) {
            case ONLINE -> highest(next.apply(net), mask);
            case TARGET -> highest(next.apply(Objects.requireNonNull(target)), mask);
            case DOUBLE -> {
                Tensor best = QPolicy.best(next.apply(net), mask);
                yield QPolicy.of(next.apply(Objects.requireNonNull(target)), best);
            }
        };
    }

    private static Tensor highest(Tensor q, @Nullable Tensor mask) {
        return mask == null ? q.maxOver(1) : QPolicy.of(q, QPolicy.best(q, mask));
    }

    @Override
    public Policy policy(int size, boolean stochastic) {
        return actor.policy(size, stochastic);
    }

    @Override
    public boolean traceActing(Trace trace, int rows) {
        actor.traceActing(trace, rows);
        return true;
    }

    @Override
    public Variables variables() {
        return variables;
    }

    @Override
    public void gauges(Stats to) {
        to.add(Metrics.LR, trainer.rate(updates));
        to.add(Metrics.EXPLORE_VAR, actor.exploreVar());
        stats.show(to);
        gauges.gauge(to);
    }

    @Override
    public Saved saved() {
        return saved;
    }
}
