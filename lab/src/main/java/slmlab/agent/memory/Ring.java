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
/// ended. One slot more than there are steps holds what the envs show now.
final class Ring {
    private static final int CHUNK_ROWS = 1 << 16;

    private final int envs;
    private final int slots;
    private final Map<String, Chunks> columns = new LinkedHashMap<>();
    private final List<Chunks> states;
    private final Chunks obs;
    private final Chunks reward;
    private final Chunks end; // 0 where the episode went on, ±(place of the final observation + 1), − if terminated
    private final @Nullable Chunks mask;
    private final Finals finals;
    private long steps; // of each env
    private int now; // the first row of the step that is being taken

    /// @param size transitions to keep at least
    Ring(Space obs, Space action, int envs, int size, boolean masked, Map<String, Integer> stateSizes) {
        this.envs = envs;
        this.slots = Math.toIntExact(slots(size, envs));
        this.obs = column("obs", obs.rowType(), obs.row().volume());
        column("action", action.rowType(), action.row().volume());
        this.reward = column("reward", DType.FLOAT32, 1);
        this.end = column("end", DType.INT32, 1);
        this.mask = masked ? column("mask", DType.UINT8, action.flatSize()) : null;
        this.states = stateSizes.entrySet().stream()
                .map(state -> column(state.getKey(), DType.FLOAT32, state.getValue()))
                .toList();
        this.finals = new Finals(obs.rowType(), obs.row().volume(), masked ? action.flatSize() : 0, rows());
    }

    static long slots(int size, int envs) {
        return Math.ceilDiv(size, envs) + 1L;
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
        return (int) Math.min(steps, slots - 1) * envs;
    }

    /// The first row of the step that is being taken.
    int now() {
        return now;
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

    /// What [#isTerminated] and [#readFinal] understand; 0 where the episode went on.
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

    Chunks obs() {
        return obs;
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
        obs.write(now, step.obs(), 0, envs);
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
        }
    }

    void save(State to) {
        to.put("rows", rows());
        to.put("steps", steps);
        columns.values().forEach(column -> column.save(to));
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
        finals.load(from);
    }
}
