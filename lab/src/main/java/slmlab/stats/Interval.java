package slmlab.stats;

/// Where a number lies with a confidence of 95 %.
public record Interval(double low, double high) {
    public boolean contains(double value) {
        return low <= value && value <= high;
    }
}
