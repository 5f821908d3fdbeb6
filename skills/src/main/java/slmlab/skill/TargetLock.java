package slmlab.skill;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Lets installs of one folder run one after the other, whether they are threads or processes of one user.
///
/// The lock is a file among the temporary ones, so that none is left beside the skills. Where it cannot be made, there
/// is no lock: every file is written whole, and the last install counts.
final class TargetLock implements AutoCloseable {
    private static final ReentrantLock THREADS = new ReentrantLock(); // a lock of a file is held by the whole process

    private final @Nullable FileChannel channel;

    private TargetLock(@Nullable FileChannel channel) {
        this.channel = channel;
    }

    static TargetLock take(Target target) {
        THREADS.lock();
        return new TargetLock(open(target));
    }

    @SuppressWarnings("EmptyCatch") // see above
    private static @Nullable FileChannel open(Target target) {
        String who = System.getProperty("user.name") + target.base();
        String name = "slm-lab-skills-%s.lock"
                .formatted(SkillManifest.hash(who.getBytes(UTF_8)).substring(0, 16));
        try {
            FileChannel channel = FileChannel.open(
                    Path.of(System.getProperty("java.io.tmpdir"), name),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE,
                    LinkOption.NOFOLLOW_LINKS);
            channel.lock();
            return channel;
        } catch (IOException _) {
            return null;
        }
    }

    @Override
    @SuppressWarnings("EmptyCatch") // the end of the process releases it too
    public void close() {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException _) {
        } finally {
            THREADS.unlock();
        }
    }
}
