package slmlab.search;

import java.util.Arrays;
import java.util.Collection;

/// Ends a trial whose best score so far lies below the median of the others at the same frame.
///
/// @param startTrials that must have come as far before any is ended
/// @param warmup frames that every trial may run
public record MedianPruner(int startTrials, long warmup) implements Pruner {

    @Override
    public boolean ends(Curve trial, Collection<Curve> others) {
        long frame = trial.frame();
        if (frame <= warmup) {
            return false;
        }
        double[] scores = others.stream()
                .filter(other -> other.hasReached(frame))
                .mapToDouble(other -> other.at(frame))
                .sorted()
                .toArray();
        return scores.length >= Math.max(1, startTrials) && trial.bestUpTo(frame) < median(scores);
    }

    private static double median(double[] sorted) {
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1
                ? sorted[middle]
                : Arrays.stream(sorted, middle - 1, middle + 1).average().orElseThrow();
    }
}
