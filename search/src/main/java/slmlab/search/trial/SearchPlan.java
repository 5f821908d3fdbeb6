package slmlab.search.trial;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import slmlab.experiment.plan.Plan;
import slmlab.experiment.plan.SearchCheck;
import slmlab.search.SearchBlock;
import slmlab.search.SearchSpace;
import slmlab.spec.MetaConfig;
import slmlab.spec.SearchKey;
import slmlab.spec.Spec;
import slmlab.spec.SpecFile;
import slmlab.spec.key.Problems;

/// A spec with what is searched in it, read and checked.
///
/// @param plan of the spec with its own values
/// @param spec that every trial begins with: it needs no other file, and searches nothing itself
/// @param keys that trials set
/// @param unused paths of searched keys that change nothing, with the reason
public record SearchPlan(
        Plan plan, Map<String, @Nullable Object> spec, List<SearchKey> keys, Map<String, String> unused) {
    private static final String SECTION = "search";

    /// Read one spec of a file; a [slmlab.spec.text.SpecException] lists all that is wrong.
    public static SearchPlan read(SpecFile file, String name) {
        Problems problems = new Problems();
        file.unset(name).forEach(unset -> problems.add(unset.path(), "%s", unset.message()));
        Spec read = file.spec(name, problems);
        Problems section = new Problems();
        SearchBlock.read(read.search(), section);
        section.list().stream()
                .filter(problem -> !problems.list().contains(problem))
                .forEach(problem -> problems.add(problem.path(), "%s", problem.message()));
        Plan plan = Plan.of(read, problems);
        @Nullable SearchCheck check = plan == null ? null : SearchCheck.of(file, name, plan, problems);
        if (check != null && check.keys().isEmpty() && problems.isEmpty()) {
            problems.add(
                    SECTION,
                    "searches nothing: %s has no effect here",
                    String.join(", ", check.unused().keySet()));
        }
        problems.throwIfAny(file.described());
        return of(Objects.requireNonNull(plan), Objects.requireNonNull(check));
    }

    private static SearchPlan of(Plan plan, SearchCheck check) {
        Map<String, @Nullable Object> spec = new LinkedHashMap<>(check.spec());
        spec.remove(SECTION);
        return new SearchPlan(plan, spec, check.keys(), check.unused());
    }

    /// Return the spec's name.
    public String name() {
        return plan.spec().name();
    }

    public SearchSpace space() {
        return SearchBlock.space(keys);
    }

    /// Return whether every item of some key is to be tried in turn, as `grid_search` says.
    public boolean isGrid() {
        return keys.stream().anyMatch(key -> key.distribution().equals(SearchKey.GRID_SEARCH));
    }

    /// Return the same with one session per trial, as pruners need it.
    public SearchPlan oneSession() {
        Map<String, @Nullable Object> meta = new LinkedHashMap<>();
        if (spec.get("meta") instanceof Map<?, ?> given) {
            given.forEach((key, value) -> meta.put(String.valueOf(key), value));
        }
        meta.put("max_session", 1);
        Map<String, @Nullable Object> changed = new LinkedHashMap<>(spec);
        changed.put("meta", meta);
        MetaConfig one = plan.meta().maxSession(1);
        return new SearchPlan(plan.with(plan.env(), one), changed, keys, unused);
    }

    /// Return the spec under its name, as a study keeps it.
    public Map<String, @Nullable Object> named() {
        return Map.of(name(), spec);
    }

    /// Return the plan of a trial.
    ///
    /// @param named the spec that every trial begins with, under its name
    /// @param values by the paths of their keys
    static Plan plan(Map<String, @Nullable Object> named, Map<String, @Nullable Object> values, String source) {
        String name = Objects.requireNonNull(named.keySet().iterator().next());
        return Plan.read(SpecFile.of(source, named).with(values), name);
    }

    /// Return the spec with values in place of its own, under its name.
    public static Map<String, @Nullable Object> with(
            Map<String, @Nullable Object> named, Map<String, @Nullable Object> values) {
        String name = Objects.requireNonNull(named.keySet().iterator().next());
        return Map.of(name, SpecFile.of(name, named).with(values).raw(name));
    }
}
