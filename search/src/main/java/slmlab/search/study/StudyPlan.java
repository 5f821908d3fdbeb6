package slmlab.search.study;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import slmlab.search.SearchSpace;

/// What a study searches and how. It never changes, so that every worker does the same.
///
/// @param name of the study
/// @param spec that every trial begins with, whole and resolved, under its name
/// @param space of the keys that trials set in it
/// @param sampler by name, as in [slmlab.search.Sampler]
/// @param pruner by name with its settings, such as `{name: asha, grace_period: 20000, reduction_factor: 3}`
/// @param seed of the study; trials derive theirs from it
/// @param trials how many there are to be
public record StudyPlan(
        String name,
        Map<String, @Nullable Object> spec,
        SearchSpace space,
        String sampler,
        Map<String, @Nullable Object> pruner,
        long seed,
        int trials) {

    StudyPlan withTrials(int count) {
        return new StudyPlan(name, spec, space, sampler, pruner, seed, count);
    }
}
