package slmlab.experiment.record;

import java.util.Arrays;
import java.util.Locale;
import slmlab.agent.Policy;
import slmlab.env.Step;
import slmlab.env.wrapper.EpisodeStats;
import slmlab.env.wrapper.WrapperStack;

/// Episodes of a policy that does not learn.
public final class Evaluation {
    private Evaluation() {}

    /// @param returns of each episode, in the env's own rewards
    /// @param lengths of each episode, in steps
    public record Result(double[] returns, int[] lengths) {

        public double mean() {
            return Arrays.stream(returns).average().orElse(Double.NaN);
        }

        /// Standard deviation, with n − 1.
        public double std() {
            double mean = mean();
            double squares =
                    Arrays.stream(returns).map(r -> (r - mean) * (r - mean)).sum();
            return returns.length < 2 ? Double.NaN : Math.sqrt(squares / (returns.length - 1));
        }

        public double meanLength() {
            return Arrays.stream(lengths).average().orElse(Double.NaN);
        }

        /// `23.00 ± 1.50 over 10 episodes`; one episode has no deviation.
        @Override
        public String toString() {
            return returns.length == 1
                    ? String.format(Locale.ROOT, "%.2f over 1 episode", mean())
                    : String.format(Locale.ROOT, "%.2f ± %.2f over %d episodes", mean(), std(), returns.length);
        }
    }

    /// Play `episodes` episodes, divided evenly among the envs: taking those that end first would favor short ones.
    public static Result run(WrapperStack stack, Policy policy, int episodes, long seed, Runnable shown) {
        int size = stack.env().size();
        int[] left = new int[size];
        for (int i = 0; i < episodes; i++) {
            left[i % size]++;
        }
        double[] returns = new double[episodes];
        int[] lengths = new int[episodes];
        int done = 0;
        EpisodeStats stats = stack.episodes();
        Step step = stack.env().reset(seed);
        while (done < episodes) {
            shown.run();
            step = stack.env().step(policy.act(step));
            for (int k = 0; k < stats.ended(); k++) {
                if (left[stats.env(k)] > 0) {
                    left[stats.env(k)]--;
                    returns[done] = stats.episodeReturn(k);
                    lengths[done] = stats.episodeLength(k);
                    done++;
                }
            }
        }
        return new Result(returns, lengths);
    }
}
