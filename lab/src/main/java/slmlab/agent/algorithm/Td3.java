package slmlab.agent.algorithm;

import static slmlab.agent.facts.Condition.CONTINUOUS;
import static slmlab.agent.facts.Condition.SIMULATOR;
import static slmlab.agent.facts.Condition.SINGLE_AGENT;
import static slmlab.agent.facts.Trait.CRITIC;
import static slmlab.agent.facts.Trait.DETERMINISTIC;
import static slmlab.agent.facts.Trait.REPLAY;
import static slmlab.agent.facts.Trait.TARGETS;
import static slmlab.spec.key.Check.that;

import java.util.List;
import java.util.Map;
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
import slmlab.agent.part.Critics;
import slmlab.agent.part.Discounted;
import slmlab.agent.part.Inputs;
import slmlab.agent.part.PolicyProgram;
import slmlab.agent.part.QGauges;
import slmlab.agent.part.TargetNets;
import slmlab.agent.part.Trainer;
import slmlab.env.RandomActions;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.metric.Metrics;
import slmlab.spec.key.ConfigException;
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

/// Deterministic policies for continuous actions: TD3 (twin delayed deep deterministic policy gradient), and
/// DDPG, which it improves on.
///
/// Fujimoto et al. 2018, arXiv:1802.09477; Lillicrap et al. 2016, arXiv:1509.02971.
public final class Td3 implements Algorithm {

    public record Config(
            @Doc("discount of future rewards") @Required("0.99")
            double gamma,

            @Doc("frames between updates") @Required("1") int trainingFrequency,

            @Doc("frames of random actions before the first update") @Default("1000")
            int trainingStartStep,

            @Doc(value = "batches per update; null for one per env", example = "1") @Nullable
            Integer trainingIter,

            @Doc("batches per step of the actor; the critics step on each") @Default("2")
            int policyDelay,

            @Doc("standard deviation of the noise that is added to actions in training") @Default("0.1")
            double exploreNoise,

            @Doc("standard deviation of the noise on the target's actions") @Default("0.2")
            double targetNoise,

            @Doc("the noise on the target's actions is clipped to ± this") @Default("0.5")
            double targetNoiseClip)
            implements Discounted {

        private static final double DEFAULT_CLIP = 0.5;

        /// The defaults of DDPG: no delay of the policy and no noise in the target.
        public static Config ddpg() {
            return Defaults.of(Config.class, Map.of("policy_delay", 1, "target_noise", 0, "target_noise_clip", 0));
        }

        public Config {
            that("gamma", gamma >= 0 && gamma <= 1, "is %s; needs to lie in [0, 1], typically 0.99", gamma);
            that("training_frequency", trainingFrequency > 0, "is %d; needs at least 1", trainingFrequency);
            that("training_start_step", trainingStartStep >= 0, "is %d; needs at least 0", trainingStartStep);
            that("training_iter", trainingIter == null || trainingIter > 0, "is %s; needs at least 1", trainingIter);
            that("policy_delay", policyDelay > 0, "is %d; needs at least 1", policyDelay);
            that("explore_noise", exploreNoise >= 0, "is %s; needs at least 0", exploreNoise);
            that("target_noise", targetNoise >= 0, "is %s; needs at least 0", targetNoise);
            that("target_noise_clip", targetNoiseClip >= 0, "is %s; needs at least 0", targetNoiseClip);
            that(
                    "target_noise",
                    targetNoise == 0 || targetNoiseClip > 0,
                    "is %s; target_noise_clip 0 leaves nothing of it, needs a bound above 0",
                    targetNoise);
            that(
                    "target_noise_clip",
                    targetNoise > 0 || targetNoiseClip == 0 || targetNoiseClip == DEFAULT_CLIP,
                    "is %s; there is no target_noise to clip",
                    targetNoiseClip);
        }
    }

    private static final AlgorithmShape SHAPE =
            AlgorithmShape.replay(1).withCritics(2).withTargets(1, 2);
    private static final UsualSettings USUAL = UsualSettings.replay(
            1, UsualSettings.UPDATE_EACH_STEP + "explore_noise: 0.1\n", UsualSettings.ADAM + UsualSettings.POLYAK);

    public static final AlgorithmFacts<Config> FACTS = AlgorithmFacts.of(
                    "TD3", "twin delayed deep deterministic policy gradient", Config.class, Td3::td3, _ -> SHAPE)
            .paper("arXiv:1802.09477")
            .traits(REPLAY, DETERMINISTIC, CRITIC, TARGETS)
            .usual(USUAL)
            .firstSpec("spec/td3/pendulum.yaml td3_pendulum")
            .recommend(Recommendation.of("TD3", CONTINUOUS, SINGLE_AGENT, SIMULATOR)
                    .becauseOfReplay()
                    .start("spec/td3/pendulum.yaml td3_pendulum")
                    .settings("noise of 0.1 on actions, an actor update forevery second one of the critics")
                    .fallback("SAC, which explores on its own"))
            .build();

    public static final AlgorithmFacts<Config> DDPG_FACTS = AlgorithmFacts.of(
                    "DDPG", "deep deterministic policy gradient", Config.ddpg(), Td3::ddpg, _ -> SHAPE)
            .paper("arXiv:1509.02971")
            .traits(REPLAY, DETERMINISTIC, CRITIC, TARGETS)
            .usual(USUAL)
            .build();

    private final Config config;
    private final AgentContext parts;
    private final boolean twin;
    private final int rows;
    private final Variables variables;
    private final Variables optimizers;
    private final Net actor;
    private final Net targetActor;
    final Critics critics;
    private final Critics targetCritics;
    private final TargetNets targets;
    private final Trainer actorTrainer;
    private final Replay replay;
    private final RandomStream draws;
    private final RandomStream firstDraws;
    private final RandomActions first;
    private final Program act;
    private final Program critic;
    private final Program policy;
    private final Array action;
    private final Stats stats = new Stats(Metrics.LOSS, Metrics.GRAD_NORM, Metrics.POLICY_LOSS);
    private final QGauges gauges = new QGauges();
    private final Saved saved;
    private long updates;
    private long batches;

    /// Two critics, the lower of which counts.
    public static Td3 td3(Config config, AgentContext parts) {
        return new Td3(config, parts, true);
    }

    /// The first critic alone counts.
    public static Td3 ddpg(Config config, AgentContext parts) {
        return new Td3(config, parts, false);
    }

    private Td3(Config config, AgentContext parts, boolean twin) {
        if (!(parts.action() instanceof Space.Box box)) {
            throw new ConfigException("algorithm needs continuous actions; the env's are %s".formatted(parts.action()));
        }
        this.config = config;
        this.parts = parts;
        this.variables = parts.store();
        this.optimizers = parts.optimizers();
        this.twin = twin;
        this.rows = parts.memory().batchSize();
        int size = box.shape().volume();
        List<Tail> tails = List.of(new Tail(size, parts.net().learning().actorInitStd(), null));
        RandomStream random = parts.random().split("init");
        this.actor = Net.of(parts.net().actor(), "net", parts.obs(), tails, variables, random);
        this.targetActor = Net.of(parts.net().actor(), "target_net", parts.obs(), tails, variables, random);
        this.critics = new Critics(parts, parts.net(), "", variables);
        this.targetCritics = new Critics(parts, parts.net(), TargetNets.PREFIX, variables);
        this.targets = TargetNets.averaged(parts, variables, List.of("net", "q1_net", "q2_net"));
        double perUpdate = Math.max(config.trainingFrequency, parts.envs());
        critics.train(perUpdate);
        this.actorTrainer = new Trainer(
                "net",
                actor.parameters(),
                parts.net().learning().actorOptim(),
                parts.net().learning(),
                perUpdate);
        this.replay = parts.replay(Map.of(), 1, config.gamma);
        this.draws = parts.random().split("update");
        this.firstDraws = parts.random().split("first");
        this.first = new RandomActions(parts.action(), parts.envs(), firstDraws);
        this.action = parts.emptyAction(parts.envs());
        this.act = parts.program(
                draws, trace -> trace.output("action", choice(parts.rows(trace, "", parts.envs()), true)));
        this.critic = parts.program(draws, trace -> critics.step(trace, optimizers, criticLoss(trace)));
        this.policy = parts.program(draws, trace -> {
            Tensor loss = policyLoss(trace);
            actorTrainer.step(trace, optimizers, loss);
            trace.output(Metrics.POLICY_LOSS.name(), loss);
        });
        this.saved = new Saved()
                .add("variables", variables)
                .add("optimizers", optimizers)
                .add("replay", replay)
                .add("stats", stats)
                .add("q_gauges", gauges)
                .add("draws", draws)
                .add("first_draws", firstDraws)
                .add("updates", () -> updates, count -> updates = count)
                .add("batches", () -> batches, count -> batches = count);
    }

    private Tensor choice(Inputs now, boolean noisy) {
        Tensor mean = actor.forward(now.obs(), ForwardPass.acting(now.trace()))
                .getFirst()
                .tanh();
        Tensor noise = Tensor.normal(mean.shape()).mul(config.exploreNoise);
        return noisy ? mean.add(noise).clamp(-1, 1) : mean;
    }

    @Override
    public Array act(Step step) {
        replay.begin(step);
        if (parts.clock().frame() < config.trainingStartStep) {
            copy(first.next(null), action);
        } else {
            act.input("obs").copyFrom(step.obs());
            act.run();
            copy(act.output("action"), action);
        }
        replay.put("action", action);
        return action;
    }

    private static void copy(Array from, Array to) {
        System.arraycopy(from.floats(), 0, to.floats(), 0, to.floats().length); // whatever the shape of an action
    }

    @Override
    public void observe(Step step) {
        replay.observe(step);
    }

    @Override
    public @Nullable Stats update() {
        if (!replay.isDue(config.trainingStartStep, config.trainingFrequency)) {
            return null;
        }
        stats.clear();
        int iterations = config.trainingIter == null ? parts.envs() : config.trainingIter;
        for (int iter = 0; iter < iterations; iter++) {
            parts.sample(replay);
            batches++;
            replay.gather(critic);
            critics.prepare(critic, updates);
            parts.learn(critic);
            stats.add(critic);
            critics.report(critic, stats, gauges);
            parts.prioritize(replay, critic);
            if (batches % config.policyDelay == 0) {
                policy.input("obs").copyFrom(critic.input("obs"));
                actorTrainer.prepare(policy, updates);
                parts.learn(policy);
                stats.add(policy);
                targets.follow();
            }
            parts.clock().countOptSteps(1);
        }
        updates++;
        return stats;
    }

    /// y = r + γ·min Q̄(s′, μ̄(s′) + noise).
    Critics.Loss criticLoss(Trace trace) {
        Inputs now = parts.rows(trace, "", rows);
        Inputs next = parts.rows(trace, "next_", rows);
        Tensor mean = targetActor
                .forward(next.obs(), ForwardPass.next(trace))
                .getFirst()
                .tanh();
        Tensor noise = Tensor.normal(mean.shape())
                .mul(config.targetNoise)
                .clamp(-config.targetNoiseClip, config.targetNoiseClip);
        List<Tensor> q = targetCritics.values(next.obs(), mean.add(noise).clamp(-1, 1), ForwardPass.next(trace));
        Tensor value = twin ? q.get(0).min(q.get(1)) : q.get(0);
        Tensor y = now.target(value.reshape(rows));
        List<Tensor> values = critics.values(now.obs(), now.action(), ForwardPass.learning(trace)).stream()
                .map(each -> each.reshape(rows))
                .toList();
        Critics.Loss loss = critics.loss(trace, values, y, false);
        return new Critics.Loss(loss.each(), values.getFirst().sub(y), values.getFirst());
    }

    /// −E[Q₁(s, μ(s))].
    Tensor policyLoss(Trace trace) {
        Tensor obs = parts.rows(trace, "", rows).obs();
        Tensor mean = actor.forward(obs, ForwardPass.learning(trace)).getFirst().tanh();
        Tensor q = critics.values(obs, mean, ForwardPass.frozen(trace)).getFirst();
        return q.mean().neg();
    }

    @Override
    public Policy policy(int size, boolean stochastic) {
        return new PolicyProgram(parts, size, now -> choice(now, stochastic), Td3::copy);
    }

    /// The value is the critics' of μ(s), the lower of two.
    @Override
    public boolean traceActing(Trace trace, int rows) {
        Tensor obs = parts.rows(trace, "", rows).obs();
        Tensor mean = actor.forward(obs, ForwardPass.acting(trace)).getFirst().tanh();
        Tensor noise = Tensor.normal(mean.shape()).mul(config.exploreNoise);
        List<Tensor> q = critics.values(obs, mean, ForwardPass.acting(trace));
        trace.output("mode", mean);
        trace.output("sample", mean.add(noise).clamp(-1, 1));
        trace.output("mean", mean);
        trace.output("value", (twin ? q.get(0).min(q.get(1)) : q.get(0)).reshape(rows));
        return true;
    }

    @Override
    public Variables variables() {
        return variables;
    }

    @Override
    public void gauges(Stats to) {
        to.add(Metrics.LR, actorTrainer.rate(updates));
        stats.show(to);
        gauges.gauge(to);
    }

    @Override
    public Saved saved() {
        return saved;
    }
}
