package slmlab.agent.facts;

import org.jspecify.annotations.Nullable;
import slmlab.spec.key.Problems;

/// Takes down the keys that an algorithm would not read: noted where SLM-Lab accepts and ignores them too, refused
/// where it does something else with them, could not run, or has no such key.
///
/// @param algorithm its name in the spec, for messages
public record KeyNotes(String algorithm, Problems problems) {

    /// Refuse a key, if it is given.
    public void refuse(boolean given, String path, String format, @Nullable Object... args) {
        if (given) {
            problems.add(path, format, args);
        }
    }

    /// Note a key that SLM-Lab accepts here and does not read either, if it is given.
    public void note(boolean given, String path, String format, @Nullable Object... args) {
        if (given) {
            problems.note(path, "has no effect: " + format, args);
        }
    }
}
