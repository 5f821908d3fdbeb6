package slmlab.benchmark;

import org.jspecify.annotations.Nullable;
import slmlab.stats.Interval;

/// What a cell asks for, and whether a result reaches it.
///
/// A score that SLM-Lab published is compared with the mean of `total_reward_ma`. A bar of our own is compared with the
/// mean return of the last 100 episodes, from eight sessions on with its interquartile mean. Fewer than four agents
/// give no verdict.
sealed interface Goal {

    /// SLM-Lab's score.
    record Published(double score) implements Goal {}

    /// Our own bar.
    record Bar(double least) implements Goal {}

    /// A cell that nobody has set a score for.
    record Open() implements Goal {}

    static Goal of(Cell cell) {
        if (cell.published() != null) {
            return new Published(cell.published());
        }
        return cell.bar() == null ? new Open() : new Bar(cell.bar());
    }

    /// Return the goal alone: `498.9`, `≥ 240`.
    default String words() {
        return switch (this) {
            case Published(double score) -> ScorePage.number(score);
            case Bar(double least) -> "≥ " + ScorePage.number(least).replaceAll("\\.0+$", "");
            case Open() -> "–";
        };
    }

    /// Return the scores of a result that it is compared with.
    default Summary judged(Result result) {
        return this instanceof Published ? result.averages() : result.returns();
    }

    /// Return whether a result reaches it: ` met`, ` not distinguishable`, ` **missed**`, or nothing of too few
    /// agents.
    default String verdict(Result result) {
        Summary scores = judged(result);
        if (scores.isRange()) {
            return "";
        }
        return switch (this) {
            case Published(double score) -> verdict(scores.mean(), scores.interval(), score);
            case Bar(double least) -> verdict(scores.typical(), scores.interval(), least);
            case Open() -> "";
        };
    }

    private static String verdict(double reached, @Nullable Interval interval, double goal) {
        if (reached >= goal) {
            return " met";
        }
        return interval != null && interval.contains(goal) ? " not distinguishable" : " **missed**";
    }
}
