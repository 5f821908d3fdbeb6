package slmlab.agent.algorithm;

import static slmlab.agent.facts.Trait.Q_VALUES;
import static slmlab.agent.facts.Trait.ROLLOUT;
import static slmlab.spec.key.Check.that;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import slmlab.agent.Algorithm;
import slmlab.agent.Policy;
import slmlab.agent.Saved;
import slmlab.agent.Stats;
import slmlab.agent.facts.AlgorithmFacts;
import slmlab.agent.facts.AlgorithmShape;
import slmlab.agent.facts.UsualSettings;
import slmlab.agent.memory.Minibatches;
import slmlab.agent.memory.Rollout;
import slmlab.agent.net.Net;
import slmlab.agent.net.Tail;
import slmlab.agent.part.AgentContext;
import slmlab.agent.part.Batch;
import slmlab.agent.part.Discounted;
import slmlab.agent.part.QActor;
import slmlab.agent.part.QGauges;
import slmlab.agent.part.QPolicy;
import slmlab.agent.part.Trainer;
import slmlab.agent.part.WholeBatch;
import slmlab.env.Step;
import slmlab.metric.Metrics;
import slmlab.spec.key.Doc;
import slmlab.spec.key.Required;
import slmlab.tensor.Array;
import slmlab.tensor.Program;
import slmlab.tensor.Tensor;
import slmlab.tensor.Trace;
import slmlab.tensor.Variables;

/// Action values of the policy that acts: Q(s, a) follows r + γQ(s′, a′).
///
/// Rummery and Niranjan 1994, "On-line Q-learning using connectionist systems".
public final class Sarsa implements Algorithm {

    public record Config(
            @Doc("discount of future rewards") @Required("0.99")
            double gamma,

            @Doc(value = "steps between updates; episodes, with the memory OnPolicyReplay", example = "32")
            @Required("1")
            int trainingFrequency)
            implements Discounted {

        public Config {
            that("gamma", gamma >= 0 && gamma <= 1, "is %s; needs to lie in [0, 1], typically 0.99", gamma);
            that("training_frequency", trainingFrequency > 0, "is %d; needs at least 1", trainingFrequency);
        }
    }

    public static final AlgorithmFacts<Config> FACTS = AlgorithmFacts.of(
                    "SARSA",
                    "on-policy Q-learning",
                    Config.class,
                    Sarsa::new,
                    config -> AlgorithmShape.rollout("training_frequency", config.trainingFrequency))
            .paper("Rummery and Niranjan 1994")
            .traits(ROLLOUT, Q_VALUES)
            .usual(UsualSettings.rollout(4, """
                    gamma: 0.99
                    training_frequency: 32
                    """ + UsualSettings.EXPLORATION, """
                    clip_grad_val: 0.5
                    optim_spec: {name: Adam, lr: 0.001}
                    """))
            .firstSpec("spec/benchmark/sarsa/sarsa_cartpole.json sarsa_epsilon_greedy_cartpole")
            .build();

    private final Config config;
    private final AgentContext parts;
    private final Variables variables;
    private final Variables optimizers;
    final Net net;
    private final QActor actor;
    private final Trainer trainer;
    private final Rollout rollout;
    private final WholeBatch batch;
    private final Stats stats = new Stats(Metrics.LOSS, Metrics.GRAD_NORM);
    private final QGauges gauges = new QGauges();
    private @Nullable Step last;
    private boolean chosen; // whether the next action is chosen already
    private final Saved saved;
    private long updates;

    public Sarsa(Config config, AgentContext parts) {
        this.config = config;
        this.parts = parts;
        this.variables = parts.store();
        this.optimizers = parts.optimizers();
        int actions = QPolicy.actions(parts.action(), "SARSA");
        this.net = Net.of(
                parts.net(),
                "net",
                parts.obs(),
                List.of(Tail.values(actions, parts.net().learning())),
                variables,
                parts.random().split("init"));
        this.actor = new QActor(parts, net, QPolicy.of(parts.acting()));
        this.trainer = new Trainer(
                "net",
                net.parameters(),
                parts.net().learning().actorOptim(),
                parts.net().learning(),
                (double) config.trainingFrequency * parts.envs());
        boolean episodic = parts.memory().name().isEpisodic();
        this.rollout = new Rollout(
                parts.obs(),
                parts.action(),
                parts.envs(),
                episodic ? 0 : config.trainingFrequency,
                parts.masked(),
                QActor.stateSizes(net));
        int window = net.seqLen();
        this.batch = new WholeBatch(
                parts,
                new Minibatches(rollout, window, parts.memory().leftOut()),
                window,
                config.trainingFrequency,
                parts::program,
                net::forward,
                rows -> {
                    Loss loss = loss(rows);
                    trainer.step(rows.trace(), optimizers, loss.mean());
                    rows.trace().output(Metrics.LOSS.name(), loss.mean());
                    QGauges.output(rows.trace(), loss.q(), loss.error());
                });
        this.saved = new Saved()
                .add("variables", variables)
                .add("optimizers", optimizers)
                .add("rollout", rollout)
                .add("actor", actor.saved())
                .add("stats", stats)
                .add("q_gauges", gauges)
                .add("updates", () -> updates, count -> updates = count)
                .add("chosen", () -> chosen ? 1 : 0, flag -> chosen = flag == 1)
                .add("chosen_action", actor.chosen())
                .add("chosen_value", actor.values());
    }

    @Override
    public Array act(Step step) {
        if (!chosen) {
            actor.choose(step.obs(), step.actionMask());
        }
        chosen = false;
        rollout.choose(step);
        rollout.put("action", actor.chosen());
        rollout.put("value", actor.values());
        if (net.stateSize() > 0) {
            rollout.put(actor.stateName(), actor.state());
        }
        return actor.take();
    }

    @Override
    public void observe(Step step) {
        last = step;
        valueCutEpisodes(step);
        rollout.observe(step);
        actor.observe(step);
    }

    /// Q(s′, a′) where an episode was cut short, with the action that would have followed.
    private void valueCutEpisodes(Step step) {
        byte[] truncated = step.truncated().bytes();
        boolean any = false;
        for (byte flag : truncated) {
            any |= flag != 0;
        }
        if (any) {
            actor.choose(step.finalObs(), step.finalMask());
            float[] next = rollout.floats("next_value");
            for (int i = 0; i < truncated.length; i++) {
                if (truncated[i] != 0) {
                    next[rollout.size() + i] = actor.values().floats()[i];
                }
            }
        }
    }

    @Override
    public @Nullable Stats update() {
        if (!batch.isReady(rollout)) {
            return null;
        }
        Step step = Objects.requireNonNull(last);
        actor.choose(step.obs(), step.actionMask()); // a′ of the last step, which is taken next
        chosen = true;
        rollout.chainValues(actor.values().floats());
        float[] target = rollout.floats("value_target");
        for (int row = 0; row < rollout.size(); row++) {
            double future = rollout.bytes("terminated")[row] != 0 ? 0 : rollout.floats("next_value")[row];
            target[row] = (float) (rollout.floats("reward")[row] + config.gamma * future); // y = r + γQ(s′, a′)
        }
        Program program = batch.gather();
        trainer.prepare(program, updates);
        parts.learn(program);
        stats.clear();
        trainer.report(program, stats, parts.clock());
        stats.add(program);
        gauges.learned(program);
        batch.clear(rollout);
        updates++;
        return stats;
    }

    /// @param q Q(s, a) of each row
    /// @param error y − Q(s, a) of each row
    record Loss(Tensor mean, Tensor q, Tensor error) {}

    /// E[L(Q(s, a), y)]. Traced.
    Loss loss(Batch rows) {
        Tensor q = net.forward(rows.obs(), rows.pass()).getFirst();
        Tensor taken = QPolicy.of(q, rows.action());
        Tensor y = rows.column("value_target");
        Tensor mean = rows.mean(parts.net().learning().lossSpec().apply(taken, y));
        return new Loss(mean, taken, y.sub(taken));
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
