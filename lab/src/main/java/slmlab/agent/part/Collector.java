package slmlab.agent.part;

import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import slmlab.agent.Policy;
import slmlab.agent.Saved;
import slmlab.agent.memory.Rollout;
import slmlab.agent.net.ForwardPass;
import slmlab.env.Step;
import slmlab.tensor.Array;
import slmlab.tensor.Program;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Tensor;
import slmlab.tensor.Trace;
import slmlab.tensor.distribution.Distribution;

/// The acting half of an on-policy algorithm: chooses actions and fills a rollout.
public final class Collector {
    private final AgentContext parts;
    private final ActorCriticNets nets;
    private final Rollout rollout;
    private final RandomStream draws;
    private final RandomStream updateDraws; // of all programs that learn
    private final Program act;
    private final @Nullable Program value;
    private final Map<String, Integer> stateSizes;
    private final String[] states; // its names: an array's loop allocates no iterator
    private final Array drawn; // actions before squashing: log-probabilities are computed from them again
    private final Array action; // as the envs want it
    private final Saved saved;
    private @Nullable Step last;

    /// @param steps how many steps an update waits for; 0 where it waits for episodes
    public Collector(AgentContext parts, ActorCriticNets nets, int steps, boolean valued) {
        this.parts = parts;
        this.nets = nets;
        this.stateSizes = nets.stateSizes();
        this.states = stateSizes.keySet().toArray(String[]::new);
        this.rollout = new Rollout(parts.obs(), parts.action(), parts.envs(), steps, parts.masked(), stateSizes);
        this.draws = parts.random().split("act");
        this.updateDraws = parts.random().split("update");
        this.action = parts.emptyAction(parts.envs());
        this.act = parts.program(draws, trace -> {
            Inputs now = parts.rows(trace, "", parts.envs());
            var out = nets.forward(now.obs(), now.mask(), ForwardPass.acting(trace));
            Distribution.Draw draw = out.policy().draw();
            trace.output("action", draw.action());
            trace.output("log_prob", draw.logProb());
            if (draw.raw() != draw.action()) {
                trace.output("raw", draw.raw());
            }
            if (out.value() != null) {
                trace.output("value", out.value());
            }
        });
        Array raw = act.outputs().get("raw");
        this.drawn = raw == null ? act.output("action") : raw;
        this.value = valued
                ? parts.program(draws, trace -> {
                    Tensor obs = parts.rows(trace, "", parts.envs()).obs();
                    trace.output("value", nets.value(obs, ForwardPass.acting(trace)));
                })
                : null;
        this.saved = new Saved()
                .add("variables", nets.variables())
                .add("optimizers", nets.optimizers())
                .add("rollout", rollout)
                .add("draws", draws)
                .add("update_draws", updateDraws);
        for (String state : states) {
            saved.add(state, act.input(state));
        }
    }

    public Rollout rollout() {
        return rollout;
    }

    /// Trace a program that learns. All of them draw from one stream, which is saved.
    public Program learner(Consumer<Trace> body) {
        return parts.program(updateDraws, body);
    }

    /// Choose actions, and remember what they were chosen from.
    public Array act(Step step) {
        rollout.choose(step);
        parts.show(act, step.obs(), step.actionMask());
        for (String state : states) {
            rollout.put(state, act.input(state));
        }
        act.run();
        rollout.put("action", drawn);
        rollout.put("log_prob", act.output("log_prob"));
        if (value != null) {
            rollout.put("value", act.output("value"));
        }
        for (String state : states) {
            act.input(state).copyFrom(act.output(state));
        }
        nets.head().toEnv(act.output("action"), action);
        return action;
    }

    /// Remember what the actions led to; a truncated episode keeps the value of its final observation.
    public void observe(Step step) {
        last = step;
        if (value != null) {
            keepValuesOfTruncated(value, step);
        }
        rollout.observe(step);
        for (String state : states) {
            PolicyProgram.forget(act.input(state).floats(), stateSizes.getOrDefault(state, 0), step);
        }
    }

    /// Compute the values of the current observations, which follow the last step of the rollout.
    public void chainValues() {
        Program program = Objects.requireNonNull(value);
        rollout.chainValues(valuesOf(program, Objects.requireNonNull(last).obs()));
    }

    private void keepValuesOfTruncated(Program program, Step step) {
        byte[] truncated = step.truncated().bytes();
        boolean any = false;
        for (byte flag : truncated) {
            any |= flag != 0;
        }
        if (!any) {
            return;
        }
        float[] values = valuesOf(program, step.finalObs());
        float[] next = rollout.floats("next_value");
        for (int i = 0; i < truncated.length; i++) {
            if (truncated[i] != 0) {
                next[rollout.size() + i] = values[i];
            }
        }
    }

    private float[] valuesOf(Program program, Array obs) {
        program.input("obs").copyFrom(obs);
        for (String state : states) {
            Array input = program.inputs().get(state);
            if (input != null) {
                input.copyFrom(act.input(state));
            }
        }
        program.run();
        return program.output("value").floats();
    }

    /// Act for `size` envs, with draws of its own.
    public Policy policy(int size, boolean stochastic) {
        return new PolicyProgram(
                parts,
                size,
                now -> {
                    Distribution policy = nets.forward(now.obs(), now.mask(), ForwardPass.acting(now.trace()))
                            .policy();
                    return stochastic ? policy.sample() : policy.mode();
                },
                stateSizes,
                _ -> {},
                nets.head()::toEnv);
    }

    /// Trace what acting computes, for files from which other programs act.
    public void traceActing(Trace trace, int rows) {
        Inputs now = parts.rows(trace, "", rows);
        nets.traceActing(now.obs(), now.mask(), ForwardPass.acting(trace));
    }

    /// What a resume needs: weights, optimizers, rollout, random streams and recurrent states.
    public Saved saved() {
        return saved;
    }
}
