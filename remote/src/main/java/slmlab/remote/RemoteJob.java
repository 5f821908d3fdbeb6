package slmlab.remote;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A batch of remote runs: so many at a time, each again when its machine is taken away.
///
/// The runs need no one who waits: when this process ends, those that are launched continue. The same job, started
/// again, adopts them and launches the rest.
public final class RemoteJob {
    private static final int MOST_ATTEMPTS = 4;

    private final Fleet fleet;
    private final int most;
    private final Consumer<String> say;

    /// @param most runs at a time
    /// @param say gets a line for each run that begins or ends
    public RemoteJob(Fleet fleet, int most, Consumer<String> say) {
        this.fleet = fleet;
        this.most = most;
        this.say = say;
    }

    /// What launches runs and asks for them.
    public interface Fleet {
        /// Return the latest run of a task that an earlier call of this job has launched; null for none.
        @Nullable
        RemoteRun earlier(RemoteRun.Task task);

        /// Launch a run; null if no machine can be reached now.
        @Nullable
        RemoteRun launch(RemoteRun.Task task);

        /// Continue a run whose machine was taken away, there or elsewhere; null if no machine can be reached
        /// now.
        @Nullable
        RemoteRun again(RemoteRun lost);

        /// Ask how a run is; `lost` if its machine has been away for long.
        RemoteRun look(RemoteRun run);

        /// Wait before everything is asked again; false ends the job, whose runs continue.
        boolean pause();
    }

    /// How one task is.
    private static final class Slot {
        private @Nullable RemoteRun run;
        private int attempts;
        private boolean over;
    }

    /// Run all tasks to their ends.
    ///
    /// @return the last run of each; one that failed has a state that says so
    public List<RemoteRun> run(List<RemoteRun.Task> tasks) {
        Map<RemoteRun.Task, Slot> slots = new LinkedHashMap<>();
        for (RemoteRun.Task task : tasks) {
            Slot slot = new Slot();
            slot.run = fleet.earlier(task);
            if (slot.run != null) {
                say.accept("%s: launched before".formatted(slot.run.name()));
            }
            slots.put(task, slot);
        }
        do {
            slots.values().stream()
                    .filter(slot -> slot.run != null && !slot.over)
                    .forEach(this::look);
            for (Map.Entry<RemoteRun.Task, Slot> each : slots.entrySet()) {
                long busy = slots.values().stream().filter(RemoteJob::isBusy).count();
                Slot slot = each.getValue();
                if (busy < most && !slot.over && !isBusy(slot)) {
                    launch(each.getKey(), slot);
                }
            }
        } while (slots.values().stream().anyMatch(slot -> !slot.over) && fleet.pause());
        return new ArrayList<>(slots.values().stream()
                .map(slot -> slot.run)
                .filter(Objects::nonNull)
                .toList());
    }

    private static boolean isBusy(Slot slot) {
        return !slot.over && slot.run != null && slot.run.sign().isOpen();
    }

    private void launch(RemoteRun.Task task, Slot slot) {
        @Nullable RemoteRun before = slot.run;
        @Nullable RemoteRun begun = before == null ? fleet.launch(task) : fleet.again(before);
        if (begun == null) {
            return; // later
        }
        slot.attempts++;
        slot.run = begun;
        say.accept("%s: %s on %s".formatted(begun.name(), before == null ? "launched" : "continued", begun.place()));
    }

    private void look(Slot slot) {
        RemoteRun before = Objects.requireNonNull(slot.run);
        RemoteRun now = before.sign().isOpen() || slot.attempts == 0 ? fleet.look(before) : before;
        slot.run = now;
        String state = now.sign().state();
        if (now.sign().isOpen()) {
            return;
        }
        if (state.equals("lost") && slot.attempts < MOST_ATTEMPTS) {
            if (before.sign().isOpen()) {
                say.accept("%s: %s".formatted(now.name(), now.sign().note()));
            }
            return;
        }
        slot.over = true;
        String note = now.sign().note();
        say.accept("%s: %s%s".formatted(now.name(), state, note.isEmpty() ? "" : ", " + note));
    }
}
