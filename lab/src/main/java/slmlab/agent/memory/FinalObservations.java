package slmlab.agent.memory;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import slmlab.env.Step;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.State;

/// The true last observations of episodes that ended, which no row of a ring holds, and what could have been
/// done there.
final class FinalObservations {
    private static final int CHUNK_ROWS = 4096;

    private final SlotPool kept;
    private final @Nullable Chunks masks; // in the same places

    /// @param actions how many a mask tells of; 0 where all can always be taken
    /// @param rows how many there can be
    FinalObservations(DType dtype, int width, int actions, int rows) {
        this.kept = new SlotPool("final_obs", dtype, width, rows);
        this.masks = actions == 0 ? null : new Chunks("final_mask", DType.UINT8, actions, rows, CHUNK_ROWS);
    }

    /// Keep how the episode of an env ended, and return where.
    int keep(Step step, int env) {
        int place = kept.keep(step.finalObs(), env);
        if (masks != null) {
            masks.write(place, Objects.requireNonNull(step.finalMask()), env, 1);
        }
        return place;
    }

    void free(int place) {
        kept.free(place);
    }

    void read(int place, Array to, int at) {
        kept.rows().read(place, to, at);
    }

    void readMask(int place, Array to, int at) {
        Objects.requireNonNull(masks).read(place, to, at);
    }

    int size() {
        return kept.size();
    }

    void save(State to) {
        kept.save(to);
        if (masks != null) {
            masks.save(to);
        }
    }

    void load(State from) {
        kept.load(from);
        if (masks != null) {
            masks.load(from);
        }
    }
}
