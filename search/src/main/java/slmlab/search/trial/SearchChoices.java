package slmlab.search.trial;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import slmlab.search.GridSampler;
import slmlab.search.study.Methods;
import slmlab.search.study.StudyPlan;
import slmlab.spec.MetaConfig;
import slmlab.spec.SpecFile;
import slmlab.spec.key.Problems;

/// What a command and the spec of a search choose together: sampler, pruner and number of trials.
///
/// @param sampler null for the spec's
/// @param pruner null for the spec's
/// @param trials null for the spec's
/// @param seed of a new search
public record SearchChoices(
        @Nullable String sampler,
        @Nullable String pruner,
        @Nullable Integer trials,
        long seed) {

    /// Return the plan of a study; a [slmlab.spec.text.SpecException] lists all that does not fit.
    ///
    /// @param study its name
    /// @param old of a search that resumes; null for a new one
    public StudyPlan plan(SpecFile specs, SearchPlan search, String study, @Nullable StudyPlan old) {
        Problems problems = new Problems();
        MetaConfig meta = search.plan().meta();
        Map<String, @Nullable Object> pruning = old != null && pruner == null
                ? old.pruner()
                : Pruning.of(pruner, meta.searchScheduler(), search.plan().env().maxFrame(), problems);
        boolean isPruned = !Pruning.NONE.equals(pruning.get("name"));
        if (isPruned && search.keys().stream().anyMatch(key -> key.path().equals("meta.max_session"))) {
            problems.add(
                    "search.meta.max_session", "cannot be searched with a pruner, which needs 1; give --pruner none");
        }
        if (search.isGrid() && sampler != null && !sampler.equals("grid")) {
            problems.add("search", "has a grid_search, which tries every item in turn; --sampler %s cannot", sampler);
        }
        String chosen = sampler != null ? sampler : old != null ? old.sampler() : search.isGrid() ? "grid" : "tpe";
        int count = trials(search, chosen, old, problems);
        SearchPlan fitted = isPruned ? search.oneSession() : search;
        StudyPlan plan = new StudyPlan(
                study, fitted.named(), search.space(), chosen, pruning, old == null ? seed : old.seed(), count);
        Methods.check(plan, problems);
        problems.throwIfAny(specs.described());
        return plan;
    }

    private int trials(SearchPlan search, String chosen, @Nullable StudyPlan old, Problems problems) {
        @Nullable Integer written = search.plan().meta().maxTrial();
        if (trials == null && old != null) {
            return old.trials();
        }
        if (trials != null || !chosen.equals("grid")) {
            if (trials == null && written == null) {
                problems.add("meta.max_trial", "is missing, and there is no --trials; how many trials shall there be?");
            }
            return trials != null ? trials : written != null ? written : 1;
        }
        long size =
                GridSampler.of(search.space(), written == null ? 1 : written).size(search.space());
        return (int) Math.min(size, Integer.MAX_VALUE);
    }

    /// Return a search with as many sessions per trial as its pruner allows.
    public static SearchPlan sessions(SearchPlan search, StudyPlan plan) {
        return Pruning.NONE.equals(plan.pruner().get("name")) ? search : search.oneSession();
    }
}
