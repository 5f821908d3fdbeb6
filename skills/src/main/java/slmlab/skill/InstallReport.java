package slmlab.skill;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What an install or an uninstall did to one target, or would do.
///
/// @param status what happened, in one word or a few
/// @param count skills of ours that are there now
/// @param notes what was kept and why, one sentence each
/// @param changes files that were written, moved or deleted, one line each
public record InstallReport(Target target, Status status, int count, List<String> notes, List<String> changes) {
    public InstallReport {
        notes = List.copyOf(notes);
        changes = List.copyOf(changes);
    }

    /// What happened.
    public enum Status {
        INSTALLED,
        UPDATED,
        UNCHANGED,
        REMOVED;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// Return the same as JSON has it.
    public Map<String, @Nullable Object> json(boolean dryRun) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("tool", target.tool().toString());
        json.put("scope", target.scope().toString());
        json.put("count", count);
        json.put("path", target.folder().toString());
        json.put("instructions", target.instructions().map(Path::toString).orElse(null));
        json.put("status", status.toString());
        json.put("dry_run", dryRun);
        json.put("notes", notes);
        json.put("changes", changes);
        return json;
    }
}
