package slmlab.remote;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The clouds of a job through dstack. A run whose machine was taken away is launched again under a new suffix; what it
/// had reached is gone with the machine, so it begins anew.
public final class DstackFleet implements RemoteJob.Fleet {
    private final RemoteRuns runs;
    private final Dstack dstack;
    private final Dstack.Flags flags;
    private final Function<RemoteRun.Task, @Nullable Parcel> parcels;
    private final Duration look;
    private final Consumer<String> say;

    /// @param parcels makes what a task takes along; null where its spec lies in the project
    /// @param look time between two looks at the runs
    public DstackFleet(
            RemoteRuns runs,
            Dstack dstack,
            Dstack.Flags flags,
            Function<RemoteRun.Task, @Nullable Parcel> parcels,
            Duration look,
            Consumer<String> say) {
        this.runs = runs;
        this.dstack = dstack;
        this.flags = flags;
        this.parcels = parcels;
        this.look = look;
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
        String name = runs.free(RemoteRun.nameOf(task.name()));
        int code = dstack.launch(task, name, flags, parcels.apply(task), say);
        if (code != 0) {
            throw RemoteException.failed("dstack ended with code %s; what it said is above".formatted(code));
        }
        return runs.named(name);
    }

    @Override
    public @Nullable RemoteRun again(RemoteRun lost) {
        return launch(lost.task());
    }

    @Override
    public RemoteRun look(RemoteRun run) {
        try {
            return dstack.look(List.of(run)).getFirst();
        } catch (RemoteException e) {
            if (!e.isUnreachable()) {
                throw e;
            }
            return runs.write(run.with(run.sign().noted(String.valueOf(e.getMessage()))));
        }
    }

    @Override
    public boolean pause() {
        try {
            Thread.sleep(look);
            return true;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
