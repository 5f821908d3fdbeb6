package slmlab.agent.part;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import slmlab.agent.Clock;
import slmlab.agent.Stats;
import slmlab.agent.net.ForwardPass;
import slmlab.agent.net.Net;
import slmlab.agent.net.NetConfig;
import slmlab.agent.net.Tail;
import slmlab.agent.net.setting.TrainingSettings;
import slmlab.agent.policy.ActionHead;
import slmlab.tensor.Program;
import slmlab.tensor.Tensor;
import slmlab.tensor.Trace;
import slmlab.tensor.Variables;
import slmlab.tensor.distribution.Distribution;

/// A policy and, where one is wanted, a value: one net with both, or two nets.
public final class ActorCriticNets {
    private final Variables variables;
    private final Variables optimizers;
    private final TrainingSettings learning;
    private final ActionHead head;
    private final Net actor;
    private final @Nullable Net critic; // null where there is none, or where the actor has the value too
    private final boolean valued;
    private final List<Trainer> trainers = new ArrayList<>();

    /// @param value of each row; null where no value is learned
    public record Output(Distribution policy, @Nullable Tensor value) {

        public Tensor requireValue() {
            return Objects.requireNonNull(value, "this agent learns no value");
        }
    }

    /// @param valued whether to learn a value
    /// @param framesPerUpdate frames between two updates
    public ActorCriticNets(AgentContext parts, boolean valued, double framesPerUpdate) {
        this.variables = parts.store();
        this.optimizers = parts.optimizers();
        NetConfig config = parts.net();
        this.learning = config.learning();
        this.valued = valued;
        this.head = ActionHead.of(parts.action(), parts.acting().actionPdtype(), learning);
        Tail value = new Tail(1, learning.criticInitStd(), null);
        boolean shared = valued && Boolean.TRUE.equals(learning.shared());
        List<Tail> tails = new ArrayList<>(head.tails());
        if (shared) {
            tails.add(value);
        }
        var random = parts.random().split("init");
        this.actor = Net.of(config.actor(), "net", parts.obs(), tails, variables, random);
        this.critic = valued && !shared
                ? Net.of(config.critic(), "critic_net", parts.obs(), List.of(value), variables, random)
                : null;
        trainers.add(new Trainer("net", actor.parameters(), learning.actorOptim(), learning, framesPerUpdate));
        if (critic != null) {
            trainers.add(
                    new Trainer("critic_net", critic.parameters(), learning.criticOptim(), learning, framesPerUpdate));
        }
    }

    public Output forward(Tensor obs, @Nullable Tensor mask, ForwardPass pass) {
        return output(actor.forward(obs, pass), obs, mask, pass);
    }

    private Output output(List<Tensor> tails, Tensor obs, @Nullable Tensor mask, ForwardPass pass) {
        Distribution policy = head.distribution(tails.subList(0, head.tails().size()), mask);
        if (!valued) {
            return new Output(policy, null);
        }
        Tensor value =
                critic == null ? tails.getLast() : critic.forward(obs, pass).getFirst();
        return new Output(policy, value.reshape(value.shape().dim(0)));
    }

    /// Name as outputs of the trace what acting computes.
    void traceActing(Tensor obs, @Nullable Tensor mask, ForwardPass pass) {
        List<Tensor> tails = actor.forward(obs, pass);
        Output out = output(tails, obs, mask, pass);
        head.traceActing(pass.trace(), tails.subList(0, head.tails().size()), out.policy());
        if (out.value() != null) {
            pass.trace().output("value", out.value());
        }
    }

    /// Pass observations through all nets.
    public void forward(Tensor obs, ForwardPass pass) {
        actor.forward(obs, pass);
        if (critic != null) {
            critic.forward(obs, pass);
        }
    }

    /// V alone, `[rows]`.
    public Tensor value(Tensor obs, ForwardPass pass) {
        Net net = critic == null ? actor : critic;
        Tensor value = net.forward(obs, pass).getLast();
        return value.reshape(value.shape().dim(0));
    }

    /// Make each run of the program learn: one step for both losses where they share a net, else one step each.
    public void step(Trace trace, Tensor policyLoss, @Nullable Tensor valueLoss) {
        if (critic == null || valueLoss == null) {
            trainers.getFirst().step(trace, optimizers, valueLoss == null ? policyLoss : policyLoss.add(valueLoss));
        } else {
            trainers.get(0).step(trace, optimizers, policyLoss);
            trainers.get(1).step(trace, optimizers, valueLoss);
        }
    }

    /// The mean of the learning rates after so many updates.
    public double rate(long updates) {
        return trainers.stream()
                .mapToDouble(trainer -> trainer.rate(updates))
                .average()
                .orElse(Double.NaN);
    }

    /// Set the learning rates of the next run.
    public void prepare(Program program, long updates) {
        for (int i = 0; i < trainers.size(); i++) { // an iterator would be allocated at every update
            trainers.get(i).prepare(program, updates);
        }
    }

    /// Report and count a run.
    public void report(Program program, Stats stats, Clock clock) {
        for (int i = 0; i < trainers.size(); i++) {
            trainers.get(i).report(program, stats, clock);
        }
        stats.add(program);
    }

    ActionHead head() {
        return head;
    }

    public TrainingSettings learning() {
        return learning;
    }

    public Variables variables() {
        return variables;
    }

    Variables optimizers() {
        return optimizers;
    }

    /// The sizes of the recurrent nets' states, by the names of their inputs; none for other nets.
    Map<String, Integer> stateSizes() {
        Map<String, Integer> sizes = new LinkedHashMap<>();
        for (Net net : critic == null ? List.of(actor) : List.of(actor, critic)) {
            if (net.stateSize() > 0) {
                sizes.put(net.name() + ".state", net.stateSize());
            }
        }
        return sizes;
    }

    /// Whether a net remembers.
    public boolean isRecurrent() {
        return !stateSizes().isEmpty();
    }

    /// Steps in a window of training: 1 unless a net is recurrent.
    public int window() {
        return stateSizes().isEmpty() ? 1 : actor.seqLen();
    }
}
