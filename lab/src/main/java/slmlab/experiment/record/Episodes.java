package slmlab.experiment.record;

import java.util.List;
import java.util.stream.LongStream;
import slmlab.env.Rows;
import slmlab.env.wrapper.EpisodeStats;
import slmlab.tensor.State;

/// The returns and lengths of the last episodes, and how they ended.
public final class Episodes {
    private static final int WINDOW = 100;

    private final boolean single;
    private final double[] returns = new double[WINDOW];
    private final double[] lengths = new double[WINDOW];
    private final double[] truncated = new double[WINDOW]; // 1 where a time limit ended it
    private long count;

    /// @param single whether there is one env: then the last episode alone is shown, as upstream does
    public Episodes(boolean single) {
        this.single = single;
    }

    /// Add the episodes that the last step ended.
    public void add(EpisodeStats stats) {
        for (int k = 0; k < stats.ended(); k++) {
            add(stats.episodeReturn(k), stats.episodeLength(k), stats.isTruncated(k));
        }
    }

    public void add(double episodeReturn, int length, boolean isTruncated) {
        returns[(int) (count % WINDOW)] = episodeReturn;
        lengths[(int) (count % WINDOW)] = length;
        truncated[(int) (count % WINDOW)] = isTruncated ? 1 : 0;
        count++;
    }

    /// Return the number of episodes so far.
    public long count() {
        return count;
    }

    /// Return the last return of a single env (0 before any), or the mean of the last 100 of several (NaN before
    /// any is known).
    public double totalReward() {
        if (single) {
            return count == 0 ? 0 : returns[(int) ((count - 1) % WINDOW)];
        }
        return mean();
    }

    /// Return the last 100 returns, or as many as there are, the oldest first.
    public List<Double> last() {
        return LongStream.range(Math.max(0, count - WINDOW), count)
                .mapToObj(episode -> returns[(int) (episode % WINDOW)])
                .toList();
    }

    /// Whether 100 episodes have ended, so that [#mean] is over 100.
    public boolean isFull() {
        return count >= WINDOW;
    }

    /// Return the mean of the last 100 returns, or of as many as there are; NaN before any. It may be asked after
    /// every step: nothing is allocated.
    public double mean() {
        return mean(returns);
    }

    /// Return the mean number of steps of the same episodes; NaN before any.
    public double meanLength() {
        return mean(lengths);
    }

    /// Return the share of the same episodes that a time limit ended; NaN before any.
    public double truncatedShare() {
        return mean(truncated);
    }

    private double mean(double[] values) {
        int known = (int) Math.min(count, WINDOW);
        double sum = 0; // Kahan's, as DoubleStream.average has it
        double lost = 0;
        for (int i = 0; i < known; i++) {
            double term = values[i] - lost;
            double next = sum + term;
            lost = (next - sum) - term;
            sum = next;
        }
        return known == 0 ? Double.NaN : (sum - lost) / known;
    }

    public void save(State to) {
        to.put("count", count);
        to.put("returns", Rows.ofDoubles(returns));
        to.put("lengths", Rows.ofDoubles(lengths));
        to.put("truncated", Rows.ofDoubles(truncated));
    }

    public void load(State from) {
        count = from.whole("count");
        Rows.doubles(from.array("returns"), returns);
        Rows.doubles(from.array("lengths"), lengths);
        Rows.doubles(from.array("truncated"), truncated);
    }
}
