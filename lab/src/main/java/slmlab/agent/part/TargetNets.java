package slmlab.agent.part;

import static slmlab.spec.Check.that;

import java.util.ArrayList;
import java.util.List;
import slmlab.agent.net.Learning;
import slmlab.agent.net.Learning.UpdateType;
import slmlab.tensor.Program;
import slmlab.tensor.Variable;
import slmlab.tensor.Variables;
import slmlab.tensor.optim.Polyak;

/// Slower copies of nets. They begin as what they follow.
public final class TargetNets {
    public static final String PREFIX = "target_";
    private static final double SLOWLY = 0.005;

    private final Parts parts;
    private final boolean averaged;
    private final double tau;
    private final double frames; // between replacements
    private final Program program;

    /// Nets that are replaced at every frame unless the spec says otherwise, as DQN's upstream.
    ///
    /// @param names of the nets that are followed; the one that follows `net` is called `target_net`
    public static TargetNets replaced(Parts parts, Variables variables, List<String> names) {
        return new TargetNets(parts, variables, names, UpdateType.REPLACE, 0);
    }

    /// Nets that follow by Polyak averages, τ = 0.005, unless the spec says otherwise.
    public static TargetNets averaged(Parts parts, Variables variables, List<String> names) {
        return new TargetNets(parts, variables, names, UpdateType.POLYAK, SLOWLY);
    }

    private TargetNets(Parts parts, Variables variables, List<String> names, UpdateType usual, double usualTau) {
        this.parts = parts;
        Learning learning = parts.net().learning();
        UpdateType type = learning.updateType() == null ? usual : learning.updateType();
        this.averaged = type == UpdateType.POLYAK;
        this.tau = learning.polyakCoef() == null ? usualTau : learning.polyakCoef();
        this.frames = learning.updateFrequency();
        that("update_frequency", !averaged || frames == 1,
                "is %s; it counts frames between replacements, needs update_type replace",
                frames);
        that("polyak_coef", averaged || learning.polyakCoef() == null || tau == 0,
                "is %s; only update_type polyak reads it, remove one of them",
                tau);
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

    /// After a step: replaced every so many frames, or moved a little every time.
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
