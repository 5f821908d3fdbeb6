package slmlab.remote;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The machines of a job over SSH. A run goes to the machine that has the fewest; one that was killed continues where
/// it was, and one whose machine is away for long continues on another, from the newest state that was fetched.
public final class SshFleet implements RemoteJob.Fleet {
    private final RemoteRuns runs;
    private final SshRuns ssh;
    private final Fetch fetch;
    private final Means means;
    private final Times times;
    private final Consumer<String> say;
    private final Map<String, Instant> silent = new HashMap<>(); // since when, by the name of the run
    private final Map<String, Instant> fetched = new HashMap<>();

    /// What runs are launched with.
    ///
    /// @param parcels makes what a task takes along
    public record Means(
            List<Machine> machines, PackageArchive archive, Function<RemoteRun.Task, Parcel> parcels, Path data) {}

    /// @param look between two looks at the runs
    /// @param fetch between two fetches of a run that is running
    /// @param patience with a machine that does not answer
    public record Times(Duration look, Duration fetch, Duration patience) {}

    public SshFleet(RemoteRuns runs, Means means, Times times, Consumer<String> say) {
        this.runs = runs;
        this.ssh = new SshRuns(runs, say, false);
        this.fetch = new Fetch(runs, means.data, _ -> {}, false);
        this.means = means;
        this.times = times;
        this.say = say;
    }

    @Override
    public @Nullable RemoteRun earlier(RemoteRun.Task task) {
        return runs.all(say).stream()
                .filter(run -> run.task().equals(task))
                .findFirst()
                .orElse(null);
    }

    @Override
    public @Nullable RemoteRun launch(RemoteRun.Task task) {
        return launch(task, null, "");
    }

    private @Nullable RemoteRun launch(RemoteRun.Task task, @Nullable Path before, String not) {
        Map<String, Integer> load = new HashMap<>();
        runs.all(_ -> {}).stream()
                .filter(run -> run.sign().isOpen())
                .forEach(run -> load.merge(run.place().host(), 1, Integer::sum));
        List<Machine> machines = new ArrayList<>(means.machines);
        machines.sort(Comparator.comparingInt(machine -> load.getOrDefault(machine.host(), 0)));
        for (Machine machine : machines) {
            if (machine.host().equals(not)) {
                continue;
            }
            try {
                return ssh.launch(machine, means.archive, means.parcels.apply(task), task, null, before);
            } catch (RemoteException e) {
                if (!e.isUnreachable()) {
                    throw e;
                }
                say.accept(String.valueOf(e.getMessage()));
            }
        }
        return null;
    }

    @Override
    public @Nullable RemoteRun again(RemoteRun lost) {
        try {
            RemoteRun now = ssh.look(List.of(lost)).getFirst();
            return now.sign().state().equals("lost") ? ssh.resume(now) : now; // its machine was only away
        } catch (RemoteException e) {
            if (!e.isUnreachable()) {
                throw e;
            }
        }
        RemoteRun known = runs.named(lost.name());
        @Nullable
        Path newest =
                known.fetched().size() == 1 ? means.data.resolve(known.fetched().getFirst()) : null;
        return launch(lost.task(), newest, lost.place().host());
    }

    @Override
    public RemoteRun look(RemoteRun run) {
        try {
            RemoteRun now = ssh.look(List.of(run)).getFirst();
            silent.remove(run.name());
            boolean due = Instant.now()
                    .isAfter(fetched.getOrDefault(run.name(), Instant.EPOCH).plus(times.fetch));
            if (!now.sign().folders().isEmpty() && (!now.sign().isOpen() || due)) {
                fetched.put(run.name(), Instant.now());
                fetch(now);
            }
            return runs.named(run.name());
        } catch (RemoteException e) {
            if (!e.isUnreachable()) {
                throw e;
            }
            Instant since = silent.computeIfAbsent(run.name(), _ -> Instant.now());
            RemoteRun.Sign sign = run.sign().noted(String.valueOf(e.getMessage()));
            boolean away = Instant.now().isAfter(since.plus(times.patience));
            return runs.write(run.with(
                    away
                            ? new RemoteRun.Sign("lost", null, sign.asked(), sign.seen(), sign.note(), sign.folders())
                            : sign));
        }
    }

    /// Fetch a run. What hinders that is told; the run itself is not touched by it.
    private void fetch(RemoteRun run) {
        try {
            fetch.run(run);
        } catch (RemoteException | IllegalArgumentException e) {
            say.accept("%s was not fetched: %s".formatted(run.name(), e.getMessage()));
        }
    }

    @Override
    public boolean pause() {
        try {
            Thread.sleep(times.look);
            return true;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
