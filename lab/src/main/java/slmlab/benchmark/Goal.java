package slmlab.benchmark;

/// What a cell asks for, and whether a result reaches it.
///
/// A score that SLM-Lab published is reached by the mean of `total_reward_ma`, within one standard error. A bar of
/// our own is reached by the interquartile mean of the return of the last 100 episodes.
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

    /// Return whether a result reaches it: ` met`, ` met within s.e.` or ` **missed**`.
    default String verdict(Result result) {
        return switch (this) {
            case Published(double score) -> published(result.totalRewardMaSummary(), score);
            case Bar(double least) -> bar(result.meanReturnSummary(), least);
            case Open() -> "";
        };
    }

    private static String published(Summary summary, double score) {
        if (summary.mean() >= score) {
            return " met";
        }
        Double error = summary.standardError();
        return error != null && summary.mean() + error >= score ? " met within s.e." : " **missed**";
    }

    private static String bar(Summary summary, double least) {
        return summary.interquartileMean() >= least ? " met" : " **missed**";
    }
}
