package slmlab.design.probe;

import java.util.Arrays;
import slmlab.design.Sample;
import slmlab.env.RandomActions;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.env.wrapper.EpisodeStats;
import slmlab.env.wrapper.Wrappers;
import slmlab.tensor.Array;
import slmlab.tensor.RandomStream;

/// What policies reach that look at nothing: random actions, and doing nothing.
public final class BaselineReturns {

    /// @param returns of the episodes that ended in time
    /// @param open episodes that did not
    public record Returns(double[] returns, int open) {

        public double mean() {
            return Sample.mean(returns);
        }

        public double deviation() {
            return Math.sqrt(Sample.variance(returns));
        }
    }

    private interface Chooser {
        Array next(Step step);
    }

    private BaselineReturns() {}

    /// Play one episode of random actions in each env.
    public static Returns random(VecEnv envs, long seed, int steps) {
        RandomActions actions = new RandomActions(
                envs.actionSpace(), envs.size(), RandomStream.ofSeed(seed).split("actions"));
        return play(envs, seed, steps, step -> actions.next(step.actionMask()));
    }

    /// Play one episode of doing nothing in each env: action 0, or the number nearest to 0 that the bounds
    /// allow.
    public static Returns nothing(VecEnv envs, long seed, int steps) {
        Array action = RandomActions.empty(envs.actionSpace(), envs.size());
        return play(envs, seed, steps, step -> still(envs.actionSpace(), step, action));
    }

    private static Array still(Space space, Step step, Array action) {
        if (space instanceof Space.Box(var _, var _, var bounds)) {
            for (int i = 0; i < action.floats().length; i++) {
                int at = i % bounds.size();
                action.floats()[i] = Math.clamp(0f, bounds.low(at), bounds.high(at));
            }
        } else if (space instanceof Space.Discrete(int n, int start)) {
            for (int env = 0; env < action.ints().length; env++) {
                int choice = 0;
                while (choice < n - 1 && !step.allows(env, choice)) {
                    choice++;
                }
                action.ints()[env] = start + choice;
            }
        }
        return action;
    }

    /// @param steps most steps of each env
    private static Returns play(VecEnv envs, long seed, int steps, Chooser chooser) {
        EpisodeStats env = Wrappers.episodeStats(envs);
        double[] returns = new double[envs.size()];
        boolean[] ended = new boolean[envs.size()];
        int closed = 0;
        Step step = env.reset(seed);
        for (int t = 0; t < steps && closed < ended.length; t++) {
            env.step(chooser.next(step));
            for (int k = 0; k < env.ended(); k++) {
                int i = env.env(k);
                if (!ended[i]) {
                    ended[i] = true;
                    returns[closed++] = env.episodeReturn(k);
                }
            }
        }
        return new Returns(Arrays.copyOf(returns, closed), ended.length - closed);
    }
}
