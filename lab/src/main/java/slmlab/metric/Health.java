package slmlab.metric;

/// What a healthy value of a metric looks like, and what to do about another one. Rules of thumb, not laws.
///
/// @param healthy how it looks in a run that learns
/// @param advice what to do otherwise
/// @param low end of the band in which healthy values lie; −∞ for none
/// @param high other end; ∞ for none
public record Health(String healthy, String advice, double low, double high) {
    private static final double NONE = Double.POSITIVE_INFINITY;

    /// No rule is known.
    public static final Health UNKNOWN = new Health("", "");

    /// A rule without a band.
    public Health(String healthy, String advice) {
        this(healthy, advice, -NONE, NONE);
    }

    /// Whether a rule is known.
    public boolean isKnown() {
        return !healthy.isEmpty();
    }

    /// Whether there is a band.
    public boolean hasBand() {
        return low > -NONE || high < NONE;
    }

    /// Whether a value lies in the band; true where there is none.
    public boolean isHealthy(double value) {
        return low <= value && value <= high;
    }
}
