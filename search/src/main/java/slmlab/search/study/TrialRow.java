package slmlab.search.study;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A trial as the study's database has it.
///
/// @param number from 0
/// @param point coordinates in the space, empty until a sampler has chosen them
/// @param values of the searched keys, by path
/// @param scores reported so far, by frame
/// @param score at its end, to be large; NaN before it and where there is none
/// @param metrics at its end, by name
/// @param error what it failed of
/// @param worker which runs it or ran it last
/// @param folder its run folder, empty before it has one
/// @param attempt 1, and one more each time that a worker was lost
/// @param held whether a worker runs it now: not before it is claimed again, once its worker has stopped or is lost
/// @param ended null while it runs
public record TrialRow(
        int number,
        TrialState state,
        double[] point,
        Map<String, @Nullable Object> values,
        NavigableMap<Long, Double> scores,
        double score,
        Map<String, Double> metrics,
        @Nullable String error,
        String worker,
        String folder,
        int attempt,
        boolean held,
        Instant begun,
        @Nullable Instant ended) {

    public TrialRow {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        scores = Collections.unmodifiableNavigableMap(new TreeMap<>(scores));
        metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
    }

    /// Return the last frame that it reported, 0 before the first.
    public long frame() {
        return scores.isEmpty() ? 0 : scores.lastKey();
    }
}
