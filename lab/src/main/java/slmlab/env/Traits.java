package slmlab.env;

/// What an env tells the lab about itself, besides its spaces.
///
/// @param stacked how many single observations a row holds along its first axis, the oldest first. Within an
///     episode the next row is this one without the oldest and with a new one, so a replay stores each once
/// @param rewardBound rewards are clipped to ± this for learning where a spec sets no range; infinite for none
public record Traits(int stacked, double rewardBound) {
    /// An env without stacks, whose rewards are learned from as they are.
    public static final Traits NONE = new Traits(1, Double.POSITIVE_INFINITY);

    public Traits {
        if (stacked < 1 || !(rewardBound > 0)) {
            throw new IllegalArgumentException(
                    "%s stacked observations, rewards within ±%s: needs at least 1, and a positive bound"
                            .formatted(stacked, rewardBound));
        }
    }

    /// Return the same with another number of stacked observations.
    public Traits stacked(int n) {
        return new Traits(n, rewardBound);
    }
}
