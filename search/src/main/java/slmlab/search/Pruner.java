package slmlab.search;

import java.util.Collection;

/// Decides which trials continue.
public interface Pruner {
    /// Ends no trial early.
    Pruner NONE = (trial, others) -> false;

    /// Return whether a trial ends here. Ask after each report.
    ///
    /// @param trial with its newest report
    /// @param others all other trials, running or ended, with what they have reported
    boolean ends(Curve trial, Collection<Curve> others);
}
