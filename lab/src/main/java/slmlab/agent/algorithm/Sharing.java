package slmlab.agent.algorithm;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.Program;
import slmlab.tensor.Variable;
import slmlab.tensor.Variables;

/// What a worker shares with others: nothing, all weights, or the weights that are learnt while it acts with a copy.
///
/// Niu et al. 2011, "Hogwild!", arXiv:1106.5730: workers write to the same numbers without locks. Target nets are each
/// worker's own, and so are the optimisers' states unless the optimiser is a `Global…` one.
public final class Sharing {
    private final @Nullable Variables global;
    private final boolean copies;
    private final List<Variables> own = new ArrayList<>();

    private Sharing(@Nullable Variables global, boolean copies) {
        this.global = global;
        this.copies = copies;
    }

    /// A worker of its own.
    public static Sharing none() {
        return new Sharing(null, false);
    }

    /// Acts and learns with the global weights: `distributed: shared`.
    public static Sharing shared(Variables global) {
        return new Sharing(global, false);
    }

    /// Acts with a copy, changes the global weights and copies them back: `distributed: synced`.
    public static Sharing synced(Variables global) {
        return new Sharing(global, true);
    }

    Variables store() {
        if (global == null) {
            return new Variables();
        }
        if (!copies) {
            return Variables.sharing(global, Sharing::isShared);
        }
        Variables store = new Variables();
        own.add(store);
        return store;
    }

    /// How programs run: which store they change.
    Program.Options options() {
        return global == null || !copies ? Program.Options.DEFAULT : Program.Options.DEFAULT.assignTo(publish(global));
    }

    /// Takes over the global weights, if this worker acts with a copy.
    public void update() {
        if (global != null && copies) {
            for (Variables store : own) {
                for (Variable variable : store.all()) {
                    if (isShared(variable.name())) {
                        variable.array().copyFrom(global.get(variable.name()).array());
                    }
                }
            }
        }
    }

    /// Lets the global store have all that this worker has.
    private Variables publish(Variables store) {
        for (Variables each : own) {
            each.all().stream().filter(variable -> isShared(variable.name())).forEach(store::addIfAbsent);
        }
        return store;
    }

    private static boolean isShared(String name) {
        return !name.startsWith(TargetNets.PREFIX);
    }
}
