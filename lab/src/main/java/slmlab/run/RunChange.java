package slmlab.run;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import slmlab.file.JsonFile;

/// A key of the spec that changed when a run was resumed, as its `run.json` records it.
///
/// @param path of the key
/// @param from its value before, as text
/// @param to its value from then on
/// @param frames of each session at the change
public record RunChange(String path, String from, String to, List<Long> frames) {

    /// Return all changes of a run, in the order of time; none where its `run.json` records none.
    public static List<RunChange> of(RunFolder folder) {
        List<RunChange> all = new ArrayList<>();
        if (Files.isRegularFile(folder.provenance())
                && JsonFile.read(folder.provenance()) instanceof Map<?, ?> facts
                && facts.get("changes") instanceof List<?> changes) {
            for (Object change : changes) {
                if (change instanceof Map<?, ?> map && map.get("keys") instanceof Map<?, ?> keys) {
                    keys.forEach((path, values) -> all.add(of(String.valueOf(path), values, map.get("frames"))));
                }
            }
        }
        return all;
    }

    private static RunChange of(String path, @Nullable Object values, @Nullable Object frames) {
        Map<?, ?> both = values instanceof Map<?, ?> map ? map : Map.of();
        List<Long> at = new ArrayList<>();
        if (frames instanceof List<?> list) {
            list.forEach(frame -> at.add(frame instanceof Number number ? number.longValue() : 0L));
        }
        return new RunChange(path, Objects.toString(both.get("from")), Objects.toString(both.get("to")), at);
    }

    /// Say where in the run it changed: `frame 400`, or `frames 400 to 800` where sessions differ.
    public String when() {
        long first = frames.stream().mapToLong(frame -> frame).min().orElse(0);
        long last = frames.stream().mapToLong(frame -> frame).max().orElse(0);
        return first == last ? "frame " + first : "frames %s to %s".formatted(first, last);
    }
}
