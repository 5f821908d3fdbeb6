package slmlab.design.mdp;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.DoubleStream;

/// Planning with options (Sutton, Precup and Singh 1999): courses of action that take several steps.
///
/// Each option has a multi-time model, computed exactly: R(s), the discounted reward until it ends, and
/// F(s, s′) = E[γ^k; it ends in s′], where k is the number of steps. Planning is V = max_o (R_o + F_o V).
public final class OptionPlanning {

    /// One option.
    ///
    /// @param initiation states in which it can be chosen
    /// @param policy action of each state, while it runs
    /// @param ends states in which it ends, with probability 1
    public record Option(BitSet initiation, int[] policy, BitSet ends) {

        /// Return the option that takes one action once, wherever it is allowed.
        public static Option primitive(Mdp mdp, int action) {
            BitSet initiation = new BitSet();
            BitSet ends = new BitSet();
            ends.set(0, mdp.states());
            for (int state = 0; state < mdp.states(); state++) {
                initiation.set(state, !mdp.isTerminal(state) && mdp.allows(state, action));
            }
            int[] policy = new int[mdp.states()];
            Arrays.fill(policy, action);
            return new Option(initiation, policy, ends);
        }
    }

    private final Mdp mdp;
    private final List<Option> options;
    private final double[][] reward; // [option][state]
    private final double[][][] ending; // [option][state][state in which it ends]

    /// @param mdp the problem whose dynamics and rewards the models have; γ must be below 1
    public OptionPlanning(Mdp mdp, List<Option> options) {
        this.mdp = mdp;
        this.options = List.copyOf(options);
        reward = new double[options.size()][];
        ending = new double[options.size()][][];
        for (int i = 0; i < options.size(); i++) {
            model(i);
        }
    }

    /// Solve x = c + γ P x over the states in which the option continues, for R and forevery column of F.
    private void model(int index) {
        Option option = options.get(index);
        int n = mdp.states();
        double[][] f = new double[n][n];
        double[] r = continued(option, state -> mdp.reward(state, option.policy[state]));
        for (int end = 0; end < n; end++) {
            if (option.ends.get(end) || mdp.isTerminal(end)) {
                int at = end;
                double[] column = continued(option, state -> mdp.gamma() * chance(state, option.policy[state], at));
                for (int state = 0; state < n; state++) {
                    f[state][end] = column[state];
                }
            }
        }
        reward[index] = r;
        ending[index] = f;
    }

    private interface PerState {
        double of(int state);
    }

    /// Return x(s) = c(s) + γ Σ p(s′) x(s′) over the states s′ in which the option does not end.
    private double[] continued(Option option, PerState constant) {
        int n = mdp.states();
        double[][] matrix = new double[n][n];
        double[] right = new double[n];
        for (int state = 0; state < n; state++) {
            matrix[state][state] = 1;
            if (mdp.isTerminal(state)) {
                continue;
            }
            int[] next = mdp.next(state, option.policy[state]);
            double[] probability = mdp.probability(state, option.policy[state]);
            right[state] = constant.of(state);
            for (int i = 0; i < next.length; i++) {
                if (!option.ends.get(next[i]) && !mdp.isTerminal(next[i])) {
                    matrix[state][next[i]] -= mdp.gamma() * probability[i];
                }
            }
        }
        return DoubleStream.of(right).allMatch(each -> each == 0) ? right : LinearSystem.solve(matrix, right);
    }

    private double chance(int state, int action, int end) {
        int[] next = mdp.next(state, action);
        double[] probability = mdp.probability(state, action);
        double sum = 0;
        for (int i = 0; i < next.length; i++) {
            sum += next[i] == end ? probability[i] : 0;
        }
        return sum;
    }

    /// Return the values after one sweep: V ← max_o (R_o + F_o V), all from the old values. A state without an
    /// option keeps 0.
    public double[] sweep(double[] value) {
        double[] swept = new double[mdp.states()];
        for (int state = 0; state < swept.length; state++) {
            double best = Double.NEGATIVE_INFINITY;
            for (int i = 0; i < options.size() && !mdp.isTerminal(state); i++) {
                if (options.get(i).initiation.get(state)) {
                    best = Math.max(best, reward[i][state] + dot(ending[i][state], value));
                }
            }
            swept[state] = best == Double.NEGATIVE_INFINITY ? 0 : best;
        }
        return swept;
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    /// Return the values that no sweep changes any more.
    public double[] plan(double tolerance) {
        double[] value = new double[mdp.states()];
        double[] swept = sweep(value);
        while (Mdp.distance(value, swept) > tolerance) {
            value = swept;
            swept = sweep(value);
        }
        return swept;
    }
}
