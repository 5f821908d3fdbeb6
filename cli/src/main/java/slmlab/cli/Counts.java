package slmlab.cli;

/// Counts that options ask for.
public final class Counts {
    /// Upper bound of `--episodes`; more would take too long and too much memory.
    private static final int MOST_EPISODES = 1_000_000;

    private Counts() {}

    public static void checkEpisodes(int episodes) {
        if (episodes < 1 || episodes > MOST_EPISODES) {
            throw new IllegalArgumentException("--episodes is %s; needs 1 to %s".formatted(episodes, MOST_EPISODES));
        }
    }

    /// `1 episode`, `2 episodes`.
    public static String of(int count, String thing) {
        return "%s %s%s".formatted(count, thing, count == 1 ? "" : "s");
    }
}
