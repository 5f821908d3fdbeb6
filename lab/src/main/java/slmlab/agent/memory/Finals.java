package slmlab.agent.memory;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import slmlab.env.Step;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;
import slmlab.tensor.State;

/// The true last observations of episodes that ended, which no row of a ring holds, and what could have been
/// done there.
final class Finals {
    private static final int CHUNK_ROWS = 4096;

    private final Chunks kept;
    private final @Nullable Chunks masks;
    private int[] free = new int[16];
    private int freed;
    private int count; // places in use, and free ones between them

    /// @param actions how many a mask tells of; 0 where all can always be taken
    /// @param rows how many there can be
    Finals(DType dtype, int width, int actions, int rows) {
        this.kept = new Chunks("final_obs", dtype, width, rows, CHUNK_ROWS);
        this.masks = actions == 0 ? null : new Chunks("final_mask", DType.UINT8, actions, rows, CHUNK_ROWS);
    }

    /// Keep how the episode of an env ended, and return where.
    int keep(Step step, int env) {
        int place = freed > 0 ? free[--freed] : count++;
        kept.write(place, step.finalObs(), env, 1);
        if (masks != null) {
            masks.write(place, Objects.requireNonNull(step.finalMask()), env, 1);
        }
        return place;
    }

    void free(int place) {
        if (freed == free.length) {
            free = Arrays.copyOf(free, 2 * freed);
        }
        free[freed++] = place;
    }

    void read(int place, Array to, int at) {
        kept.read(place, to, at);
    }

    void readMask(int place, Array to, int at) {
        Objects.requireNonNull(masks).read(place, to, at);
    }

    int size() {
        return count - freed;
    }

    void save(State to) {
        to.put("final_obs.count", count);
        to.put("final_obs.free", Array.ofInts(Shape.of(freed), Arrays.copyOf(free, freed)));
        kept.save(to);
        if (masks != null) {
            masks.save(to);
        }
    }

    void load(State from) {
        count = (int) from.whole("final_obs.count");
        int[] saved = from.array("final_obs.free").ints();
        free = Arrays.copyOf(saved, Math.max(16, saved.length));
        freed = saved.length;
        kept.load(from);
        if (masks != null) {
            masks.load(from);
        }
    }
}
