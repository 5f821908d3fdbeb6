package slmlab.board;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import slmlab.experiment.Lab;
import slmlab.experiment.plan.Plan;
import slmlab.file.JsonFile;
import slmlab.run.RunChange;
import slmlab.run.RunFolder;
import slmlab.run.RunSpec;
import slmlab.spec.text.SpecException;

/// The spec of a run, and where it differs from the defaults.
///
/// @param spec the whole of it, as it is in the folder
/// @param keys every path with its value
/// @param defaults what these paths have if a spec does not name them
/// @param differing paths whose value is not the default, or that have none
/// @param changes what was changed when the run was resumed
/// @param problem why the defaults are unknown; empty if they are known
record SpecView(
        Object spec,
        SequencedMap<String, String> keys,
        Map<String, String> defaults,
        List<String> differing,
        List<Change> changes,
        String problem) {

    /// A key that was changed on the way.
    ///
    /// @param text its values before and after, and the frame
    record Change(String path, String text) {}

    /// Read the spec; an [IllegalArgumentException] says why it cannot be.
    static SpecView of(RunFolder run) {
        Object spec = JsonFile.readSmall(run.spec());
        SequencedMap<String, String> keys = RunSpec.keys(run.spec().toString(), spec);
        try {
            Plan plan = Lab.plan(run);
            Map<String, String> defaults = new LinkedHashMap<>(RunSpec.keys("the defaults", plan.defaults()));
            defaults.keySet().retainAll(keys.keySet());
            List<String> differing = keys.entrySet().stream()
                    .filter(key -> !key.getValue().equals(defaults.get(key.getKey())))
                    .map(Map.Entry::getKey)
                    .toList();
            return new SpecView(spec, keys, defaults, differing, changes(run), "");
        } catch (SpecException | IllegalArgumentException e) {
            return new SpecView(
                    spec, keys, Map.of(), List.copyOf(keys.keySet()), changes(run), String.valueOf(e.getMessage()));
        }
    }

    private static List<Change> changes(RunFolder run) {
        return RunChange.of(run).stream()
                .map(change ->
                        new Change(change.path(), "%s → %s at %s".formatted(change.from(), change.to(), change.when())))
                .toList();
    }
}
