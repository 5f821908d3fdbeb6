package slmlab.agent.memory;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import slmlab.agent.Savable;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.spec.key.ConfigException;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Program;
import slmlab.tensor.Shape;
import slmlab.tensor.State;

/// The steps of every env since the last update. Row t·envs + i is step t of env i.
///
/// SLM-Lab's `OnPolicyBatchReplay` is a rollout that is used after so many steps, its `OnPolicyReplay` one that
/// is used after so many episodes have ended: then only the steps of finished episodes count, and the others
/// stay.
public final class Rollout implements Savable {
    private static final int FIRST_STEPS = 256;
    private static final int LONGEST = Integer.MAX_VALUE - 8; // of the arrays that JVMs make

    private final int envs;
    private final List<Column> columns = new ArrayList<>();
    private final List<Column> states = new ArrayList<>();
    private final Map<String, Column> byName = new LinkedHashMap<>();
    private final boolean masked;
    private int capacity; // rows
    private int steps;
    private int episodes;
    private final int[] used; // steps of each env that an update has used already

    /// @param steps how many steps to make room for; more are made when needed
    /// @param stateSizes the recurrent nets' states to keep, by the names of their inputs
    public Rollout(Space obs, Space action, int envs, int steps, boolean masked, Map<String, Integer> stateSizes) {
        this.envs = envs;
        this.used = new int[envs];
        this.masked = masked;
        this.capacity = rows(((steps > 0 ? steps : FIRST_STEPS) + 1L) * envs); // one more for the step to come's flags
        column("obs", obs.rowType(), obs.row().volume());
        column("action", action.rowType(), action.row().volume());
        for (String name : List.of("reward", "value", "next_value", "log_prob", "advantage", "value_target")) {
            column(name, DType.FLOAT32, 1);
        }
        for (String name : List.of("terminated", "truncated", "first")) {
            column(name, DType.UINT8, 1);
        }
        if (masked) {
            column("mask", DType.UINT8, action.flatSize());
        }
        stateSizes.forEach((name, size) -> {
            Column state = new Column(name, DType.FLOAT32, size, capacity);
            states.add(state);
            byName.put(name, state);
        });
        Arrays.fill(bytes("first"), 0, envs, (byte) 1);
    }

    /// Steps taken in each env.
    public int steps() {
        return steps;
    }

    public int envs() {
        return envs;
    }

    /// Rows in use.
    public int size() {
        return steps * envs;
    }

    /// Episodes that ended.
    public int episodes() {
        return episodes;
    }

    /// A whole column, [rows, width], with room behind the rows in use.
    Array array(String name) {
        return column(name).array;
    }

    /// A column of floats, one or more a row. It is another array once the rollout has grown.
    public float[] floats(String name) {
        return column(name).array.floats();
    }

    /// A column of flags, 1 or 0.
    public byte[] bytes(String name) {
        return column(name).array.bytes();
    }

    /// Remember the observations that the next actions are chosen from.
    public void choose(Step step) {
        put("obs", step.obs());
        if (masked) {
            put("mask", Objects.requireNonNull(step.actionMask()));
        }
    }

    /// Remember one thing of the step that is being taken: `action`, `value`, `log_prob`, a recurrent state.
    public void put(String name, Array rows) {
        Column column = column(name);
        int from = steps * envs * column.width;
        System.arraycopy(raw(rows), 0, raw(column.array), from, envs * column.width);
    }

    /// Remember what the actions led to, and begin the next step.
    public void observe(Step step) {
        put("reward", step.reward());
        put("terminated", step.terminated());
        put("truncated", step.truncated());
        int ended = 0;
        byte[] terminated = step.terminated().bytes();
        byte[] truncated = step.truncated().bytes();
        steps++;
        if ((steps + 1) * envs > capacity) {
            grow();
        }
        byte[] first = bytes("first");
        for (int i = 0; i < envs; i++) {
            byte done = (byte) (terminated[i] | truncated[i]);
            first[steps * envs + i] = done;
            ended += done;
        }
        episodes += ended;
    }

    /// Fill `next_value` from the values of the observations that followed: the next step's, or `last` for the
    /// last step. Rows that were cut short keep the value that was put there.
    public void chainValues(float[] last) {
        float[] value = floats("value");
        float[] next = floats("next_value");
        byte[] truncated = bytes("truncated");
        for (int row = 0; row < size(); row++) {
            if (truncated[row] == 0) {
                next[row] = row + envs < size() ? value[row + envs] : last[row + envs - size()];
            }
        }
    }

    /// Fill `advantage` with GAE's Â_t and `value_target` with Â_t + V(s_t).
    public void estimateAdvantages(double gamma, double lam) {
        Advantages.gae(this, gamma, lam);
        float[] advantage = floats("advantage");
        float[] value = floats("value");
        float[] target = floats("value_target");
        for (int row = 0; row < size(); row++) {
            target[row] = advantage[row] + value[row];
        }
    }

    /// Fill `value_target` with returns R_t that continue with V where the rollout or a time limit cuts them
    /// off, and `advantage` with R_t − V(s_t).
    public void estimateAdvantages(double gamma) {
        float[] advantage = floats("advantage");
        float[] value = floats("value");
        float[] target = floats("value_target");
        Advantages.returns(this, gamma, true, target);
        for (int row = 0; row < size(); row++) {
            advantage[row] = target[row] - value[row];
        }
    }

    /// Fill `advantage` with plain returns: discounted sums of the rewards that the rollout holds.
    public void returns(double gamma) {
        Advantages.returns(this, gamma, false, floats("advantage"));
    }

    /// The step behind the end of the episode that an env is in at a step; it must have ended.
    int end(int env, int step) {
        int t = step;
        while ((bytes("terminated")[t * envs + env] | bytes("truncated")[t * envs + env]) == 0) {
            t++;
        }
        return t + 1;
    }

    /// The sum of rewards from a step to the end of its episode.
    double episodeReturn(int env, int step) {
        double sum = 0;
        int end = end(env, step);
        for (int t = step; t < end; t++) {
            sum += floats("reward")[t * envs + env];
        }
        return sum;
    }

    /// The first step of an env that no update has used.
    int from(int env) {
        return used[env];
    }

    /// The step behind the last one of an env that an update may use: of an episode that has ended, or of any.
    int to(int env, boolean finished) {
        return finished ? lastEnd(env) : steps;
    }

    /// Copy rows into the inputs of a program that are named as columns. Inputs with more room than rows are
    /// filled up with the last row.
    ///
    /// @param rows row numbers, of which `count` from `from` on
    void gather(int[] rows, int from, int count, Program program) {
        for (int i = 0; i < columns.size(); i++) {
            Column column = columns.get(i);
            Array input = program.inputs().get(column.name);
            if (input != null) {
                column.gather(rows, from, count, input);
            }
        }
    }

    /// Copy the states that the recurrent nets had at the given rows.
    void gatherStates(int[] rows, int from, int count, Program program) {
        for (int i = 0; i < states.size(); i++) {
            Column column = states.get(i);
            Array input = program.inputs().get(column.name);
            if (input != null) {
                column.gather(rows, from, count, input);
            }
        }
    }

    /// Forget all.
    public void clear() {
        System.arraycopy(bytes("first"), size(), bytes("first"), 0, envs);
        steps = 0;
        episodes = 0;
        Arrays.fill(used, 0);
    }

    /// Forget the episodes that have ended. The others move to the front; beside the longest of them lie steps
    /// of other envs that are used and no longer count.
    public void clearFinished() {
        int kept = 0;
        for (int env = 0; env < envs; env++) {
            kept = Math.max(kept, steps - lastEnd(env));
        }
        int gone = steps - kept;
        for (int env = 0; env < envs; env++) {
            used[env] = lastEnd(env) - gone;
        }
        for (Column column : byName.values()) {
            int rows = (kept + 1) * envs; // and the flags of the step to come
            Object data = raw(column.array);
            System.arraycopy(data, gone * envs * column.width, data, 0, rows * column.width);
        }
        steps = kept;
        episodes = 0;
    }

    @Override
    public void save(State to) {
        to.put("steps", steps);
        to.put("episodes", episodes);
        to.put("used", Array.ofInts(Shape.of(envs), used));
        for (Column column : byName.values()) {
            to.put(column.name, column.head(size() + envs));
        }
    }

    @Override
    public void load(State from) {
        steps = (int) from.whole("steps");
        episodes = (int) from.whole("episodes");
        while (size() + envs > capacity) {
            grow();
        }
        Array.ofInts(Shape.of(envs), used).copyFrom(from.array("used"));
        for (Column column : byName.values()) {
            Array saved = from.array(column.name);
            System.arraycopy(raw(saved), 0, raw(column.array), 0, saved.shape().volume());
        }
    }

    /// The step behind the last end of an episode.
    private int lastEnd(int env) {
        byte[] terminated = bytes("terminated");
        byte[] truncated = bytes("truncated");
        for (int t = steps - 1; t >= used[env]; t--) {
            if ((terminated[t * envs + env] | truncated[t * envs + env]) != 0) {
                return t + 1;
            }
        }
        return used[env];
    }

    private static int rows(long count) {
        if (count > LONGEST) {
            throw new ConfigException(
                    "a rollout of %s steps of all envs together; an array holds at most %s: use a shorter horizon or fewer envs"
                            .formatted(count, LONGEST));
        }
        return (int) count;
    }

    private void grow() {
        capacity = rows(2L * capacity);
        byName.values().forEach(column -> column.grow(capacity));
    }

    private void column(String name, DType dtype, int width) {
        Column column = new Column(name, dtype, width, capacity);
        columns.add(column);
        byName.put(name, column);
    }

    private Column column(String name) {
        Column column = byName.get(name);
        if (column == null) {
            throw new IllegalArgumentException("a rollout has no %s; it has %s".formatted(name, byName.keySet()));
        }
        return column;
    }

    static Object raw(Array array) {
        return switch (array.dtype()) {
            case FLOAT32 -> array.floats();
            case INT32 -> array.ints();
            case UINT8 -> array.bytes();
        };
    }

    /// One thing that is known of every row.
    private static final class Column {
        final String name;
        final int width;
        Array array; // [rows, width]

        Column(String name, DType dtype, int width, int rows) {
            this.name = name;
            this.width = width;
            this.array = Array.zeros(dtype, Shape.of(rows, width));
        }

        void grow(int rows) {
            Array larger = Array.zeros(array.dtype(), Shape.of(rows, width));
            System.arraycopy(raw(array), 0, raw(larger), 0, array.shape().volume());
            array = larger;
        }

        Array head(int rows) {
            Array head = Array.zeros(array.dtype(), Shape.of(rows, width));
            System.arraycopy(raw(array), 0, raw(head), 0, rows * width);
            return head;
        }

        void gather(int[] rows, int from, int count, Array input) {
            int room = input.shape().volume() / width;
            switch (array.dtype()) {
                case FLOAT32 -> copy(array.floats(), rows, from, count, input.floats(), room);
                case INT32, UINT8 -> {
                    Object source = raw(array);
                    Object target = raw(input);
                    for (int i = 0; i < room; i++) {
                        int row = rows[from + Math.min(i, count - 1)];
                        System.arraycopy(source, row * width, target, i * width, width);
                    }
                }
            }
        }

        private void copy(float[] source, int[] rows, int from, int count, float[] target, int room) {
            if (width == 1) {
                for (int i = 0; i < room; i++) {
                    target[i] = source[rows[from + Math.min(i, count - 1)]];
                }
                return;
            }
            for (int i = 0; i < room; i++) {
                System.arraycopy(source, rows[from + Math.min(i, count - 1)] * width, target, i * width, width);
            }
        }
    }
}
