package slmlab.search;

import java.util.Collection;

/// Hyperband: several successive halvings side by side, whose first rungs are η times later each, so that slow starters
/// have their chance too. Trials are dealt out by their numbers: more to those that end more of them.
///
/// @param grace frame of the earliest rung
/// @param most frames of a whole trial
/// @param reduction η
public record HyperbandPruner(long grace, long most, int reduction) implements Pruner {

    public HyperbandPruner {
        if (most < grace) {
            throw new IllegalArgumentException(
                    "grace_period is %s, above max_frame %s; needs less".formatted(grace, most));
        }
    }

    /// Return how many brackets there are.
    public int brackets() {
        int brackets = 1;
        for (long frame = grace; frame <= most / reduction; frame *= reduction) {
            brackets++;
        }
        return brackets;
    }

    /// Return how many trials a bracket gets of each round.
    public int share(int bracket) {
        int halvings = brackets() - 1 - bracket;
        return (int) Math.ceil(brackets() * Math.pow(reduction, halvings) / (halvings + 1));
    }

    /// Return the bracket of a trial; bracket 0 has the earliest rung.
    public int bracket(int trial) {
        int round = 0;
        for (int bracket = 0; bracket < brackets(); bracket++) {
            round += share(bracket);
        }
        int place = trial % round;
        int bracket = 0;
        while (place >= share(bracket)) {
            place -= share(bracket);
            bracket++;
        }
        return bracket;
    }

    @Override
    public boolean ends(Curve trial, Collection<Curve> others) {
        int bracket = bracket(trial.number());
        long first = grace * Math.powExact((long) reduction, bracket);
        return new AshaPruner(first, reduction)
                .ends(
                        trial,
                        others.stream()
                                .filter(other -> bracket(other.number()) == bracket)
                                .toList());
    }
}
