package slmlab.bench;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// One row of a comparison.
///
/// @param ours our figure in `unit`
/// @param theirs the peer's, measured in the same run; null without a peer
/// @param ratio how many times better ours is; null without a peer
/// @param target ratio to reach
/// @param recorded whether the peer's figure was recorded elsewhere
record Row(
        String name,
        String unit,
        double ours,
        @Nullable Double theirs,
        @Nullable Double ratio,
        double target,
        boolean recorded) {

    /// @param higherIsBetter true for a rate, false for a time
    static Row of(
            String name, String unit, boolean higherIsBetter, double ours, @Nullable Double theirs, double target) {
        Double ratio = theirs == null ? null : Double.valueOf(higherIsBetter ? ours / theirs : theirs / ours);
        return new Row(name, unit, ours, theirs, ratio, target, false);
    }

    /// Return a copy whose peer's figure was measured elsewhere.
    Row asRecorded() {
        return new Row(name, unit, ours, theirs, ratio, target, true);
    }

    /// Return whether the target is reached; null without a peer.
    @Nullable
    Boolean met() {
        return ratio == null ? null : Boolean.valueOf(ratio >= target);
    }

    String line() {
        Boolean met = met();
        return String.format(
                Locale.ROOT,
                "%-30s %10s %10s  %-8s %8s   ≥ %-5s %s",
                name,
                number(ours),
                number(theirs),
                unit,
                ratio == null ? "–" : String.format(Locale.ROOT, "%.2f×", ratio),
                target,
                met == null ? "no peer" : (met ? "met" : "missed") + (recorded ? " (recorded)" : ""));
    }

    String json() {
        return String.format(
                Locale.ROOT,
                "{\"name\": \"%s\", \"unit\": \"%s\", \"ours\": %s, \"theirs\": %s, \"ratio\": %s, \"target\": %s, \"met\": %s, \"recorded\": %s}",
                name,
                unit,
                ours,
                theirs,
                ratio,
                target,
                met(),
                recorded);
    }

    static String header(String peer) {
        return String.format(Locale.ROOT, "%-30s %10s %10s  %-8s %8s   %-7s", "", "ours", peer, "", "ratio", "target");
    }

    private static String number(@Nullable Double value) {
        if (value == null) {
            return "–";
        }
        return String.format(Locale.ROOT, value < 1 ? "%.4f" : value < 100 ? "%.2f" : "%.0f", value);
    }
}
