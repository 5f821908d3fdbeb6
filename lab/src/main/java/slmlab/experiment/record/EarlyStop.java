package slmlab.experiment.record;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import slmlab.spec.MetaConfig;
import slmlab.tensor.State;

/// Whether a session ends before its last frame, as `meta.early_stop` says. It is a function of the session's
/// episodes, so a resumed run ends at the same frame.
public final class EarlyStop {
    private final MetaConfig.@Nullable EarlyStop config;
    private final Episodes episodes;
    private long counted;
    private double mean = Double.NaN; // of the last 100 episodes; NaN before they are 100
    private double best = Double.NEGATIVE_INFINITY;
    private long bestFrame = -1;
    private long frame;

    /// @param config null for never
    public EarlyStop(MetaConfig.@Nullable EarlyStop config, Episodes episodes) {
        this.config = config;
        this.episodes = episodes;
    }

    /// Look at the episodes after a step, which ended at `now`.
    public void afterStep(long now) {
        if (config == null) {
            return;
        }
        frame = now;
        if (episodes.isFull() && episodes.count() != counted) {
            counted = episodes.count();
            mean = episodes.mean();
            if (mean > best) {
                best = mean;
                bestFrame = now;
            }
        }
    }

    /// Whether the session ends here.
    public boolean isMet() {
        return hasReturn() || hasPlateau();
    }

    private boolean hasReturn() {
        return config != null && config.meanReturn() != null && mean >= config.meanReturn();
    }

    private boolean hasPlateau() {
        return config != null
                && config.plateauFrames() != null
                && bestFrame >= 0
                && frame - bestFrame >= config.plateauFrames();
    }

    /// Say why the session ended early; null if it did not.
    @Nullable
    public String reason() {
        if (config == null || !isMet()) {
            return null;
        }
        return hasReturn()
                ? String.format(
                        Locale.ROOT,
                        "the mean return of the last 100 episodes is %.2f and early_stop.mean_return is %s",
                        mean,
                        config.meanReturn())
                : String.format(
                        Locale.ROOT,
                        "the mean return of the last 100 episodes has not risen above %.2f since frame %,d and"
                                + " early_stop.plateau_frames is %,d",
                        best,
                        bestFrame,
                        config.plateauFrames());
    }

    public void save(State to) {
        if (config != null) {
            to.put("best", best);
            to.put("best_frame", bestFrame);
        }
    }

    /// Load after the episodes. A run that had no `early_stop` so far begins to look for a plateau here.
    public void load(State from, long now) {
        if (config == null) {
            return;
        }
        if (from.has("best_frame")) {
            best = from.number("best");
            bestFrame = from.whole("best_frame");
            counted = episodes.isFull() ? episodes.count() : 0;
            mean = episodes.isFull() ? episodes.mean() : Double.NaN;
            frame = now;
        } else {
            afterStep(now);
        }
    }
}
