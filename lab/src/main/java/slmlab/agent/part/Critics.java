package slmlab.agent.part;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.agent.Stats;
import slmlab.agent.net.ForwardPass;
import slmlab.agent.net.Net;
import slmlab.agent.net.NetConfig;
import slmlab.agent.net.Tail;
import slmlab.env.Space;
import slmlab.metric.Metrics;
import slmlab.spec.key.ConfigException;
import slmlab.tensor.DType;
import slmlab.tensor.Program;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Tensor;
import slmlab.tensor.Trace;
import slmlab.tensor.Variables;

/// Two Q-networks: from an observation to the values of all discrete actions, or from an observation and a
/// continuous action to its value.
public final class Critics {
    private static final List<String> NAMES = List.of("q1_net", "q2_net");

    private final AgentContext parts;
    private final NetConfig config;
    private final List<Net> nets = new ArrayList<>();
    private final List<Trainer> trainers = new ArrayList<>();

    /// @param prefix before the names of the nets: empty, or that of target networks
    public Critics(AgentContext parts, NetConfig config, String prefix, Variables variables) {
        this.parts = parts;
        this.config = config;
        RandomStream random = parts.random().split("init." + prefix + "critics");
        for (String name : NAMES) {
            if (parts.action() instanceof Space.Discrete(int n, int _)) {
                List<Tail> tails = List.of(Tail.values(n, config.learning()));
                nets.add(Net.of(config.critic(), prefix + name, parts.obs(), tails, variables, random));
            } else {
                int in = vectorSize(parts.obs()) + parts.action().row().volume();
                List<Tail> tails = List.of(Tail.values(1, config.learning()));
                nets.add(Net.of(config.critic(), prefix + name, in, tails, variables, random));
            }
        }
    }

    private static int vectorSize(Space obs) {
        if (obs instanceof Space.Box(var shape, var dtype, var _) && shape.rank() == 1 && dtype == DType.FLOAT32) {
            return shape.volume();
        }
        throw new ConfigException(
                "algorithm concatenates observations and continuous actions; needs vector observations, the env's are %s"
                        .formatted(obs));
    }

    public List<String> names() {
        return NAMES;
    }

    /// Give each an optimizer.
    public void train(double framesPerUpdate) {
        for (Net net : nets) {
            trainers.add(new Trainer(
                    net.name(), net.parameters(), config.learning().criticOptim(), config.learning(), framesPerUpdate));
        }
    }

    /// Both nets' values, [rows, actions] or [rows, 1].
    ///
    /// @param action [rows, n] if continuous; null if discrete
    public List<Tensor> values(Tensor obs, @Nullable Tensor action, ForwardPass pass) {
        Tensor in = action == null ? obs : Tensor.concat(1, List.of(obs, action));
        return nets.stream().map(net -> net.forward(in, pass).getFirst()).toList();
    }

    /// How far each is from y.
    ///
    /// @param each the loss of each net, a scalar
    /// @param error Q(s, a) − y of each row, by the lower of both
    /// @param q Q(s, a) of each row, the lower of both
    public record Loss(List<Tensor> each, Tensor error, Tensor q) {}

    /// Traced.
    public Loss loss(Trace trace, List<Tensor> taken, Tensor y, boolean symlog) {
        Tensor target = symlog ? ValueScale.symlog(y) : y;
        boolean weighted = parts.memory().beta() != null;
        List<Tensor> losses = new ArrayList<>();
        for (Tensor q : taken) {
            Tensor each = parts.net().learning().lossSpec().apply(symlog ? ValueScale.symlog(q) : q, target);
            losses.add(
                    weighted
                            ? each.mul(trace.input("weight", parts.memory().batchSize()))
                                    .sum()
                            : each.mean());
        }
        Tensor lower = taken.get(0).min(taken.get(1));
        return new Loss(losses, lower.sub(y), lower);
    }

    /// Make each run of the program step both.
    public void step(Trace trace, Variables state, Loss loss) {
        for (int i = 0; i < nets.size(); i++) {
            trainers.get(i).step(trace, state, loss.each().get(i));
        }
        trace.output(Metrics.LOSS.name(), loss.each().get(0).add(loss.each().get(1)));
        trace.output("error", loss.error());
        QGauges.output(trace, loss.q(), loss.error());
    }

    /// Whether a program steps them.
    public boolean isIn(Program program) {
        return trainers.getFirst().isIn(program);
    }

    public void prepare(Program program, long updates) {
        for (int i = 0; i < trainers.size(); i++) { // an iterator would be allocated at every update
            trainers.get(i).prepare(program, updates);
        }
    }

    /// Report the gradients of a run.
    ///
    /// @param gauges shown beside the losses
    public void report(Program program, Stats stats, QGauges gauges) {
        for (int i = 0; i < trainers.size(); i++) {
            stats.add(Metrics.GRAD_NORM, trainers.get(i).gradNorm(program));
        }
        gauges.learned(program);
    }
}
