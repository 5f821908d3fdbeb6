package slmlab.experiment.state;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import slmlab.run.RunFolder;

/// A lock that keeps a run folder to one trial at a time. The system releases it when the process ends.
///
/// POSIX releases a lock as soon as the process closes any channel to the locked file. So this process keeps a list of
/// the folders that it holds, and does not open their files a second time.
public final class RunLock implements AutoCloseable {
    private static final Set<Path> HELD = new HashSet<>();

    private final FileChannel channel;
    private final Path held;

    private RunLock(FileChannel channel, Path held) {
        this.channel = channel;
        this.held = held;
    }

    /// @throws IllegalArgumentException if somebody else trains in that folder
    public static RunLock take(RunFolder folder) {
        Path file = folder.path().resolve(".lock");
        synchronized (HELD) {
            try {
                Path real = folder.path().toRealPath();
                if (HELD.contains(real)) {
                    throw taken(folder, "a run of this process");
                }
                FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                if (isTaken(channel)) {
                    channel.close();
                    throw taken(folder, "another process");
                }
                HELD.add(real);
                return new RunLock(channel, real);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot open %s: %s".formatted(file, e), e);
            }
        }
    }

    private static IllegalArgumentException taken(RunFolder folder, String who) {
        return new IllegalArgumentException(
                "%s: %s trains in this folder; wait for its end, or end it".formatted(folder.path(), who));
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
            return true; // a copy of this class under another class loader has it
        } catch (IOException _) {
            return false; // some network file systems have no locks; one can train there all the same
        }
    }

    @Override
    public void close() {
        synchronized (HELD) {
            if (!channel.isOpen()) {
                return; // closed before; somebody else may hold the folder now
            }
            try {
                channel.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } finally {
                HELD.remove(held);
            }
        }
    }
}
