package slmlab.experiment;

/// How far a run has come: all its sessions together.
///
/// @param frame frames so far, those before a resume too
/// @param maxFrame frames at the end, if no session ends early
/// @param episodes how many had ended at the sessions' last rows
/// @param meanReturn mean return of the last 100 episodes at the sessions' last rows; NaN before an episode has ended
public record RunProgress(long frame, long maxFrame, long episodes, double meanReturn) {}
