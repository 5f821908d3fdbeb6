package slmlab.design.mdp;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/// A finite Markov decision process whose transitions are known, so that its answer is exact.
///
/// ```java
/// Mdp mdp = new Mdp.Builder(2, 1, 0.9).add(0, 0, 1, 1.0, 5).terminal(1).build();
/// double[] value = mdp.valueIteration(1e-12);                                  // 5, 0
/// ```
///
/// A terminal state has the value 0. An action that has no transition in a state is not allowed there.
public final class Mdp {
    private static final int MOST_SWEEPS = 100_000;

    private final int states;
    private final int actions;
    private final double gamma;
    private final BitSet terminal;
    private final int[][] next; // [state · actions + action] the states that may follow
    private final double[][] probability; // of each of them
    private final double[] reward; // expected reward of the action

    private Mdp(Builder from) {
        states = from.states;
        actions = from.actions;
        gamma = from.gamma;
        terminal = (BitSet) from.terminal.clone();
        int rows = states * actions;
        next = new int[rows][];
        probability = new double[rows][];
        reward = new double[rows];
        for (int row = 0; row < rows; row++) {
            List<Builder.Move> moves = from.moves.get(row);
            next[row] = moves.stream().mapToInt(Builder.Move::next).toArray();
            probability[row] =
                    moves.stream().mapToDouble(Builder.Move::probability).toArray();
            reward[row] = moves.stream()
                    .mapToDouble(move -> move.probability * move.reward)
                    .sum();
        }
    }

    /// Collects the transitions of an [Mdp].
    public static final class Builder {
        private record Move(int next, double probability, double reward) {}

        private final int states;
        private final int actions;
        private final double gamma;
        private final BitSet terminal = new BitSet();
        private final List<List<Move>> moves = new ArrayList<>();

        public Builder(int states, int actions, double gamma) {
            if (states < 1 || actions < 1 || !(gamma >= 0 && gamma <= 1)) {
                throw new IllegalArgumentException(
                        "%s states, %s actions, γ = %s; needs at least 1 of each, γ in [0, 1]"
                                .formatted(states, actions, gamma));
            }
            this.states = states;
            this.actions = actions;
            this.gamma = gamma;
            for (int row = 0; row < states * actions; row++) {
                moves.add(new ArrayList<>());
            }
        }

        /// Add a transition: the state that may follow an action, with its probability and its reward.
        public Builder add(int state, int action, int next, double probability, double reward) {
            moves.get(state * actions + action).add(new Move(next, probability, reward));
            return this;
        }

        /// Make a state terminal; its transitions do not count.
        public Builder terminal(int state) {
            terminal.set(state);
            return this;
        }

        public Mdp build() {
            return new Mdp(this);
        }
    }

    public int states() {
        return states;
    }

    public int actions() {
        return actions;
    }

    public double gamma() {
        return gamma;
    }

    public boolean isTerminal(int state) {
        return terminal.get(state);
    }

    /// Return whether an action can be taken in a state.
    public boolean allows(int state, int action) {
        return next[state * actions + action].length > 0;
    }

    /// Return the states that may follow an action.
    public int[] next(int state, int action) {
        return next[state * actions + action].clone();
    }

    /// Return the probabilities of [#next(int, int)].
    public double[] probability(int state, int action) {
        return probability[state * actions + action].clone();
    }

    /// Return the expected reward of an action.
    public double reward(int state, int action) {
        return reward[state * actions + action];
    }

    /// Return q(s, a) = r(s, a) + γ Σ p(s′ | s, a) v(s′).
    public double q(double[] value, int state, int action) {
        int row = state * actions + action;
        double sum = 0;
        for (int i = 0; i < next[row].length; i++) {
            int to = next[row][i];
            sum += terminal.get(to) ? 0 : probability[row][i] * value[to];
        }
        return reward[row] + gamma * sum;
    }

    /// Return the largest q of a state; 0 where it is terminal or no action is allowed.
    public double best(double[] value, int state) {
        double best = Double.NEGATIVE_INFINITY;
        for (int action = 0; action < actions && !terminal.get(state); action++) {
            if (allows(state, action)) {
                best = Math.max(best, q(value, state, action));
            }
        }
        return best == Double.NEGATIVE_INFINITY ? 0 : best;
    }

    /// Return the values after one sweep over all states: v ← max_a q(s, a), all from the old values.
    public double[] sweep(double[] value) {
        double[] swept = new double[states];
        for (int state = 0; state < states; state++) {
            swept[state] = best(value, state);
        }
        return swept;
    }

    /// Return the values after one sweep with a policy: v ← Σ_a π(a | s) q(s, a), all from the old values.
    ///
    /// @param policy probability of each action in each state
    public double[] sweep(double[] value, double[][] policy) {
        double[] swept = new double[states];
        for (int state = 0; state < states; state++) {
            for (int action = 0; action < actions && !terminal.get(state); action++) {
                swept[state] += policy[state][action] * q(value, state, action);
            }
        }
        return swept;
    }

    /// Values on which sweeps have settled.
    ///
    /// @param value of each state
    /// @param sweeps how many it took, the last of which changed nothing by more than the tolerance
    public record Settled(double[] value, int sweeps) {}

    /// Return the optimal values: sweeps until none changes by more than the tolerance. Where γ = 1 and rewards
    /// add up forever there are none, and an [ArithmeticException] says so.
    public double[] valueIteration(double tolerance) {
        return settled(tolerance).value;
    }

    /// Return the optimal values as [#valueIteration] does, with the number of sweeps.
    public Settled settled(double tolerance) {
        double[] value = new double[states];
        for (int i = 1; i <= MOST_SWEEPS; i++) {
            double[] swept = sweep(value);
            double change = distance(value, swept);
            value = swept;
            if (change <= tolerance) {
                return new Settled(value, i);
            }
            if (!Double.isFinite(change)) {
                break;
            }
        }
        throw new ArithmeticException("the values do not converge: rewards add up forever; set γ below 1");
    }

    /// Return the policy that takes each allowed action with the same probability.
    public double[][] uniform() {
        double[][] policy = new double[states][actions];
        for (int state = 0; state < states; state++) {
            int from = state;
            int[] allowed = IntStream.range(0, actions)
                    .filter(action -> allows(from, action))
                    .toArray();
            for (int action : allowed) {
                policy[state][action] = 1.0 / allowed.length;
            }
        }
        return policy;
    }

    /// Return the optimal values exactly, apart from rounding: evaluates a policy, then acts greedily, until
    /// neither changes. With γ = 1 every policy must end; an [ArithmeticException] says that one does not.
    public double[] policyIteration() {
        int[] policy = new int[states];
        for (int state = 0; state < states; state++) {
            while (policy[state] < actions - 1 && !allows(state, policy[state])) {
                policy[state]++;
            }
        }
        double[] value = evaluate(policy);
        boolean isChanged = true;
        while (isChanged) {
            isChanged = false;
            for (int state = 0; state < states; state++) {
                int better = improved(value, state, policy[state]);
                isChanged |= better != policy[state];
                policy[state] = better;
            }
            if (isChanged) {
                value = evaluate(policy);
            }
        }
        return value;
    }

    /// Return the action of the largest q; the present one where no other is better by more than rounding.
    private int improved(double[] value, int state, int present) {
        int best = present;
        for (int action = 0; action < actions && !terminal.get(state); action++) {
            double margin = 1e-12 * Math.max(1, Math.abs(value[state]));
            if (allows(state, action)
                    && (!allows(state, best) || q(value, state, action) > q(value, state, best) + margin)) {
                best = action;
            }
        }
        return best;
    }

    /// Return the values of a deterministic policy, exactly.
    ///
    /// @param policy action of each state
    public double[] evaluate(int[] policy) {
        double[][] shares = new double[states][actions];
        for (int state = 0; state < states; state++) {
            shares[state][policy[state]] = 1;
        }
        return evaluate(shares);
    }

    /// Return the values of a policy, exactly: the solution of v = r_π + γ P_π v.
    ///
    /// @param policy probability of each action in each state
    public double[] evaluate(double[][] policy) {
        double[][] matrix = new double[states][states];
        double[] right = new double[states];
        for (int state = 0; state < states; state++) {
            matrix[state][state] = 1;
            for (int action = 0; action < actions && !terminal.get(state); action++) {
                int row = state * actions + action;
                double share = policy[state][action];
                right[state] += share * reward[row];
                for (int i = 0; i < next[row].length; i++) {
                    if (!terminal.get(next[row][i])) {
                        matrix[state][next[row][i]] -= gamma * share * probability[row][i];
                    }
                }
            }
        }
        return LinearSystem.solve(matrix, right);
    }

    /// Return the actions of a state whose q is within the tolerance of the largest.
    public BitSet greedy(double[] value, int state, double tolerance) {
        BitSet greedy = new BitSet();
        double best = best(value, state);
        for (int action = 0; action < actions; action++) {
            if (!terminal.get(state) && allows(state, action) && q(value, state, action) >= best - tolerance) {
                greedy.set(action);
            }
        }
        return greedy;
    }

    /// Return the largest difference of two arrays.
    static double distance(double[] a, double[] b) {
        double most = 0;
        for (int i = 0; i < a.length; i++) {
            double difference = Math.abs(a[i] - b[i]);
            most = Double.isNaN(difference) ? Double.POSITIVE_INFINITY : Math.max(most, difference);
        }
        return most;
    }

    /// Return the same problem with other rewards: r(s, a) + γ E[Φ(s′)] − Φ(s), which is potential shaping (Ng
    /// et al. 1999). Φ of a terminal state counts as 0. Optimal actions stay, and values become V − Φ.
    public Mdp shaped(double[] potential) {
        Builder builder = new Builder(states, actions, gamma);
        terminal.stream().forEach(builder::terminal);
        for (int state = 0; state < states; state++) {
            for (int action = 0; action < actions; action++) {
                int row = state * actions + action;
                for (int i = 0; i < next[row].length; i++) {
                    int to = next[row][i];
                    double after = terminal.get(to) ? 0 : potential[to];
                    double before = terminal.get(state) ? 0 : potential[state];
                    builder.add(state, action, to, probability[row][i], reward[row] + gamma * after - before);
                }
            }
        }
        return builder.build();
    }

    @Override
    public String toString() {
        return "an MDP of %s states and %s actions, γ = %s, terminal %s"
                .formatted(
                        states,
                        actions,
                        gamma,
                        Arrays.toString(terminal.stream().toArray()));
    }
}
