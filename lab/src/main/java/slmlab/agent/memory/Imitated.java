package slmlab.agent.memory;

import java.util.ArrayList;
import java.util.List;
import slmlab.env.Space;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Program;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Shape;
import slmlab.tensor.State;

/// Steps of past rollouts, each with the return that followed: what self-imitation learns from. A ring of `max_size`.
public final class Imitated {
    private final List<Array> columns = new ArrayList<>(); // [max_size, width]
    private final List<String> names = new ArrayList<>();
    private final int capacity;
    private final boolean useCer;
    private final RandomStream random;
    private long seen;
    private long sampled;

    public Imitated(Space obs, Space action, boolean masked, MemoryConfig config, RandomStream random) {
        this.capacity = config.maxSize();
        this.useCer = config.useCer();
        this.random = random;
        column("obs", obs.rowType(), obs.row().volume());
        column("action", action.rowType(), action.row().volume());
        if (masked) {
            column("mask", DType.UINT8, action.flatSize());
        }
        column("return", DType.FLOAT32, 1);
    }

    /// How many steps there are to draw from.
    public int size() {
        return (int) Math.min(seen, capacity);
    }

    /// Keeps the steps of a rollout that an update may use.
    ///
    /// @param returns of each of its rows
    /// @param finished only the steps of episodes that have ended
    public void add(Rollout rollout, float[] returns, boolean finished) {
        for (int env = 0; env < rollout.envs(); env++) {
            int to = rollout.to(env, finished);
            for (int t = rollout.from(env); t < to; t++) {
                add(rollout, t * rollout.envs() + env, returns);
            }
        }
    }

    private void add(Rollout rollout, int row, float[] returns) {
        int place = (int) (seen % capacity);
        for (int i = 0; i < columns.size(); i++) {
            Array column = columns.get(i);
            int width = column.shape().dim(1);
            if (names.get(i).equals("return")) {
                column.floats()[place] = returns[row];
            } else {
                Object from = Rollout.raw(rollout.array(names.get(i)));
                System.arraycopy(from, row * width, Rollout.raw(column), place * width, width);
            }
        }
        seen++;
    }

    /// Draws steps with replacement into a program's inputs; with `use_cer` the newest that no batch has held are
    /// among them.
    public void sample(Program program) {
        Array target = program.input("return");
        int batch = target.floats().length;
        long fresh = useCer ? Math.min(Math.min(seen - sampled, batch), size()) : 0;
        for (int k = 0; k < batch; k++) {
            boolean isNew = k >= batch - fresh;
            int place = isNew ? (int) ((sampled + k - (batch - fresh)) % capacity) : random.nextInt(size());
            for (int i = 0; i < columns.size(); i++) {
                Array column = columns.get(i);
                int width = column.shape().dim(1);
                Object to = Rollout.raw(program.input(names.get(i)));
                System.arraycopy(Rollout.raw(column), place * width, to, k * width, width);
            }
        }
        sampled += fresh;
    }

    private void column(String name, DType dtype, int width) {
        names.add(name);
        columns.add(Array.zeros(dtype, Shape.of(capacity, width)));
    }

    public void save(State to) {
        to.put("seen", seen);
        to.put("sampled", sampled);
        to.put("draws", random.counter());
        for (int i = 0; i < columns.size(); i++) {
            to.put(names.get(i), columns.get(i));
        }
    }

    public void load(State from) {
        seen = from.whole("seen");
        sampled = from.whole("sampled");
        random.seek(from.whole("draws"));
        for (int i = 0; i < columns.size(); i++) {
            columns.get(i).copyFrom(from.array(names.get(i)));
        }
    }
}
