package slmlab.agent.algorithm;

import java.util.ArrayList;
import java.util.List;
import slmlab.agent.net.Learning;
import slmlab.tensor.Program;
import slmlab.tensor.Variable;
import slmlab.tensor.Variables;
import slmlab.tensor.optim.Polyak;

/// Slower copies of nets. They begin as what they follow.
final class TargetNets {
    static final String PREFIX = "target_";

    private final Parts parts;
    private final Learning learning;
    private final Program program;

    /// @param names of the nets that are followed; the one that follows `net` is called `target_net`
    TargetNets(Parts parts, Variables variables, List<String> names) {
        this.parts = parts;
        this.learning = parts.net().learning();
        List<Variable> from = new ArrayList<>();
        List<Variable> to = new ArrayList<>();
        for (Variable variable : variables.all()) {
            if (names.stream().anyMatch(name -> variable.name().startsWith(name + "."))) {
                from.add(variable);
                to.add(variables.get(PREFIX + variable.name()));
            }
        }
        this.program = parts.program(
                parts.random().split("follow"), trace -> Polyak.follow(trace, to, from, trace.scalar("tau")));
        move(1);
    }

    /// After a step: replaced every so many frames, or moved a little every time.
    void follow() {
        if (learning.updateType() == Learning.UpdateType.POLYAK) {
            move(learning.polyakCoef());
        } else if (parts.clock().isEvery(learning.updateFrequency())) {
            move(1);
        }
    }

    private void move(double tau) {
        program.set("tau", tau).run();
    }
}
