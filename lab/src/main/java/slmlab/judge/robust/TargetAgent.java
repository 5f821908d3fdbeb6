package slmlab.judge.robust;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import slmlab.agent.Algorithm;
import slmlab.env.Space;
import slmlab.env.VecEnv;
import slmlab.judge.Probe;
import slmlab.tensor.Array;
import slmlab.tensor.Graph;
import slmlab.tensor.Program;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.Trace;

/// An agent under attack: what it would do in each of several envs, and the losses by which observations are perturbed.
///
/// A loss compares what the agent makes of a perturbed observation x′ with what it makes of the true one, x. Its inputs
/// are `clean`, the logits, action values or means at x, and `spread`, the standard deviations there.
final class TargetAgent implements AutoCloseable {
    private final Probe.Acting acting;
    private final Shape obs;
    private final int rows;
    private final boolean values; // action values, rather than a distribution
    private final boolean valued; // whether the agent learns a value
    private final boolean discrete;
    private final Program clean;

    private TargetAgent(Probe.Acting acting, Shape obs, int rows, boolean discrete, Graph graph) {
        this.acting = acting;
        this.obs = obs;
        this.rows = rows;
        this.discrete = discrete;
        this.values = discrete && !graph.outputs().containsKey("probabilities");
        this.valued = graph.outputs().containsKey("value");
        List<String> wanted = List.of("logits", "mean", "std");
        this.clean = graph.only(graph.outputs().keySet().stream()
                        .filter(wanted::contains)
                        .toList())
                .program();
    }

    /// @throws IllegalArgumentException if it cannot be attacked through single observations
    static TargetAgent of(Algorithm algorithm, VecEnv env, int rows) {
        boolean continuous = env.actionSpace() instanceof Space.Box;
        if (!continuous && !(env.actionSpace() instanceof Space.Discrete)) {
            throw new IllegalArgumentException(
                    "actions are %s; attacks need discrete or continuous actions".formatted(env.actionSpace()));
        }
        return of(algorithm::traceActing, env.obsSpace().row(), rows, !continuous);
    }

    static TargetAgent of(Probe.Acting acting, Shape obs, int rows, boolean discrete) {
        Graph graph = Graph.trace(trace -> {
            trace.floats("obs", obs.insert(0, rows));
            if (!acting.trace(trace, rows)) {
                throw new IllegalArgumentException(
                        "the algorithm of this run does not say what acting computes; there is nothing to attack");
            }
        });
        if (graph.inputs().keySet().stream().anyMatch(name -> name.endsWith(Probe.STATE))) {
            throw new IllegalArgumentException(
                    "the agent is recurrent: what it does depends on all it has seen, and these attacks perturb one observation at a time; attack an agent without memory");
        }
        return new TargetAgent(acting, obs, rows, discrete, graph);
    }

    /// Return whether the agent has a value that an attack can lower.
    boolean isValued() {
        return valued;
    }

    boolean isDiscrete() {
        return discrete;
    }

    int rows() {
        return rows;
    }

    /// Return how many numbers one observation has.
    int size() {
        return obs.volume();
    }

    /// Compute what the agent makes of true observations.
    void see(float[] from) {
        System.arraycopy(from, 0, clean.input("obs").floats(), 0, from.length);
        clean.run();
    }

    /// Return the logits, action values or means of the true observations, row after row.
    float[] choices() {
        return clean.output(discrete ? "logits" : "mean").floats();
    }

    /// Return the standard deviations of continuous actions there; null where the policy has none.
    float @Nullable [] spread() {
        @Nullable Array std = clean.outputs().get("std");
        return std == null ? null : std.floats();
    }

    /// What an attack makes as large as it can.
    enum Loss {
        /// How unlikely the agent's own choice a* has become: the log-odds −log π(a*|x′)/(1 − π(a*|x′)), which
        /// rise with −log π(a*|x′) and have a gradient where that is 0. For action values, which are no
        /// probabilities, by how much another action looks better; for continuous actions ½‖(μ − μ′)/σ‖².
        CHOICE,
        /// How little the agent expects: −V(x′); for action values −Σ softmax(Q(x′))·Q(x).
        CRITIC,
        /// How far the policy has moved: KL(π(x)‖π(x′)) (Zhang et al. 2020, arXiv:2003.08938).
        MAD
    }

    /// Trace a loss with its gradient by the adversarial observations.
    Probe probe(Loss loss) {
        return Probe.of(acting, obs, rows, trace -> loss(trace, loss));
    }

    private Tensor loss(Trace trace, Loss loss) {
        Tensor perturbed = Probe.choices(trace);
        Tensor own = trace.input("clean", perturbed.shape().dims());
        if (loss == Loss.CRITIC) {
            return values
                    ? perturbed.softmax(1).mul(own).sum(1).neg()
                    : Objects.requireNonNull(trace.outputs().get("value")).neg();
        }
        if (!discrete) {
            Tensor spread = trace.input("spread", perturbed.shape().dims());
            return perturbed.sub(own).div(spread).square().sum(1).mul(0.5);
        }
        if (loss == Loss.MAD) {
            return own.softmax(1)
                    .mul(own.logSoftmax(1).sub(perturbed.logSoftmax(1)))
                    .sum(1);
        }
        Tensor chosen = own.argmax(1).oneHot(perturbed.shape().dim(1));
        Tensor others = chosen.select(Tensor.of(-1e9), perturbed);
        return (values ? others.maxOver(1) : others.logSumExp(1))
                .sub(perturbed.mul(chosen).sum(1));
    }

    /// Give a probe what the agent makes of the true observations.
    void fill(Probe probe) {
        copy(choices(), probe.input("clean"));
        float @Nullable [] spread = probe.input("spread");
        if (spread != null) {
            float @Nullable [] own = spread();
            if (own == null) {
                Arrays.fill(spread, 1); // a deterministic policy
            } else {
                copy(own, spread);
            }
        }
    }

    private static void copy(float[] from, float @Nullable [] to) {
        if (to != null) {
            System.arraycopy(from, 0, to, 0, to.length);
        }
    }

    @Override
    public void close() {
        clean.close();
    }
}
