package slmlab.design.probe;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import slmlab.design.Sample;
import slmlab.env.RandomActions;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.env.wrapper.Wrappers;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.RandomStream;

/// Is one observation enough? Predicts the next observation and the reward from (o, a), and again from (o, a,
/// the o and a before), by linear regression on random steps, and compares the errors on steps that were held
/// out. If history helps much, the observation is not Markov.
public final class MarkovProbe {
    /// Gain from which on the observation is not Markov.
    public static final double LIMIT = 0.2;

    private static final int MOST_NUMBERS = 400;
    private static final int EACH_HELD_OUT = 5; // every fifth step
    private static final int STEPS_PER_FEATURE = 5;
    private static final double SAME = 0.999;
    private static final double EXACT = 1e-12; // error, as a share of the variance, below which nothing is to gain

    /// One component of the observation.
    ///
    /// @param same indices of earlier components that say the same
    public record Part(int index, double mean, double deviation, double least, double most, List<Integer> same) {

        public boolean isConstant() {
            return deviation == 0;
        }
    }

    /// @param steps pairs of steps that were used
    /// @param error share of the variance that (o, a) does not explain
    /// @param historyError the same with the step before
    public record Result(int steps, double error, double historyError, List<Part> parts) {

        /// Return the share of the error that history removes.
        public double gain() {
            return error <= EXACT ? 0 : 1 - historyError / error;
        }

        public boolean isMarkov() {
            return gain() <= LIMIT;
        }

        /// Return the largest deviation divided by the smallest that is not 0.
        public double scaleRatio() {
            double most = parts.stream().mapToDouble(Part::deviation).max().orElse(1);
            double least = parts.stream()
                    .mapToDouble(Part::deviation)
                    .filter(each -> each > 0)
                    .min()
                    .orElse(1);
            return most == 0 ? 1 : most / least;
        }
    }

    private final VecEnv env;
    private final int[] seen; // indices of the components that are not hidden
    private final List<double[]> now = new ArrayList<>();
    private final List<double[]> before = new ArrayList<>();
    private final List<double[]> next = new ArrayList<>();

    private MarkovProbe(VecEnv env, Set<Integer> hidden) {
        boolean isFlat = env.obsSpace() instanceof Space.Box box && box.dtype() == DType.FLOAT32;
        this.env = isFlat ? env : Wrappers.flattenObs(env);
        int size = this.env.obsSpace().row().volume();
        for (int index : hidden) {
            if (index < 0 || index >= size) {
                throw new IllegalArgumentException(
                        "--hide %s: the observation has the components 0 to %s".formatted(index, size - 1));
            }
        }
        this.seen = IntStream.range(0, size)
                .filter(index -> !hidden.contains(index))
                .toArray();
        if (seen.length == 0 || seen.length > MOST_NUMBERS) {
            throw new IllegalArgumentException(
                    "the observation has %s components; the probe takes 1 to %s. Probe a part"
                                    .formatted(seen.length, MOST_NUMBERS)
                            + " of it with --hide");
        }
    }

    /// Probe a vector of one env with random actions.
    ///
    /// @param hidden components of the observation to leave out, as if the agent did not see them
    public static Result run(VecEnv env, long seed, int steps, Set<Integer> hidden) {
        MarkovProbe probe = new MarkovProbe(env, hidden);
        probe.collect(seed, steps);
        return probe.result();
    }

    private void collect(long seed, int steps) {
        RandomActions actions = new RandomActions(
                env.actionSpace(), 1, RandomStream.ofSeed(seed).split("actions"));
        Step step = env.reset(seed);
        double[] obs = obs(step.obs());
        double[] last = {}; // (o, a) of the step before; none at the begin of an episode
        for (int t = 0; t < steps; t++) {
            Array action = actions.next(step.actionMask());
            double[] features = joined(obs, features(action));
            env.step(action);
            boolean isEnd = (step.terminated().bytes()[0] | step.truncated().bytes()[0]) != 0;
            if (last.length > 0) {
                now.add(features);
                before.add(joined(features, last));
                double[] after = obs(isEnd ? step.finalObs() : step.obs());
                next.add(joined(after, new double[] {step.reward().floats()[0]}));
            }
            obs = obs(step.obs());
            last = isEnd ? new double[0] : features;
        }
    }

    private double[] obs(Array from) {
        double[] obs = new double[seen.length];
        for (int i = 0; i < seen.length; i++) {
            obs[i] = from.floats()[seen[i]];
        }
        return obs;
    }

    /// Return an action as numbers: a discrete one as a one-hot row.
    private double[] features(Array action) {
        return switch (env.actionSpace()) {
            case Space.Discrete(int n, int start) -> {
                double[] row = new double[n];
                row[action.ints()[0] - start] = 1;
                yield row;
            }
            case Space.Box _ -> {
                double[] row = new double[action.floats().length];
                Arrays.setAll(row, i -> action.floats()[i]);
                yield row;
            }
            case Space.MultiDiscrete _, Space.MultiBinary _ ->
                Arrays.stream(action.ints()).asDoubleStream().toArray();
            case Space.Dict _, Space.Tuple _ ->
                throw new IllegalArgumentException("actions of %s are not supported".formatted(env.actionSpace()));
        };
    }

    private static double[] joined(double[] a, double[] b) {
        double[] both = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, both, a.length, b.length);
        return both;
    }

    private Result result() {
        int features = before.isEmpty() ? 1 : before.getFirst().length;
        if (now.size() < STEPS_PER_FEATURE * features) {
            throw new IllegalArgumentException(
                    "%s pairs of steps for %s components; use --steps %s or more (episodes of one step have no history)"
                            .formatted(now.size(), features, 2 * STEPS_PER_FEATURE * features));
        }
        double[] variances = new double[next.getFirst().length];
        for (int k = 0; k < variances.length; k++) {
            variances[k] = Sample.variance(Regression.column(next.toArray(new double[0][]), k));
        }
        return new Result(now.size(), error(now, variances), error(before, variances), parts());
    }

    /// Return the error on held-out steps, as a share of the variance, averaged over what varies.
    private double error(List<double[]> features, double[] variances) {
        Regression fit = Regression.fit(part(features, false), part(next, false));
        double[] errors = fit.errors(part(features, true), part(next, true));
        double sum = 0;
        int count = 0;
        for (int k = 0; k < errors.length; k++) {
            if (variances[k] > 0) {
                sum += errors[k] / variances[k];
                count++;
            }
        }
        return count == 0 ? 0 : sum / count;
    }

    private static double[][] part(List<double[]> rows, boolean isHeldOut) {
        return IntStream.range(0, rows.size())
                .filter(i -> (i % EACH_HELD_OUT == 0) == isHeldOut)
                .mapToObj(rows::get)
                .toArray(double[][]::new);
    }

    private List<Part> parts() {
        double[][] rows = now.toArray(new double[0][]);
        List<double[]> columns = new ArrayList<>();
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < seen.length; i++) {
            double[] column = Regression.column(rows, i);
            List<Integer> same = new ArrayList<>();
            for (int j = 0; j < i; j++) {
                if (Math.abs(Sample.correlation(columns.get(j), column)) > SAME) {
                    same.add(seen[j]);
                }
            }
            columns.add(column);
            parts.add(new Part(
                    seen[i],
                    Sample.mean(column),
                    Math.sqrt(Sample.variance(column)),
                    Arrays.stream(column).min().orElse(0),
                    Arrays.stream(column).max().orElse(0),
                    same));
        }
        return parts;
    }
}
