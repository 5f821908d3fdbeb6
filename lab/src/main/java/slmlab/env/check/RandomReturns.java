package slmlab.env.check;

import java.util.Locale;
import java.util.Map;
import slmlab.env.Envs;
import slmlab.env.RandomActions;
import slmlab.env.Step;
import slmlab.env.wrapper.EpisodeStats;
import slmlab.env.wrapper.Wrappers;
import slmlab.tensor.RandomStream;

/// Returns of a random policy, which draws among the actions that an env allows.
public final class RandomReturns {
    private static final int LONGEST = 1_000_000;

    private RandomReturns() {}

    /// Return the returns of `episodes` episodes of random actions, one for each of the seeds 0, 1, …
    ///
    /// An [IllegalArgumentException] names an env that does not exist or whose episodes do not end.
    public static double[] of(String id, int episodes) {
        double[] returns = new double[episodes];
        boolean[] ended = new boolean[episodes];
        int open = episodes;
        try (EpisodeStats env = Wrappers.episodeStats(Envs.make(id, episodes, Map.of()))) {
            RandomStream random = RandomStream.ofSeed(0).split("actions");
            RandomActions actions = new RandomActions(env.actionSpace(), episodes, random);
            Step step = env.reset(0);
            for (int t = 0; t < LONGEST && open > 0; t++) {
                env.step(actions.next(step.actionMask()));
                for (int k = 0; k < env.ended(); k++) {
                    int i = env.env(k);
                    if (!ended[i]) { // later episodes of the same env have no seed of their own
                        ended[i] = true;
                        returns[i] = env.episodeReturn(k);
                        open--;
                    }
                }
            }
        }
        if (open > 0) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "%s: %d of %d episodes of random actions did not end within %,d steps",
                    id,
                    open,
                    episodes,
                    LONGEST));
        }
        return returns;
    }
}
