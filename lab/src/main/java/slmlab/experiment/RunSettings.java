package slmlab.experiment;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import slmlab.run.RunFolder;

/// What the command line or a program put in place of a spec file's own values. A run keeps it, so that it can be
/// resumed with the same file and without saying it again.
///
/// @param vars texts of `${var}`
/// @param keys values of keys, by their full paths
public record RunSettings(Map<String, String> vars, Map<String, @Nullable Object> keys) {

    /// Nothing.
    public static final RunSettings NONE = new RunSettings(Map.of(), Map.of());

    /// Return the same with one more key.
    RunSettings set(String path, @Nullable Object value) {
        Map<String, @Nullable Object> more = new LinkedHashMap<>(keys);
        more.put(path, value);
        return new RunSettings(vars, more);
    }

    /// Return the settings with which the run in a folder began, or was changed later.
    public static RunSettings of(RunFolder folder) {
        return Provenance.settings(folder);
    }

    boolean isEmpty() {
        return vars.isEmpty() && keys.isEmpty();
    }

    /// Read what [Provenance] writes.
    public static RunSettings read(@Nullable Object json) {
        if (!(json instanceof Map<?, ?> parts)) {
            return NONE;
        }
        Map<String, String> vars = new LinkedHashMap<>();
        Map<String, @Nullable Object> keys = new LinkedHashMap<>();
        if (parts.get("vars") instanceof Map<?, ?> given) {
            given.forEach((name, text) -> vars.put(String.valueOf(name), String.valueOf(text)));
        }
        if (parts.get("keys") instanceof Map<?, ?> given) {
            given.forEach((path, value) -> keys.put(String.valueOf(path), value));
        }
        return new RunSettings(vars, keys);
    }
}
