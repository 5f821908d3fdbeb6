package slmlab.agent.memory;

import java.util.Arrays;
import slmlab.env.Rows;
import slmlab.env.Space;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.State;

/// The observations of a ring where each is a stack of the last `n`: a row stores its newest alone, a quarter of
/// an Atari game's four.
///
/// A row whose others are not those of the row before it, as at the start of an episode, is kept whole. Whether
/// they are is compared, not believed, so every observation is read as it was written.
final class Stacks {
    private final int n;
    private final int envs;
    private final int width; // of one of a stack
    private final Chunks newest;
    private final Chunks begin; // 0 where a row continues the one before it, place of the whole + 1 where not
    private final SlotPool whole;
    private final Array last; // as written forevery env, to compare the next with
    private int lastRow = -1; // of env 0

    /// @param rows of the ring
    /// @param chunkRows how many a chunk has
    Stacks(Space obs, int n, int envs, int rows, int chunkRows) {
        int volume = obs.row().volume();
        this.n = n;
        this.envs = envs;
        this.width = volume / n;
        this.newest = new Chunks("obs", obs.rowType(), width, rows, chunkRows);
        this.begin = new Chunks("obs_begin", DType.INT32, 1, rows, chunkRows);
        this.whole = new SlotPool("obs_whole", obs.rowType(), volume, rows);
        this.last = Rows.of(obs, envs);
    }

    /// Write what all envs show, from `row` on; what was there must be free.
    void write(int row, Array obs) {
        boolean isAgain = row == lastRow;
        boolean isFirst = lastRow < 0;
        for (int env = 0; env < envs; env++) {
            if (isAgain && isSame(obs, env, 0, 0, n)) {
                continue;
            }
            if (isAgain) {
                free(row + env);
            }
            boolean continues = !isFirst && !isAgain && isSame(obs, env, 0, 1, n - 1);
            begin.set(row + env, continues ? 0 : whole.keep(obs, env) + 1);
            newest.writePart(row + env, obs, (env * n + n - 1) * width);
        }
        lastRow = row;
        last.copyFrom(obs);
    }

    /// Compare `count` of a stack, from `first` on, with those of the last one from `other` on.
    private boolean isSame(Array obs, int env, int first, int other, int count) {
        int a = (env * n + first) * width;
        int b = (env * n + other) * width;
        int length = count * width;
        return switch (obs.dtype()) {
            case FLOAT32 -> Arrays.equals(obs.floats(), a, a + length, last.floats(), b, b + length);
            case INT32 -> Arrays.equals(obs.ints(), a, a + length, last.ints(), b, b + length);
            case UINT8 -> Arrays.equals(obs.bytes(), a, a + length, last.bytes(), b, b + length);
        };
    }

    /// Free a row that is about to be written over.
    void free(int row) {
        int place = begin.whole(row);
        if (place != 0) {
            whole.free(place - 1);
            begin.set(row, 0);
        }
    }

    /// Read a row's stack, newest first, back to the row that was kept whole.
    ///
    /// @param rows of the ring, around which a row's env steps
    void read(int row, int rows, Array to, int at) {
        int from = row;
        for (int k = n - 1; k >= 0; k--) {
            int place = begin.whole(from);
            if (place != 0) {
                whole.rows().readPart(place - 1, (n - 1 - k) * width, (k + 1) * width, to, at * n * width);
                return;
            }
            newest.readPart(from, 0, width, to, (at * n + k) * width);
            from = from < envs ? from - envs + rows : from - envs;
        }
    }

    void save(State to) {
        newest.save(to);
        begin.save(to);
        whole.save(to);
        to.put("obs_last_row", lastRow);
        to.put("obs_last", last);
    }

    void load(State from) {
        newest.load(from);
        begin.load(from);
        whole.load(from);
        lastRow = (int) from.whole("obs_last_row");
        last.copyFrom(from.array("obs_last"));
    }
}
