package slmlab.design.select;

import java.util.Optional;
import slmlab.design.select.Selection.Choice;

/// What [Selection] can rank for a problem.
interface Candidate {

    /// Return what the ranking calls it.
    String title();

    /// Return the first thing that it needs and a problem does not have; empty where nothing is missing.
    Optional<String> missing(ProblemProfile profile);

    /// Return its line in the ranking.
    ///
    /// @param reason the rule that chose it
    Choice choice(ProblemProfile profile, String reason);
}
