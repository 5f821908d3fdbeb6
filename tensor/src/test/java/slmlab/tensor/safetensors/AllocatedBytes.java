package slmlab.tensor.safetensors;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/// How much memory a thread has asked for.
final class AllocatedBytes {
    private static final ThreadMXBean THREADS = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

    private AllocatedBytes() {}

    /// Return all bytes that the current thread has allocated on the heap since its start, collected or not.
    static long bytes() {
        return THREADS.getCurrentThreadAllocatedBytes();
    }
}
