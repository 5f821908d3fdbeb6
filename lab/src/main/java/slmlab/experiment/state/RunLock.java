package slmlab.experiment.state;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import slmlab.report.RunFolder;

/// A lock that keeps a run folder to one trial at a time. The system releases it when the process ends.
public final class RunLock implements AutoCloseable {
    private final FileChannel channel;

    private RunLock(FileChannel channel) {
        this.channel = channel;
    }

    /// @throws IllegalArgumentException if somebody else trains in that folder
    public static RunLock take(RunFolder folder) {
        Path file = folder.path().resolve(".lock");
        try {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (isTaken(channel)) {
                channel.close();
                throw new IllegalArgumentException(
                        "%s: another process trains in this folder; wait for its end, or end it"
                                .formatted(folder.path()));
            }
            return new RunLock(channel);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot open %s: %s".formatted(file, e), e);
        }
    }

    /// Return whether somebody trains in a folder.
    public static boolean isHeld(RunFolder folder) {
        try (RunLock _ = take(folder)) {
            return false;
        } catch (IllegalArgumentException _) {
            return true;
        }
    }

    private static boolean isTaken(FileChannel channel) {
        try {
            @Nullable FileLock lock = channel.tryLock();
            return lock == null;
        } catch (OverlappingFileLockException _) {
            return true; // this process has it
        } catch (IOException _) {
            return false; // some network file systems have no locks; one can train there all the same
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
