package slmlab.agent.memory;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.State;

/// The last steps of every env. Row slot·envs + i is one step of env i: what it was chosen from, and what
/// came of it.
///
/// An observation is stored once. What a step led to is the next slot's, or is kept apart where an episode
/// ended. One slot more than there are steps holds what the envs show now. Where observations are stacks of the
/// last n, each is stored without those of the steps before, and n − 1 slots more hold what the oldest need.
final class Ring {
    private static final int CHUNK_ROWS = 1 << 16;

    private final int envs;
    private final int slots;
    private final Map<String, Chunks> columns = new LinkedHashMap<>();
    private final List<Chunks> states;
    private final @Nullable Chunks obs; // null where they are stacks
    private final @Nullable Stacks stacks;
    private final int obsWidth;
    private final int stacked;
    private final Chunks reward;
    private final Chunks end; // 0 where the episode continued, ±(place of the final observation + 1), − if terminated
    private final @Nullable Chunks mask;
    private final FinalObservations finals;
    private long steps; // of each env
    private int now; // the first row of the step that is being taken

    /// @param shown how many single observations each is a stack of
    /// @param size transitions to keep at least
    Ring(Space obs, int shown, Space action, int envs, int size, boolean masked, Map<String, Integer> stateSizes) {
        this.envs = envs;
        this.stacked = Footprint.stacked(shown, size, envs);
        this.slots = Math.toIntExact(slots(size, envs, stacked));
        this.obsWidth = obs.row().volume();
        this.obs = stacked == 1 ? column("obs", obs.rowType(), obsWidth) : null;
        this.stacks = stacked == 1 ? null : new Stacks(obs, stacked, envs, rows(), CHUNK_ROWS);
        column("action", action.rowType(), action.row().volume());
        this.reward = column("reward", DType.FLOAT32, 1);
        this.end = column("end", DType.INT32, 1);
        this.mask = masked ? column("mask", DType.UINT8, action.flatSize()) : null;
        this.states = stateSizes.entrySet().stream()
                .map(state -> column(state.getKey(), DType.FLOAT32, state.getValue()))
                .toList();
        this.finals = new FinalObservations(obs.rowType(), obs.row().volume(), masked ? action.flatSize() : 0, rows());
    }

    static long slots(int size, int envs, int stacked) {
        return Math.ceilDiv(size, envs) + (long) stacked;
    }

    private Chunks column(String name, DType dtype, int width) {
        Chunks column = new Chunks(name, dtype, width, rows(), CHUNK_ROWS);
        columns.put(name, column);
        return column;
    }

    int envs() {
        return envs;
    }

    int rows() {
        return slots * envs;
    }

    /// Transitions so far, also those that are no longer here.
    long seen() {
        return steps * envs;
    }

    /// Transitions that are here.
    int size() {
        return (int) Math.min(steps, slots - stacked) * envs;
    }

    /// The first row of the step that is being taken.
    int now() {
        return now;
    }

    /// The first row of the step that can no longer be sampled: the one that is being taken overwrites it, or it
    /// is there for the stacks of later ones alone.
    int left() {
        return wrap(now + (stacked - 1) * envs);
    }

    /// The row of transition number `index` of those here, the oldest first.
    int row(int index) {
        return wrap(now - size() + index);
    }

    /// The row of the same env's next step.
    int next(int row) {
        return wrap(row + envs);
    }

    /// The row of the same env's step before, of the same episode; the row itself where none is here.
    int before(int row) {
        int oldest = row(0);
        boolean isOldest = (row < oldest ? row + rows() : row) - oldest < envs;
        int before = wrap(row - envs);
        return isOldest || end(before) != 0 ? row : before;
    }

    private int wrap(int row) {
        return row < 0 ? row + rows() : row >= rows() ? row - rows() : row;
    }

    boolean isNow(int row) {
        return row >= now && row < now + envs;
    }

    float reward(int row) {
        return reward.number(row);
    }

    /// What [#isTerminated] and [#readFinal] understand; 0 where the episode continued.
    int end(int row) {
        return end.whole(row);
    }

    static boolean isTerminated(int end) {
        return end < 0;
    }

    void readFinal(int end, Array to, int at) {
        finals.read(Math.abs(end) - 1, to, at);
    }

    /// What could have been done at a final observation. Where the episode was terminated all can be: it does
    /// not count.
    void readFinalMask(int end, Array to, int at) {
        if (isTerminated(end)) {
            int width = Objects.requireNonNull(mask).width();
            Arrays.fill(to.bytes(), at * width, (at + 1) * width, (byte) 1);
        } else {
            finals.readMask(end - 1, to, at);
        }
    }

    int finals() {
        return finals.size();
    }

    /// Copy the observations of rows into an array that has room for just them.
    void gatherObs(int[] from, int count, Array to) {
        if (obs != null) {
            obs.gather(from, count, to);
            return;
        }
        if (to.shape().volume() != count * obsWidth) {
            throw new IllegalArgumentException(
                    "obs of %s rows of %s does not fit into an input of %s".formatted(count, obsWidth, to));
        }
        Stacks all = Objects.requireNonNull(stacks);
        for (int i = 0; i < count; i++) {
            all.read(from[i], rows(), to, i);
        }
    }

    @Nullable
    Chunks mask() {
        return mask;
    }

    List<Chunks> states() {
        return states;
    }

    Chunks column(String name) {
        Chunks column = columns.get(name);
        if (column == null) {
            throw new IllegalArgumentException("a replay has no %s; it has %s".formatted(name, columns.keySet()));
        }
        return column;
    }

    /// Remember what the envs show now.
    void choose(Step step) {
        if (obs != null) {
            obs.write(now, step.obs(), 0, envs);
        } else {
            Objects.requireNonNull(stacks).write(now, step.obs());
        }
        if (mask != null) {
            mask.write(now, Objects.requireNonNull(step.actionMask()), 0, envs);
        }
    }

    void put(String name, Array rows) {
        column(name).write(now, rows, 0, envs);
    }

    /// End the step that is being taken, and begin the next in the place of the oldest.
    void observe(Step step) {
        reward.write(now, step.reward(), 0, envs);
        byte[] terminated = step.terminated().bytes();
        byte[] truncated = step.truncated().bytes();
        for (int env = 0; env < envs; env++) {
            int value = 0;
            if ((terminated[env] | truncated[env]) != 0) {
                int place = finals.keep(step, env) + 1;
                value = terminated[env] != 0 ? -place : place;
            }
            end.set(now + env, value);
        }
        steps++;
        now = next(now);
        if (steps >= slots) {
            forget();
        }
        choose(step);
    }

    /// Free the final observations of the steps that are about to be overwritten.
    private void forget() {
        for (int row = now; row < now + envs; row++) {
            int old = end(row);
            if (old != 0) {
                finals.free(Math.abs(old) - 1);
                end.set(row, 0);
            }
            if (stacks != null) {
                stacks.free(row);
            }
        }
    }

    void save(State to) {
        to.put("rows", rows());
        to.put("steps", steps);
        columns.values().forEach(column -> column.save(to));
        if (stacks != null) {
            stacks.save(to);
        }
        finals.save(to);
    }

    void load(State from) {
        long saved = from.whole("rows");
        if (saved != rows()) {
            throw new IllegalArgumentException(
                    "the saved replay has %s rows, this one has %s; resume with the same max_size and num_envs"
                            .formatted(saved, rows()));
        }
        steps = from.whole("steps");
        now = (int) (steps % slots) * envs;
        columns.values().forEach(column -> column.load(from));
        if (stacks != null) {
            stacks.load(from);
        }
        finals.load(from);
    }
}
