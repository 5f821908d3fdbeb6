package slmlab.compare;

import java.util.Locale;
import slmlab.metric.Metric;
import slmlab.metric.Metrics;

/// What a comparison is drawn over.
public enum XAxis {
    FRAMES(Metrics.FRAME),
    TIME(Metrics.WALL_T),
    UPDATES(Metrics.OPT_STEP);

    private static final double MINUTE = 60;
    private static final double HOUR = 3600;

    private final String column;

    XAxis(Metric metric) {
        this.column = metric.name();
    }

    public String column() {
        return column;
    }

    /// Return how many of the column's units one unit of the axis has: long times are minutes or hours.
    double unit(double longest) {
        if (this != TIME || longest < 5 * MINUTE) {
            return 1;
        }
        return longest < 5 * HOUR ? MINUTE : HOUR;
    }

    String title(double unit) {
        return switch (this) {
            case FRAMES -> "frames";
            case UPDATES -> "optimizer steps";
            case TIME -> "training time in " + (unit == 1 ? "seconds" : unit == MINUTE ? "minutes" : "hours");
        };
    }

    /// Return the word for it in options and file names.
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
