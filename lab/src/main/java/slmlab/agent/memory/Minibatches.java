package slmlab.agent.memory;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.Array;
import slmlab.tensor.Program;
import slmlab.tensor.RandomStream;

/// A rollout in minibatches: of single rows, or of windows of steps of one env in order, for recurrent nets.
///
/// A minibatch is copied straight into a program's inputs of the same names as the rollout's columns. Two inputs
/// are made here, where a program has them: `weight`, 1/rows for a row that counts and 0 for one that only
/// fills up, and `reset`, 1 where an episode begins inside a window.
public final class Minibatches {
    private final Rollout rollout;
    private final int window;
    private final double leftOut;
    private int[] firsts = new int[0]; // the first row of each window, in the order of the epoch
    private int[] lengths = new int[0]; // by row: how long the window that begins there is
    private int[] rows = new int[0]; // of the minibatch
    private int count;
    private int size;

    /// @param window steps in a window; 1 for single rows
    public Minibatches(Rollout rollout, int window) {
        this(rollout, window, 1);
    }

    /// The same of the better episodes only, SLM-Lab's `OnPolicyCrossEntropy`.
    ///
    /// @param leftOut fraction of the worst finished episodes to drop; 1 drops none, as in SLM-Lab
    public Minibatches(Rollout rollout, int window, double leftOut) {
        this.rollout = rollout;
        this.window = window;
        this.leftOut = leftOut;
    }

    /// Take the rows that an update may use, in the order of envs.
    ///
    /// @param finished only those of episodes that have ended
    public void begin(boolean finished) {
        int envs = rollout.envs();
        if (firsts.length < rollout.size()) {
            firsts = new int[rollout.size()];
            lengths = new int[rollout.size()];
        }
        count = 0;
        size = 0;
        double least = finished && leftOut < 1 ? leastReturn() : Double.NEGATIVE_INFINITY;
        for (int env = 0; env < envs; env++) {
            int to = rollout.to(env, finished);
            if (least == Double.NEGATIVE_INFINITY) {
                add(env, rollout.from(env), to);
                continue;
            }
            for (int from = rollout.from(env); from < to; from = rollout.end(env, from)) {
                if (rollout.episodeReturn(env, from) >= least) {
                    add(env, from, rollout.end(env, from));
                }
            }
        }
    }

    /// Take the steps of one env from `from` to before `to`.
    private void add(int env, int from, int to) {
        int envs = rollout.envs();
        for (int t = from; t < to; t += window) {
            firsts[count] = t * envs + env;
            lengths[t * envs + env] = Math.min(window, to - t);
            size += Math.min(window, to - t);
            count++;
        }
    }

    /// The return below which an episode is dropped: a percentile of all, by linear interpolation.
    private double leastReturn() {
        List<Double> returns = new ArrayList<>();
        for (int env = 0; env < rollout.envs(); env++) {
            int to = rollout.to(env, true);
            for (int from = rollout.from(env); from < to; from = rollout.end(env, from)) {
                returns.add(rollout.episodeReturn(env, from));
            }
        }
        returns.sort(null);
        double at = leftOut * (returns.size() - 1);
        int below = (int) at;
        int above = Math.min(below + 1, returns.size() - 1);
        return returns.get(below) + (at - below) * (returns.get(above) - returns.get(below));
    }

    /// How many windows there are.
    public int count() {
        return count;
    }

    /// How many rows there are.
    public int size() {
        return size;
    }

    /// The first row of a window; with single rows, the row.
    public int row(int index) {
        return firsts[index];
    }

    /// `1 − Var[R − V] / Var[R]` of the rows: 1 where the values predict the returns, 0 where a constant would do
    /// as well; NaN where all returns are the same.
    public double explainedVariance() {
        float[] value = rollout.floats("value");
        float[] target = rollout.floats("value_target");
        double sum = 0;
        double errors = 0;
        for (int i = 0; i < count; i++) {
            for (int k = 0; k < lengths[firsts[i]]; k++) {
                int row = firsts[i] + k * rollout.envs();
                sum += target[row];
                errors += (double) target[row] - value[row];
            }
        }
        double mean = sum / size;
        double meanError = errors / size;
        double squares = 0;
        double errorSquares = 0;
        for (int i = 0; i < count; i++) {
            for (int k = 0; k < lengths[firsts[i]]; k++) {
                int row = firsts[i] + k * rollout.envs();
                squares += (target[row] - mean) * (target[row] - mean);
                double error = (double) target[row] - value[row] - meanError;
                errorSquares += error * error;
            }
        }
        return squares == 0 ? Double.NaN : 1 - errorSquares / squares;
    }

    public void shuffle(RandomStream random) {
        for (int i = count - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int other = firsts[i];
            firsts[i] = firsts[j];
            firsts[j] = other;
        }
    }

    /// Copy so many windows from number `from` on. A program with more room is filled up with rows that have
    /// no weight.
    public void gather(int from, int minibatchWindows, Program program) {
        Array weight = program.inputs().get("weight");
        if (window == 1) {
            rollout.gather(firsts, from, minibatchWindows, program);
            rollout.gatherStates(firsts, from, minibatchWindows, program);
            if (weight != null) {
                Arrays.fill(weight.floats(), 0, minibatchWindows, 1f / minibatchWindows);
                Arrays.fill(weight.floats(), minibatchWindows, weight.floats().length, 0);
            }
            return;
        }
        expand(from, minibatchWindows);
        rollout.gather(rows, 0, minibatchWindows * window, program);
        rollout.gatherStates(firsts, from, minibatchWindows, program);
        mark(from, minibatchWindows, program, weight);
    }

    /// The rows of all steps of the windows; one that is too short repeats its last row.
    private void expand(int from, int minibatchWindows) {
        if (rows.length < minibatchWindows * window) {
            rows = new int[minibatchWindows * window];
        }
        for (int i = 0; i < minibatchWindows; i++) {
            int first = firsts[from + i];
            for (int k = 0; k < window; k++) {
                rows[i * window + k] = first + Math.min(k, lengths[first] - 1) * rollout.envs();
            }
        }
    }

    private void mark(int from, int minibatchWindows, Program program, @Nullable Array weight) {
        if (weight != null) {
            float[] weights = weight.floats();
            Arrays.fill(weights, 0);
            int counted = 0;
            for (int i = 0; i < minibatchWindows; i++) {
                counted += lengths[firsts[from + i]];
            }
            for (int i = 0; i < minibatchWindows; i++) {
                int begin = i * window;
                Arrays.fill(weights, begin, begin + lengths[firsts[from + i]], 1f / counted);
            }
        }
        Array reset = program.inputs().get("reset");
        if (reset != null) {
            byte[] first = rollout.bytes("first");
            float[] resets = reset.floats();
            Arrays.fill(resets, 0);
            for (int i = 0; i < minibatchWindows * window; i++) {
                resets[i] = first[rows[i]];
            }
        }
    }
}
