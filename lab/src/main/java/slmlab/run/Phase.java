package slmlab.run;

import java.util.Locale;

/// Whether numbers come from training or from evaluation during training.
public enum Phase {
    TRAIN,
    EVAL;

    /// Return the name used in file names.
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
