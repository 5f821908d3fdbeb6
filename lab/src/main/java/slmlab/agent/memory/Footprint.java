package slmlab.agent.memory;

import java.util.Locale;
import java.util.Map;
import slmlab.env.Space;
import slmlab.spec.key.ConfigException;

/// How much memory a replay needs once it is full, first and final observations of episodes aside.
///
/// @param rows transitions and the step being taken
/// @param rowBytes bytes of each
/// @param treeBytes bytes of the priorities' sums; 0 without priorities
public record Footprint(long rows, long rowBytes, long treeBytes) {
    private static final double USABLE = 0.8; // of the heap; the rest is for nets, programs and everything else
    private static final int LONGEST = Integer.MAX_VALUE - 8; // of the arrays that JVMs make
    private static final double MEGABYTE = 1e6;
    private static final double GIGABYTE = 1e9;
    private static final double MANY = 1e9;

    /// Return of how many single observations a stored one is the newest: of all in its stack, or of none where
    /// the stack reaches back further than the replay.
    ///
    /// @param stacked how many single observations each is a stack of
    public static int stacked(int stacked, int size, int envs) {
        return (long) stacked * envs <= size ? stacked : 1;
    }

    /// @param shown how many single observations each is a stack of
    public static Footprint of(
            Space obs,
            int shown,
            Space action,
            int envs,
            boolean masked,
            Map<String, Integer> stateSizes,
            MemoryConfig config) {
        int stacked = stacked(shown, config.maxSize(), envs);
        long numbers = stacked == 1 ? 2 : 3; // reward, end, and whether a stack begins
        for (int size : stateSizes.values()) {
            numbers += size;
        }
        long rowBytes = bytes(obs) / stacked + bytes(action) + (masked ? action.flatSize() : 0) + numbers * Float.BYTES;
        long rows = Ring.slots(config.maxSize(), envs, stacked) * envs;
        boolean prioritized = config.name() == MemoryConfig.Kind.PRIORITIZED_REPLAY;
        long treeBytes = prioritized ? 2 * SumTree.leaves(rows) * Double.BYTES : 0;
        return new Footprint(rows, rowBytes, treeBytes);
    }

    private static long bytes(Space space) {
        return (long) space.row().volume() * space.rowType().bytes();
    }

    public long bytes() {
        return rows * rowBytes + treeBytes;
    }

    /// Refuse a replay that would not fit, before a run.
    ///
    /// @param replays how many of them there are at a time, one for each session
    /// @param maxHeap bytes that the JVM may use
    public void check(int replays, long maxHeap) {
        double needed = (double) bytes() * replays;
        double usable = USABLE * maxHeap;
        long longest = Math.max(rows, treeBytes / Double.BYTES);
        if (longest > LONGEST) {
            throw new ConfigException(String.format(
                    Locale.ROOT,
                    "max_size is too large: a replay of %s, %d rows, and an array holds at most %d numbers",
                    text(needed),
                    rows,
                    LONGEST));
        }
        if (needed <= usable) {
            return;
        }
        long fitting = (long) (usable / needed * rows);
        String each = replays == 1
                ? "a replay of %s".formatted(text(needed))
                : "%s replays of %s each".formatted(replays, text((double) bytes()));
        throw new ConfigException(String.format(
                Locale.ROOT,
                "max_size is too large: %s, %d bytes a transition, and the JVM may use %s in all; needs at most about "
                        + "%d transitions, or more memory: SLM_LAB_JAVA_OPTS=-Xmx%dg",
                each,
                rowBytes,
                text((double) maxHeap),
                fitting,
                (long) Math.ceil(needed / USABLE / (1 << 30))));
    }

    /// So many bytes, as a person says it.
    public static String text(double bytes) {
        if (bytes < GIGABYTE) {
            return String.format(Locale.ROOT, "%.0f MB", bytes / MEGABYTE);
        }
        return bytes < MANY * GIGABYTE
                ? String.format(Locale.ROOT, "%.1f GB", bytes / GIGABYTE)
                : String.format(Locale.ROOT, "%.1e GB", bytes / GIGABYTE);
    }
}
