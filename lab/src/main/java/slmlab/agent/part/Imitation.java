package slmlab.agent.part;

import java.util.function.Consumer;
import java.util.function.Function;
import slmlab.agent.Savable;
import slmlab.agent.Stats;
import slmlab.agent.memory.Imitated;
import slmlab.agent.memory.Rollout;
import slmlab.agent.net.ForwardPass;
import slmlab.metric.Metrics;
import slmlab.tensor.Program;
import slmlab.tensor.State;
import slmlab.tensor.Tensor;
import slmlab.tensor.Trace;

/// Self-imitation: learns again from what went better than expected. SIL and PPOSIL add it to their on-policy
/// update.
///
/// Oh et al. 2018, arXiv:1806.05635, eq. 1-3. Each transition is kept with the true return of its episode;
/// upstream sums the rewards of a random minibatch instead. A recurrent net sees each step again with the state
/// it had then.
public final class Imitation implements Savable {
    private final SilConfig config;
    private final AgentContext parts;
    private final ActorCriticNets nets;
    private final Stats stats;
    private final Imitated memory;
    public final Program update;

    /// @param learner traces a program that learns
    /// @param stats of the algorithm, which get its loss
    public Imitation(
            SilConfig config,
            double gamma,
            AgentContext parts,
            ActorCriticNets nets,
            Function<Consumer<Trace>, Program> learner,
            Stats stats) {
        this.config = config;
        this.parts = parts;
        this.nets = nets;
        this.stats = stats;
        stats.include(Metrics.SIL_LOSS);
        this.memory = new Imitated(
                parts.obs(),
                parts.action(),
                parts.envs(),
                parts.masked(),
                nets.stateSizes(),
                parts.memory(),
                gamma,
                parts.random().split("imitation"));
        int rows = parts.memory().batchSize();
        this.update = learner.apply(trace -> {
            Loss loss = loss(trace, rows);
            nets.step(trace, loss.policy(), loss.value());
            trace.output(Metrics.SIL_LOSS.name(), loss.policy().add(loss.value()));
        });
    }

    /// @param policy −E[log π·(R − V)₊]
    /// @param value ½·E[(R − V)₊²]
    public record Loss(Tensor policy, Tensor value) {}

    /// Traced.
    public Loss loss(Trace trace, int rows) {
        Inputs now = parts.rows(trace, "", rows);
        var out = nets.forward(now.obs(), now.mask(), ForwardPass.frozen(trace));
        Tensor gain = trace.input("return", rows).sub(out.requireValue()).max(0); // (R − V)₊
        Tensor logProb = out.policy().logProbOfRaw(now.action());
        Tensor policy = logProb.mul(gain.stopGradient()).mean().mul(-config.silPolicyLossCoef());
        Tensor value = gain.square().mean().mul(0.5 * config.silValLossCoef());
        return new Loss(policy, value);
    }

    /// Keep the steps of a rollout, each as soon as its episode is over and its return known.
    public void keep(Rollout rollout) {
        memory.add(rollout, parts.memory().name().isEpisodic());
    }

    /// Learn from the batches of an update, if there are enough transitions.
    public void learn(long updates) {
        if (memory.size() < parts.memory().batchSize()) {
            return;
        }
        for (int iter = 0; iter < config.trainingIter(); iter++) {
            memory.sample(update);
            for (int step = 0; step < config.trainingBatchIter(); step++) {
                nets.prepare(update, updates);
                parts.learn(update);
                nets.report(update, stats, parts.clock());
            }
        }
    }

    @Override
    public void save(State to) {
        memory.save(to);
    }

    @Override
    public void load(State from) {
        memory.load(from);
    }
}
