package slmlab.agent.part;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import slmlab.agent.Policy;
import slmlab.agent.Saved;
import slmlab.agent.net.ForwardPass;
import slmlab.agent.net.Net;
import slmlab.agent.policy.ActionHead;
import slmlab.env.Step;
import slmlab.tensor.Array;
import slmlab.tensor.Program;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Tensor;
import slmlab.tensor.Trace;

/// The acting half of a Q-learner: chooses by action values, and carries a recurrent net's state from step to
/// step.
public final class QActor {
    private final AgentContext parts;
    private final Net net;
    private final QPolicy policy;
    private final ActionHead head;
    private final RandomStream draws;
    private final Program act;
    private final Array action; // as the envs want it
    private final String stateName;

    public QActor(AgentContext parts, Net net, QPolicy policy) {
        this.parts = parts;
        this.net = net;
        this.policy = policy;
        this.stateName = net.name() + ".state";
        this.head = ActionHead.of(
                parts.action(), parts.acting().actionPdtype(), parts.net().learning());
        this.draws = parts.random().split("act");
        this.action = parts.emptyAction(parts.envs());
        this.act = parts.program(draws, trace -> {
            Inputs now = parts.rows(trace, "", parts.envs());
            Tensor q = net.forward(now.obs(), ForwardPass.acting(trace)).getFirst();
            Tensor chosen = policy.explore(q, now.mask(), trace.scalar("explore_var"));
            trace.output("action", chosen);
            trace.output("value", QPolicy.of(q, chosen));
        });
    }

    /// The sizes of the recurrent states to remember, by the names of their inputs.
    public static Map<String, Integer> stateSizes(Net net) {
        Map<String, Integer> sizes = new LinkedHashMap<>();
        if (net.stateSize() > 0) {
            sizes.put(net.name() + ".state", net.stateSize());
        }
        return sizes;
    }

    public double exploreVar() {
        return policy.exploreVar().at(parts.clock().frame());
    }

    /// Choose actions for what the envs show.
    public void choose(Array obs, @Nullable Array mask) {
        parts.show(act, obs, mask);
        act.set("explore_var", exploreVar());
        act.run();
    }

    /// The actions chosen last, counted from 0.
    public Array chosen() {
        return act.output("action");
    }

    /// Their values.
    public Array values() {
        return act.output("value");
    }

    /// What a recurrent state is called, as an input and in memories.
    public String stateName() {
        return stateName;
    }

    /// The state that the next choice is made from; only of recurrent nets.
    public Array state() {
        return act.input(stateName);
    }

    /// Take the actions chosen last, and advance the recurrent state.
    public Array take() {
        if (net.stateSize() > 0) {
            state().copyFrom(act.output(stateName));
        }
        head.toEnv(chosen(), action);
        return action;
    }

    /// Forget the past of each env whose episode ended.
    public void observe(Step step) {
        if (net.stateSize() > 0) {
            PolicyProgram.forget(state().floats(), net.stateSize(), step);
        }
    }

    /// Act for `size` envs with draws of its own: the best action, or as in training.
    public Policy policy(int size, boolean stochastic) {
        return new PolicyProgram(
                parts,
                size,
                now -> {
                    Tensor q = net.forward(now.obs(), ForwardPass.acting(now.trace()))
                            .getFirst();
                    return stochastic
                            ? policy.explore(q, now.mask(), now.trace().scalar("explore_var"))
                            : QPolicy.best(q, now.mask());
                },
                stateSizes(net),
                stochastic ? program -> program.set("explore_var", exploreVar()) : _ -> {},
                head::toEnv);
    }

    /// Trace what acting computes, for files from which other programs act. The logits are the action values.
    public void traceActing(Trace trace, int rows) {
        Inputs now = parts.rows(trace, "", rows);
        Tensor q = net.forward(now.obs(), ForwardPass.acting(trace)).getFirst();
        Tensor best = QPolicy.best(q, now.mask());
        trace.output("mode", best);
        trace.output("sample", policy.explore(q, now.mask(), trace.scalar("explore_var")));
        trace.output("logits", q);
        trace.output("value", QPolicy.of(q, best));
    }

    /// What a resume needs: its random stream and a recurrent net's states.
    public Saved saved() {
        Saved saved = new Saved().add("draws", draws);
        if (net.stateSize() > 0) {
            saved.add("state", state()).add("next_state", act.output(stateName)); // of a choice that is not taken yet
        }
        return saved;
    }
}
