package slmlab.bridge.gym;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.tensor.Array;

/// The memory that a worker and this JVM have both mapped: actions in, observations, rewards and ends out, one row
/// per env of the worker.
///
/// The bytes on the socket order the accesses: each side touches the memory only between its two.
final class Slots implements AutoCloseable {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory;
    private final int first;
    private final int count;
    private final int actionWidth;
    private final int obsWidth;
    private final long action;
    private final long obs;
    private final long finalObs;
    private final long reward;
    private final long terminated;
    private final long truncated;
    private final long active;
    private final ObsLimits limits;

    /// @param first the worker's first env, in the vector
    Slots(Path file, Hello hello, int first, int count) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            this.memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, hello.size(), arena);
        }
        this.first = first;
        this.count = count;
        this.actionWidth = hello.action().row().volume();
        this.obsWidth = hello.obs().row().volume();
        this.action = hello.offset("action");
        this.obs = hello.offset("obs");
        this.finalObs = hello.offset("final_obs");
        this.reward = hello.offset("reward");
        this.terminated = hello.offset("terminated");
        this.truncated = hello.offset("truncated");
        this.active = hello.offset("active");
        this.limits = new ObsLimits(hello.obs());
    }

    /// Return the env at work, counted within the worker; -1 where they work together.
    int current() {
        return memory.get(INT, 0);
    }

    void putActions(Array from) {
        int at = first * actionWidth;
        switch (from.dtype()) {
            case FLOAT32 -> MemorySegment.copy(from.floats(), at, memory, FLOAT, action, count * actionWidth);
            case INT32 -> MemorySegment.copy(from.ints(), at, memory, INT, action, count * actionWidth);
            case UINT8 -> throw new IllegalStateException("actions of UINT8");
        }
    }

    /// Put back the observations of a saved state, which end the episodes that are not replayed.
    void putObs(Array from) {
        int at = first * obsWidth;
        int numbers = count * obsWidth;
        switch (from.dtype()) {
            case FLOAT32 -> MemorySegment.copy(from.floats(), at, memory, FLOAT, obs, numbers);
            case INT32 -> MemorySegment.copy(from.ints(), at, memory, INT, obs, numbers);
            case UINT8 -> MemorySegment.copy(from.bytes(), at, memory, BYTE, obs, numbers);
        }
    }

    /// Mark which envs take part in a replay, or in a step that leaves some alone.
    void putActive(byte[] marks) {
        MemorySegment.copy(marks, first, memory, BYTE, active, count);
    }

    /// Return what is wrong with the results of a step, before anything is copied; null if nothing is.
    @Nullable
    WorkerFault problem() {
        for (int i = 0; i < count; i++) {
            float given = memory.get(FLOAT, reward + 4L * i);
            if (!Float.isFinite(given)) {
                return fault(i, "returned a reward of %s".formatted(given));
            }
            if (isDone(i)) {
                String problem = limits.problem(memory, finalObs, i * obsWidth);
                if (problem != null) {
                    return fault(i, problem);
                }
            }
        }
        return obsProblem();
    }

    /// Return what is wrong with the observations after a reset; null if nothing is.
    @Nullable
    WorkerFault obsProblem() {
        for (int i = 0; i < count; i++) {
            String problem = limits.problem(memory, obs, i * obsWidth);
            if (problem != null) {
                return fault(i, problem);
            }
        }
        return null;
    }

    private static WorkerFault fault(int env, String text) {
        return new WorkerFault(WorkerFault.Kind.RAISED, env, text, null);
    }

    /// Copy the results of a step: final observations only where an episode ended.
    void copyStep(Step to) {
        MemorySegment.copy(memory, FLOAT, reward, to.reward().floats(), first, count);
        MemorySegment.copy(memory, BYTE, terminated, to.terminated().bytes(), first, count);
        MemorySegment.copy(memory, BYTE, truncated, to.truncated().bytes(), first, count);
        copyObs(to);
        for (int i = 0; i < count; i++) {
            if (isDone(i)) {
                copy(finalObs, i, 1, to.finalObs());
            }
        }
    }

    /// Copy the rewards.
    void copyRewards(float[] to) {
        MemorySegment.copy(memory, FLOAT, reward, to, first, count);
    }

    /// Copy the observations.
    void copyObs(Step to) {
        copy(obs, 0, count, to.obs());
    }

    private boolean isDone(int i) {
        return (memory.get(BYTE, terminated + i) | memory.get(BYTE, truncated + i)) != 0;
    }

    private void copy(long from, int row, int rows, Array to) {
        int skipped = row * obsWidth;
        int at = (first + row) * obsWidth;
        int numbers = rows * obsWidth;
        switch (to.dtype()) {
            case FLOAT32 -> MemorySegment.copy(memory, FLOAT, from + 4L * skipped, to.floats(), at, numbers);
            case INT32 -> MemorySegment.copy(memory, INT, from + 4L * skipped, to.ints(), at, numbers);
            case UINT8 -> MemorySegment.copy(memory, BYTE, from + skipped, to.bytes(), at, numbers);
        }
    }

    @Override
    public void close() {
        arena.close();
    }

    /// What a row of observations may hold.
    private static final class ObsLimits {
        private final Space space;
        private final int width;
        private final int start;
        private final int[] sizes; // of discrete values; empty where any number is right

        ObsLimits(Space space) {
            this.space = space;
            this.width = space.row().volume();
            this.start = space instanceof Space.Discrete(int _, int from) ? from : 0;
            this.sizes = switch (space) {
                case Space.Discrete(int n, int _) -> new int[] {n};
                case Space.MultiDiscrete(var each) ->
                    each.stream().mapToInt(Integer::intValue).toArray();
                case Space.MultiBinary(int n) -> {
                    int[] two = new int[n];
                    java.util.Arrays.fill(two, 2);
                    yield two;
                }
                case Space.Box _, Space.Dict _, Space.Tuple _ -> new int[0];
            };
        }

        @Nullable
        String problem(MemorySegment memory, long from, int skipped) {
            switch (space.rowType()) {
                case FLOAT32 -> {
                    for (int k = 0; k < width; k++) {
                        float value = memory.get(FLOAT, from + 4L * (skipped + k));
                        if (!Float.isFinite(value)) {
                            return "returned an observation whose value %s is %s".formatted(k, value);
                        }
                    }
                }
                case INT32 -> {
                    for (int k = 0; k < width; k++) {
                        int value = memory.get(INT, from + 4L * (skipped + k));
                        if (value < start || value >= start + sizes[k]) {
                            return "returned an observation whose value %s is %s, outside of %s"
                                    .formatted(k, value, space);
                        }
                    }
                }
                case UINT8 -> {} // every byte is a pixel
            }
            return null;
        }
    }
}
