package slmlab.experiment;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.State;

/// The workers of one agent, which load together before any of them runs.
///
/// Each saves a state of its own when its time comes: envs, memory, counters, and a copy of the weights that all
/// share. It resumes from all of that but the copy: the shared weights of all workers come from the newest copy,
/// the one that holds the most updates.
final class AgentWorkers {
    private final List<Session> all;

    AgentWorkers(List<Session> all) {
        this.all = List.copyOf(all);
    }

    private record Saved(Session worker, State state) {}

    /// Load the workers that have a state. One without a state begins at frame 0, with the newest weights.
    ///
    /// @throws IllegalStateException if a state cannot be loaded
    void load() {
        List<Saved> saved = new ArrayList<>();
        List<Session> others = new ArrayList<>();
        for (Session worker : all) {
            State state = read(worker);
            if (state == null) {
                others.add(worker);
            } else {
                saved.add(new Saved(worker, state));
            }
        }
        if (saved.isEmpty()) {
            all.forEach(Session::warmStart);
            return;
        }
        saved.sort(Comparator.comparingLong(each -> Checkpoints.globalUpdates(each.state)));
        for (Saved each : saved) { // the newest last: its weights stay the global ones
            load(each);
        }
        others.forEach(worker -> worker.follow(saved.getLast().worker));
        all.forEach(Session::sync);
    }

    private static @Nullable State read(Session worker) {
        try {
            return worker.read();
        } catch (RuntimeException e) {
            throw failed(worker, e);
        }
    }

    private static void load(Saved saved) {
        try {
            saved.worker.load(saved.state);
        } catch (RuntimeException e) {
            throw failed(saved.worker, e);
        }
    }

    private static IllegalStateException failed(Session worker, RuntimeException e) {
        return new IllegalStateException("session %s: %s".formatted(worker.index(), e.getMessage()), e);
    }
}
