package slmlab.cli;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import slmlab.search.GridSampler;
import slmlab.search.study.Methods;
import slmlab.search.study.StudyPlan;
import slmlab.search.trial.Pruning;
import slmlab.search.trial.SearchPlan;
import slmlab.spec.MetaConfig;
import slmlab.spec.Problems;
import slmlab.spec.SpecFile;

/// What the flags and the spec of a search choose together: sampler, pruner and number of trials.
final class SearchChoices {
    private final SearchFlags flags;
    private final long seed;

    /// @param seed of a new search
    SearchChoices(SearchFlags flags, long seed) {
        this.flags = flags;
        this.seed = seed;
    }

    /// Return the plan of a study; a [slmlab.spec.SpecException] lists all that does not fit.
    ///
    /// @param study its name
    /// @param old of a search that resumes; null for a new one
    StudyPlan plan(SpecFile specs, SearchPlan search, String study, @Nullable StudyPlan old) {
        Problems problems = new Problems();
        MetaConfig meta = search.plan().meta();
        @Nullable String asked = flags.pruner();
        Map<String, @Nullable Object> pruner = old != null && asked == null
                ? old.pruner()
                : Pruning.of(asked, meta.searchScheduler(), search.plan().env().maxFrame(), problems);
        boolean isPruned = !Pruning.NONE.equals(pruner.get("name"));
        if (isPruned && search.keys().stream().anyMatch(key -> key.path().equals("meta.max_session"))) {
            problems.add(
                    "search.meta.max_session", "cannot be searched with a pruner, which needs 1; give --pruner none");
        }
        @Nullable String sampler = flags.sampler();
        if (search.isGrid() && sampler != null && !sampler.equals("grid")) {
            problems.add("search", "has a grid_search, which tries every item in turn; --sampler %s cannot", sampler);
        }
        String chosen = sampler != null ? sampler : old != null ? old.sampler() : search.isGrid() ? "grid" : "tpe";
        int trials = trials(search, chosen, old, problems);
        SearchPlan fitted = isPruned ? search.oneSession() : search;
        StudyPlan plan = new StudyPlan(
                study, fitted.named(), search.space(), chosen, pruner, old == null ? seed : old.seed(), trials);
        Methods.check(plan, problems);
        problems.throwIfAny(specs.described());
        return plan;
    }

    private int trials(SearchPlan search, String sampler, @Nullable StudyPlan old, Problems problems) {
        @Nullable Integer asked = flags.trials();
        @Nullable Integer written = search.plan().meta().maxTrial();
        if (asked == null && old != null) {
            return old.trials();
        }
        if (asked != null || !sampler.equals("grid")) {
            if (asked == null && written == null) {
                problems.add("meta.max_trial", "is missing, and there is no --trials; how many trials shall there be?");
            }
            return asked != null ? asked : written != null ? written : 1;
        }
        long size =
                GridSampler.of(search.space(), written == null ? 1 : written).size(search.space());
        return (int) Math.min(size, Integer.MAX_VALUE);
    }

    /// Return a search with as many sessions per trial as its pruner allows.
    static SearchPlan sessions(SearchPlan search, StudyPlan plan) {
        return Pruning.NONE.equals(plan.pruner().get("name")) ? search : search.oneSession();
    }
}
