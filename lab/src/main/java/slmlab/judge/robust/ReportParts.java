package slmlab.judge.robust;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What all robustness reports have in common.
final class ReportParts {
    private ReportParts() {}

    static String who(RobustnessReport report) {
        return "%s on %s, session %s".formatted(report.run(), report.env(), report.session());
    }

    /// Return what the file of a report begins with, to be added to.
    static Map<String, @Nullable Object> facts(RobustnessReport report) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        all.put("run", report.run());
        all.put("env", report.env());
        all.put("session", report.session());
        all.put("episodes", report.episodes());
        all.put("seed", report.seed());
        return all;
    }

    /// Return reasons by the names of what was not played.
    static Map<String, String> named(Map<?, String> reasons) {
        Map<String, String> named = new LinkedHashMap<>();
        reasons.forEach((what, why) -> named.put(what.toString(), why));
        return named;
    }

    static String number(double value) {
        return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
    }
}
