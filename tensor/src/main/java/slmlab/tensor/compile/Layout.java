package slmlab.tensor.compile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import slmlab.tensor.DType;

/// Plans the workspace: assigns every buffer a place that no other uses at the same time.
///
/// @param floats size of the float workspace
/// @param ints size of the int workspace
record Layout(int floats, int ints) {
    private static final int ALIGN = 16;
    private static final int LONGEST = Integer.MAX_VALUE - 8; // the longest array of a JVM

    /// @param shared whether buffers whose lifetimes do not overlap may share memory
    static Layout of(List<Instruction> instructions, List<View> keptToTheEnd, boolean shared) {
        Set<Buffer> buffers = new LinkedHashSet<>();
        for (int at = 0; at < instructions.size(); at++) {
            Instruction instruction = instructions.get(at);
            for (List<View> views : List.of(instruction.reads(), instruction.writes())) {
                for (View view : views) {
                    view.buffer().use(at);
                    buffers.add(view.buffer());
                }
            }
        }
        for (View view : keptToTheEnd) {
            view.buffer().use(instructions.size());
            buffers.add(view.buffer());
        }
        buffers.removeIf(buffer -> buffer.home() != null);
        if (!shared) {
            buffers.forEach(buffer -> {
                buffer.use(0);
                buffer.use(instructions.size());
            });
        }
        long floats = place(buffers, DType.FLOAT32);
        long ints = place(buffers, DType.INT32);
        check(floats, ints, Runtime.getRuntime().maxMemory());
        return new Layout((int) floats, (int) ints);
    }

    /// Refuse a workspace that is too large before allocating it.
    private static void check(long floats, long ints, long maxHeap) {
        long bytes = (floats + ints) * Float.BYTES;
        if (bytes > maxHeap || floats > LONGEST || ints > LONGEST) {
            throw new IllegalArgumentException(
                    "a program needs a workspace of %s bytes, in arrays of at most %s numbers, and the JVM may use %s bytes in all; use smaller batches or layers, or more memory"
                            .formatted(bytes, LONGEST, maxHeap));
        }
    }

    /// Place the largest buffer first, each at the lowest place that is free for its whole lifetime.
    private static long place(Set<Buffer> buffers, DType dtype) {
        List<Buffer> open = new ArrayList<>(
                buffers.stream().filter(buffer -> buffer.dtype() == dtype).toList());
        open.sort(Comparator.comparingInt(Buffer::size).reversed().thenComparingInt(Buffer::firstUse));
        List<Buffer> placed = new ArrayList<>();
        long total = 0;
        for (Buffer buffer : open) {
            long at = 0;
            for (Buffer other : placed) { // in order of offset
                boolean together = buffer.firstUse() <= other.lastUse() && other.firstUse() <= buffer.lastUse();
                if (together && other.offset() < at + aligned(buffer) && at < other.offset() + aligned(other)) {
                    at = other.offset() + aligned(other);
                }
            }
            total = Math.max(total, at + aligned(buffer));
            if (total > LONGEST) {
                return open.stream().mapToLong(Layout::aligned).sum(); // an upper bound; it is refused anyway
            }
            buffer.place((int) at);
            placed.add(buffer);
            placed.sort(Comparator.comparingInt(Buffer::offset));
        }
        return total;
    }

    private static long aligned(Buffer buffer) {
        return ((long) buffer.size() + ALIGN - 1) / ALIGN * ALIGN;
    }
}
