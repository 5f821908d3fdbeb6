package slmlab.agent.part;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import slmlab.agent.Policy;
import slmlab.env.Step;
import slmlab.tensor.Array;
import slmlab.tensor.Program;
import slmlab.tensor.Tensor;

/// A policy apart from training: its own program, random draws and recurrent states, for any number of envs.
public final class PolicyProgram implements Policy {
    private final AgentContext parts;
    private final Program program;
    private final Map<String, Integer> stateSizes;
    private final List<String> states = new ArrayList<>(); // those that acting reads
    private final Consumer<Program> settings;
    private final BiConsumer<Array, Array> toEnv;
    private final Array action; // as the envs want it

    /// @param choose traces the actions for what the envs show
    /// @param stateSizes of recurrent nets, by the names of their inputs
    /// @param settings sets what changes from step to step
    /// @param toEnv copies actions, as a distribution has them, to the array that the envs get
    public PolicyProgram(
            AgentContext parts,
            int size,
            Function<Inputs, Tensor> choose,
            Map<String, Integer> stateSizes,
            Consumer<Program> settings,
            BiConsumer<Array, Array> toEnv) {
        this.parts = parts;
        this.program = parts.program(
                parts.random().split("policy"),
                trace -> trace.output("action", choose.apply(parts.rows(trace, "", size))));
        this.stateSizes = stateSizes;
        this.settings = settings;
        this.toEnv = toEnv;
        this.action = parts.emptyAction(size);
        stateSizes.keySet().stream().filter(program.inputs()::containsKey).forEach(states::add);
    }

    /// A policy without recurrent nets and settings.
    public PolicyProgram(
            AgentContext parts, int size, Function<Inputs, Tensor> choose, BiConsumer<Array, Array> toEnv) {
        this(parts, size, choose, Map.of(), _ -> {}, toEnv);
    }

    @Override
    public Array act(Step step) {
        for (String state : states) {
            forget(program.input(state).floats(), stateSizes.getOrDefault(state, 0), step);
        }
        parts.show(program, step.obs(), step.actionMask());
        settings.accept(program);
        program.run();
        for (String state : states) {
            program.input(state).copyFrom(program.output(state));
        }
        toEnv.accept(program.output("action"), action);
        return action;
    }

    /// Zero the state of each env whose episode ended.
    static void forget(float[] state, int size, Step step) {
        byte[] terminated = step.terminated().bytes();
        byte[] truncated = step.truncated().bytes();
        for (int i = 0; i < terminated.length; i++) {
            if ((terminated[i] | truncated[i]) != 0) {
                Arrays.fill(state, i * size, (i + 1) * size, 0);
            }
        }
    }
}
