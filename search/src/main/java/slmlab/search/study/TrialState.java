package slmlab.search.study;

/// Where a trial of a study stands.
public enum TrialState {
    /// A worker runs it, or did until it was lost.
    RUNNING,
    /// It ran to its end.
    DONE,
    /// A pruner ended it.
    PRUNED,
    /// It ended with an error.
    FAILED;

    public boolean isOver() {
        return this != RUNNING;
    }
}
