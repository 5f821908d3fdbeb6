package slmlab.experiment.state;

import slmlab.file.FolderLock;
import slmlab.run.RunFolder;

/// A lock that keeps a run folder to one trial at a time. The system releases it when the process ends.
public final class RunLock implements AutoCloseable {
    private final FolderLock lock;

    private RunLock(FolderLock lock) {
        this.lock = lock;
    }

    /// @throws IllegalArgumentException if somebody else trains in that folder
    public static RunLock take(RunFolder folder) {
        return new RunLock(FolderLock.take(folder.path(), "a run of this process trains", "another process trains"));
    }

    /// Return whether somebody trains in a folder.
    public static boolean isHeld(RunFolder folder) {
        try (RunLock _ = take(folder)) {
            return false;
        } catch (IllegalArgumentException _) {
            return true;
        }
    }

    @Override
    public void close() {
        lock.close();
    }
}
