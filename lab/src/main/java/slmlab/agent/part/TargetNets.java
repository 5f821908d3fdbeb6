package slmlab.agent.part;

import java.util.ArrayList;
import java.util.List;
import slmlab.agent.net.setting.TrainingSettings;
import slmlab.agent.net.setting.TrainingSettings.UpdateType;
import slmlab.tensor.Program;
import slmlab.tensor.Variable;
import slmlab.tensor.Variables;
import slmlab.tensor.optim.Polyak;

/// Target networks: copies of other nets that are replaced from time to time, or follow by Polyak averaging.
public final class TargetNets {
    public static final String PREFIX = "target_";
    private static final double DEFAULT_TAU = 0.005;

    private final AgentContext parts;
    private final boolean averaged;
    private final double tau;
    private final double frames; // between replacements
    private final Program program;

    /// Target networks that are replaced (default: every frame, as SLM-Lab's DQN).
    ///
    /// @param names of the nets that are followed; the target network of `net` is called `target_net`
    public static TargetNets replaced(AgentContext parts, Variables variables, List<String> names) {
        return new TargetNets(parts, variables, names, UpdateType.REPLACE, 0);
    }

    /// Target networks that follow by Polyak averaging (default: τ = 0.005).
    public static TargetNets averaged(AgentContext parts, Variables variables, List<String> names) {
        return new TargetNets(parts, variables, names, UpdateType.POLYAK, DEFAULT_TAU);
    }

    private TargetNets(
            AgentContext parts, Variables variables, List<String> names, UpdateType defaultType, double defaultTau) {
        this.parts = parts;
        TrainingSettings learning = parts.net().learning();
        this.averaged = learning.updateType(defaultType) == UpdateType.POLYAK;
        this.tau = learning.polyakCoef() == null ? defaultTau : learning.polyakCoef();
        this.frames = learning.updateFrequency();
        List<Variable> from = new ArrayList<>();
        List<Variable> to = new ArrayList<>();
        for (Variable variable : variables.all()) {
            if (names.stream().anyMatch(name -> variable.name().startsWith(name + "."))) {
                from.add(variable);
                to.add(variables.get(PREFIX + variable.name()));
            }
        }
        this.program = parts.program(trace -> Polyak.follow(trace, to, from, trace.scalar("tau")));
        parts.sharing().update(); // what is followed is the global nets, not what this worker drew
        move(1);
    }

    /// Update the target networks after a step: replace them if it is time, or move them by τ.
    public void follow() {
        if (averaged) {
            move(tau);
        } else if (parts.clock().isEvery(frames)) {
            move(1);
        }
    }

    private void move(double share) {
        program.set("tau", share).run();
    }
}
