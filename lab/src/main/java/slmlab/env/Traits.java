package slmlab.env;

import java.util.List;

/// What an env tells the lab about itself, besides its spaces.
///
/// @param stacked how many single observations a row holds along its first axis, the oldest first. Within an
///     episode the next row is this one without the oldest and with a new one, so a replay stores each once
/// @param rewardBound rewards are clipped to ± this for learning where a spec sets no range; infinite for none
/// @param obsNames what each component of an observation is, in a few words; empty where nobody says
public record Traits(int stacked, double rewardBound, List<String> obsNames) {
    /// An env without stacks, whose rewards are learned from as they are.
    public static final Traits NONE = new Traits(1, Double.POSITIVE_INFINITY);

    /// Create traits of an env that does not name the components of its observation.
    public Traits(int stacked, double rewardBound) {
        this(stacked, rewardBound, List.of());
    }

    /// Return traits of an env without stacks that names the components of its observation.
    public static Traits named(String... obsNames) {
        return NONE.named(List.of(obsNames));
    }

    public Traits {
        obsNames = List.copyOf(obsNames);
        if (stacked < 1 || !(rewardBound > 0)) {
            throw new IllegalArgumentException(
                    "%s stacked observations, rewards within ±%s: needs at least 1, and a positive bound"
                            .formatted(stacked, rewardBound));
        }
    }

    /// Return the same with another number of stacked observations.
    public Traits stacked(int n) {
        return new Traits(n, rewardBound, obsNames);
    }

    /// Return the same with other names of what is observed.
    public Traits named(List<String> names) {
        return new Traits(stacked, rewardBound, names);
    }
}
