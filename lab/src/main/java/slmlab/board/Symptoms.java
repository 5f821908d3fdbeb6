package slmlab.board;

import java.util.List;
import java.util.Locale;

/// What looks wrong in a run, in a sentence that names its evidence; a healthy run has none.
final class Symptoms {
    private static final double LARGE_KL = 0.05; // as docs/metrics.md says
    private static final int LAST = 5; // samples that must agree

    private Symptoms() {}

    /// @param column of the returns
    static String of(List<Peek> sessions, String column) {
        for (Peek session : sessions) {
            String found = kl(session);
            if (found.isEmpty()) {
                found = fall(session, column);
            }
            if (!found.isEmpty()) {
                return found;
            }
        }
        return "";
    }

    private static String kl(Peek session) {
        double[] values = session.column("approx_kl");
        if (values.length < LAST) {
            return "";
        }
        double least = Double.POSITIVE_INFINITY;
        for (int i = values.length - LAST; i < values.length; i++) {
            least = Math.min(least, values[i]); // NaN stays NaN, and is not larger than anything
        }
        return least > LARGE_KL
                ? String.format(
                        Locale.ROOT,
                        "updates are too large: approx_kl %.2f, above %.2f since frame %,.0f",
                        values[values.length - 1],
                        LARGE_KL,
                        session.column("frame")[values.length - LAST])
                : "";
    }

    /// Find a return that fell by more than half of its range, and stayed there.
    private static String fall(Peek session, String column) {
        double[] values = session.column(column);
        double[] frames = session.column("frame");
        if (values.length < 4 * LAST) {
            return "";
        }
        int best = 0;
        double low = Double.POSITIVE_INFINITY;
        for (int i = 0; i < values.length; i++) {
            best = values[i] > values[best] || Double.isNaN(values[best]) ? i : best;
            low = Math.min(low, Double.isNaN(values[i]) ? low : values[i]);
        }
        double highest = Double.NEGATIVE_INFINITY;
        for (int i = values.length - LAST; i < values.length; i++) {
            highest = Math.max(highest, values[i]);
        }
        return best < values.length - LAST && values[best] - highest > 0.5 * (values[best] - low)
                ? String.format(
                        Locale.ROOT,
                        "the return fell: %.4g at frame %,.0f, %.4g now",
                        values[best],
                        frames[best],
                        values[values.length - 1])
                : "";
    }
}
