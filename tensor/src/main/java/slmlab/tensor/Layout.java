package slmlab.tensor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Plans the workspace: gives every buffer a place that no other holds at the same time.
///
/// @param floats size of the float workspace
/// @param ints size of the int workspace
record Layout(int floats, int ints) {
    private static final int ALIGN = 16;

    /// @param shared whether buffers whose lives do not overlap may share memory
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
        return new Layout(place(buffers, DType.FLOAT32), place(buffers, DType.INT32));
    }

    /// Largest first, each at the lowest place that is free for its whole life.
    private static int place(Set<Buffer> buffers, DType dtype) {
        List<Buffer> open = new ArrayList<>(
                buffers.stream().filter(buffer -> buffer.dtype() == dtype).toList());
        open.sort(Comparator.comparingInt(Buffer::size).reversed().thenComparingInt(Buffer::firstUse));
        List<Buffer> placed = new ArrayList<>();
        int total = 0;
        for (Buffer buffer : open) {
            int at = 0;
            for (Buffer other : placed) { // in order of offset
                boolean together = buffer.firstUse() <= other.lastUse() && other.firstUse() <= buffer.lastUse();
                if (together && other.offset() < at + aligned(buffer) && at < other.offset() + aligned(other)) {
                    at = other.offset() + aligned(other);
                }
            }
            buffer.place(at);
            placed.add(buffer);
            placed.sort(Comparator.comparingInt(Buffer::offset));
            total = Math.max(total, at + aligned(buffer));
        }
        return total;
    }

    private static int aligned(Buffer buffer) {
        return (buffer.size() + ALIGN - 1) / ALIGN * ALIGN;
    }
}
