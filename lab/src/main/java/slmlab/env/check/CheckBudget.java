package slmlab.env.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;

/// The time that a check may take. Each rule has an equal share of what is left; a rule that needs more stops early,
/// and one that comes too late is not tested at all.
final class CheckBudget {
    private static final long LEAST = 100_000_000; // ns of a rule that is begun

    private final LongSupplier clock;
    private final double seconds;
    private final long end;
    private final List<String> shortened = new ArrayList<>();
    private final List<String> leftOut = new ArrayList<>();
    private String rule = "";
    private long ruleEnd;

    /// @param seconds of the whole check
    /// @param clock in ns
    CheckBudget(double seconds, LongSupplier clock) {
        this.clock = clock;
        this.seconds = seconds;
        this.end = clock.getAsLong() + Math.round(seconds * 1e9);
    }

    /// Begin a rule; return false where no time is left for it.
    ///
    /// @param following how many rules come after it
    boolean begin(String name, int following) {
        long left = end - clock.getAsLong();
        if (left <= 0) {
            leftOut.add(name);
            return false;
        }
        rule = name;
        ruleEnd = clock.getAsLong() + Math.max(LEAST, left / (following + 1));
        return true;
    }

    /// Make an env, whose start does not count as the rule's steps.
    <T> T making(java.util.function.Supplier<T> env) {
        long start = clock.getAsLong();
        T made = env.get();
        ruleEnd += clock.getAsLong() - start;
        return made;
    }

    /// Return whether a loop continues: it always takes its first step.
    ///
    /// @param t the coming step, from 1
    boolean allows(int t, int most) {
        if (t > most) {
            return false;
        }
        if (t > 1 && clock.getAsLong() > ruleEnd) {
            if (!shortened.contains(rule)) {
                shortened.add(rule);
            }
            return false;
        }
        return true;
    }

    /// Say what the time was too short for; empty where it was long enough.
    String inWords() {
        List<String> parts = new ArrayList<>();
        if (!shortened.isEmpty()) {
            parts.add("fewer steps than usual for " + String.join(", ", shortened));
        }
        if (!leftOut.isEmpty()) {
            parts.add("not tested at all: " + String.join(", ", leftOut));
        }
        return parts.isEmpty()
                ? ""
                : String.format(
                        Locale.ROOT, "the env is too slow to check in %.0f s; %s", seconds, String.join("; ", parts));
    }
}
