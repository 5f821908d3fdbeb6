package slmlab.agent.part;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.Program;
import slmlab.tensor.Variable;
import slmlab.tensor.Variables;

/// What a worker shares with others: nothing, all weights, or the weights that are learned while it acts with a
/// copy.
///
/// Niu et al. 2011, "Hogwild!", arXiv:1106.5730: workers write to the same numbers without locks. Target
/// networks are each worker's own, and so are the optimizers' states unless the optimizer is a `Global…` one.
public final class Sharing {
    private final @Nullable GlobalWeights global;
    private final boolean copies;
    private final List<Variables> own = new ArrayList<>();
    private long copied; // the updates in this worker's copy

    private Sharing(@Nullable GlobalWeights global, boolean copies) {
        this.global = global;
        this.copies = copies;
    }

    /// A worker of its own.
    public static Sharing none() {
        return new Sharing(null, false);
    }

    /// Act and learn with the global weights: `distributed: shared`.
    public static Sharing shared(GlobalWeights global) {
        return new Sharing(global, false);
    }

    /// Act with a copy, change the global weights and copy them back: `distributed: synced`.
    public static Sharing synced(GlobalWeights global) {
        return new Sharing(global, true);
    }

    Variables store() {
        if (global == null) {
            return new Variables();
        }
        if (!copies) {
            return Variables.sharing(global.variables(), Sharing::isShared);
        }
        Variables store = new Variables();
        own.add(store);
        return store;
    }

    /// How programs run: which store they change.
    Program.Options options() {
        return global == null || !copies
                ? Program.Options.DEFAULT
                : Program.Options.DEFAULT.assignTo(complete(global.variables()));
    }

    /// Count an update of the global weights, and take them over if this worker acts with a copy.
    public void learned() {
        if (global != null) {
            global.countUpdate();
            update();
        }
    }

    /// Take over the global weights, if this worker acts with a copy.
    public void update() {
        if (global != null && copies) {
            copied = global.updates(); // read first: an update in between is in the copy, and counted by its worker
            for (Variables store : own) {
                for (Variable variable : store.all()) {
                    if (isShared(variable.name())) {
                        variable.array()
                                .copyFrom(
                                        global.variables().get(variable.name()).array());
                    }
                }
            }
        }
    }

    /// Whether there is anything that workers share.
    public boolean isShared() {
        return global != null;
    }

    /// How many updates of all workers are in the weights that this worker acts with. Of the workers' saved
    /// states the one with the most has the newest weights.
    public long updates() {
        return global == null || copies ? copied : global.updates();
    }

    /// Make the weights that this worker has loaded the global ones.
    ///
    /// @param updates how many they hold
    public void publish(long updates) {
        copied = updates;
        if (global == null) {
            return;
        }
        global.resumeAt(updates);
        for (Variables store : own) { // empty where workers learn in place: then loading changed the global weights
            for (Variable variable : store.all()) {
                if (isShared(variable.name())) {
                    global.variables().get(variable.name()).array().copyFrom(variable.array());
                }
            }
        }
    }

    /// Add to the global store what only this worker has.
    private Variables complete(Variables store) {
        for (Variables each : own) {
            each.all().stream().filter(variable -> isShared(variable.name())).forEach(store::addIfAbsent);
        }
        return store;
    }

    private static boolean isShared(String name) {
        return !name.startsWith(TargetNets.PREFIX);
    }
}
