package slmlab.file;

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

/// A lock on a folder. The system releases it when the process ends.
///
/// POSIX releases a lock as soon as the process closes any channel to the locked file. So this process keeps a list of
/// the folders that it holds, and does not open their files a second time.
public final class FolderLock implements AutoCloseable {
    /// Name of the file in the folder that is locked.
    public static final String FILE = ".lock";

    private static final Set<Path> HELD = new HashSet<>();

    private final FileChannel channel;
    private final Path held;

    private FolderLock(FileChannel channel, Path held) {
        this.channel = channel;
        this.held = held;
    }

    /// Lock a folder.
    ///
    /// @param own what somebody in this process does there: `a run of this process trains`
    /// @param other what another process does there: `another process trains`
    /// @throws IllegalArgumentException if somebody else has locked it
    public static FolderLock take(Path folder, String own, String other) {
        Path file = folder.resolve(FILE);
        synchronized (HELD) {
            try {
                Path real = folder.toRealPath();
                if (HELD.contains(real)) {
                    throw taken(folder, own);
                }
                FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                if (isTaken(channel)) {
                    channel.close();
                    throw taken(folder, other);
                }
                HELD.add(real);
                return new FolderLock(channel, real);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot open %s: %s".formatted(file, e), e);
            }
        }
    }

    private static IllegalArgumentException taken(Path folder, String who) {
        return new IllegalArgumentException(
                "%s: %s in this folder; wait for its end, or end it".formatted(folder, who));
    }

    private static boolean isTaken(FileChannel channel) {
        try {
            @Nullable FileLock lock = channel.tryLock();
            return lock == null;
        } catch (OverlappingFileLockException _) {
            return true; // a copy of this class under another class loader has it
        } catch (IOException _) {
            return false; // some network file systems have no locks; one can work there all the same
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
