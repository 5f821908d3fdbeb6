package slmlab.search;

import java.util.Collection;

/// Asynchronous successive halving: at frames `grace`, `grace` · η, `grace` · η², … a trial continues if it is among
/// the best 1/η of all that have come so far. While fewer than η have come, the best continues.
///
/// @param grace frame of the first rung
/// @param reduction η
public record AshaPruner(long grace, int reduction) implements Pruner {

    public AshaPruner {
        if (grace < 1 || reduction < 2) {
            throw new IllegalArgumentException(
                    "grace_period is %s and reduction_factor %s; needs at least 1 and 2".formatted(grace, reduction));
        }
    }

    /// Return the rung that a trial has just reached: the highest at or below its last frame, and above the one
    /// before; 0 if it has reached none.
    private long rung(Curve trial) {
        Long before = trial.scores().lowerKey(trial.frame());
        long reached = 0;
        for (long rung = grace; rung <= trial.frame(); rung = Math.multiplyExact(rung, reduction)) {
            if (before == null || rung > before) {
                reached = rung;
            }
        }
        return reached;
    }

    @Override
    public boolean ends(Curve trial, Collection<Curve> others) {
        long rung = rung(trial);
        if (rung == 0) {
            return false;
        }
        double score = trial.at(rung);
        long came = 1 + others.stream().filter(other -> other.hasReached(rung)).count();
        long better = others.stream()
                .filter(other -> other.hasReached(rung) && other.at(rung) > score)
                .count();
        return better >= Math.max(1, came / reduction);
    }
}
