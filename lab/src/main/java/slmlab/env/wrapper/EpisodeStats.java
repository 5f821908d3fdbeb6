package slmlab.env.wrapper;

import java.util.Arrays;
import slmlab.env.Rows;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;
import slmlab.tensor.State;

/// Sums rewards and counts steps; gives returns and lengths of the episodes that the last step ended. The end of
/// a part, such as a life of a game, is none: the game's return is kept apart from what is learned as an episode.
///
/// `for (int k = 0; k < stats.ended(); k++)` reads `stats.episodeReturn(k)`, `episodeLength(k)` and `env(k)`.
public final class EpisodeStats extends Wrapper {
    private final double[] runningReturn;
    private final int[] runningLength;
    private final double[] endedReturn;
    private final int[] endedLength;
    private final int[] endedEnv;
    private final byte[] endedTruncated;
    private int ended;

    EpisodeStats(VecEnv inner) {
        super("episode_stats", inner);
        this.runningReturn = new double[inner.size()];
        this.runningLength = new int[inner.size()];
        this.endedReturn = new double[inner.size()];
        this.endedLength = new int[inner.size()];
        this.endedEnv = new int[inner.size()];
        this.endedTruncated = new byte[inner.size()];
    }

    /// Return how many episodes the last step ended.
    public int ended() {
        return ended;
    }

    /// Return the sum of rewards so far of the episode that an env is in.
    public double sum(int env) {
        return runningReturn[env];
    }

    /// Return the sum of rewards of the k-th of them.
    public double episodeReturn(int k) {
        return endedReturn[k];
    }

    /// Return the number of steps of the k-th of them.
    public int episodeLength(int k) {
        return endedLength[k];
    }

    /// Return whether a time limit ended the k-th of them.
    public boolean isTruncated(int k) {
        return endedTruncated[k] != 0;
    }

    /// Return the env of the k-th of them; they are in the order of envs.
    public int env(int k) {
        return endedEnv[k];
    }

    @Override
    protected void begin(Step step, long seed) {
        ended = 0;
        Arrays.fill(runningReturn, 0);
        Arrays.fill(runningLength, 0);
    }

    @Override
    protected void observe(Step step) {
        ended = 0;
        for (int i = 0; i < runningReturn.length; i++) {
            if (isPaused(i)) {
                continue;
            }
            runningReturn[i] += step.reward().floats()[i];
            runningLength[i]++;
            if (ended(step, i) && !endedPart(i)) {
                endedReturn[ended] = runningReturn[i];
                endedLength[ended] = runningLength[i];
                endedEnv[ended] = i;
                endedTruncated[ended] = step.terminated().bytes()[i] == 0 ? (byte) 1 : 0;
                ended++;
                runningReturn[i] = 0;
                runningLength[i] = 0;
            }
        }
    }

    @Override
    protected void saveOwn(State to) {
        Shape shape = Shape.of(runningLength.length);
        to.put("ended", ended);
        to.put("running_return", Rows.ofDoubles(runningReturn));
        to.put("running_length", Array.ofInts(shape, runningLength));
        to.put("ended_return", Rows.ofDoubles(endedReturn));
        to.put("ended_length", Array.ofInts(shape, endedLength));
        to.put("ended_env", Array.ofInts(shape, endedEnv));
        to.put("ended_truncated", Array.ofBytes(shape, endedTruncated));
    }

    @Override
    protected void loadOwn(State from) {
        Shape shape = Shape.of(runningLength.length);
        ended = (int) from.whole("ended");
        Rows.doubles(from.array("running_return"), runningReturn);
        Array.ofInts(shape, runningLength).copyFrom(from.array("running_length"));
        Rows.doubles(from.array("ended_return"), endedReturn);
        Array.ofInts(shape, endedLength).copyFrom(from.array("ended_length"));
        Array.ofInts(shape, endedEnv).copyFrom(from.array("ended_env"));
        Array.ofBytes(shape, endedTruncated).copyFrom(from.array("ended_truncated"));
    }
}
