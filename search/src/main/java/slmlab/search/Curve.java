package slmlab.search;

import java.util.NavigableMap;
import java.util.TreeMap;

/// What a trial has reported so far: scores by frame. NaN counts as the worst.
///
/// @param number of the trial
public record Curve(int number, NavigableMap<Long, Double> scores) {

    public Curve {
        scores = new TreeMap<>(scores);
        scores.replaceAll((_, score) -> Double.isNaN(score) ? Double.NEGATIVE_INFINITY : score);
    }

    /// Add a report. Later ones are of an attempt that was lost and are forgotten.
    public void report(long frame, double score) {
        scores.tailMap(frame, true).clear();
        scores.put(frame, Double.isNaN(score) ? Double.NEGATIVE_INFINITY : score);
    }

    /// Return the last frame that was reported, 0 before the first.
    long frame() {
        return scores.isEmpty() ? 0 : scores.lastKey();
    }

    boolean hasReached(long frame) {
        return frame() >= frame;
    }

    /// Return the first score at a frame or after it; the trial must have reached it.
    double at(long frame) {
        return scores.ceilingEntry(frame).getValue();
    }

    /// Return the best score up to a frame.
    double bestUpTo(long frame) {
        return scores.headMap(frame, true).values().stream()
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(Double.NEGATIVE_INFINITY);
    }
}
