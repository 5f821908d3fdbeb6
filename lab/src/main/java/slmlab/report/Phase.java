package slmlab.report;

import java.util.Locale;

/// Whether numbers come from training or from evaluation beside it.
public enum Phase {
    TRAIN,
    EVAL;

    /// As file names have it.
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
