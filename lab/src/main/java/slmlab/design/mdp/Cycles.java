package slmlab.design.mdp;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// Cycles and classes in the graph of an [Mdp]: an edge leads to each state that an action may lead to.
public final class Cycles {
    private static final double ROUNDING = 1e-9;

    private Cycles() {}

    /// Return the states of a cycle whose rewards add up to more than 0, if there is one: an agent that goes
    /// round it adds up forever. Each edge has the expected reward of its action, undiscounted (Bellman–Ford).
    public static Optional<List<Integer>> positive(Mdp mdp) {
        int n = mdp.states();
        double[] total = new double[n]; // best sum of rewards of a path that ends here
        int[] from = new int[n];
        Arrays.fill(from, -1);
        int changed = -1;
        for (int round = 0; round <= n; round++) {
            changed = relax(mdp, total, from);
            if (changed < 0) {
                return Optional.empty();
            }
        }
        int state = changed;
        for (int i = 0; i < n; i++) {
            state = from[state]; // surely on the cycle after n steps back
        }
        List<Integer> cycle = new ArrayList<>();
        for (int at = state; cycle.isEmpty() || at != state; at = from[at]) {
            cycle.add(at);
        }
        Collections.reverse(cycle);
        return Optional.of(cycle);
    }

    /// Lengthen every path by one edge where that adds reward, and return a state that it did so for; −1 for
    /// none.
    private static int relax(Mdp mdp, double[] total, int[] from) {
        int changed = -1;
        for (int state = 0; state < mdp.states(); state++) {
            for (int action = 0; action < mdp.actions() && !mdp.isTerminal(state); action++) {
                for (int to : mdp.next(state, action)) {
                    double sum = total[state] + mdp.reward(state, action);
                    if (!mdp.isTerminal(to) && sum > total[to] + ROUNDING) {
                        total[to] = sum;
                        from[to] = state;
                        changed = to;
                    }
                }
            }
        }
        return changed;
    }

    /// Return the states that can be reached from some states, themselves among them.
    public static BitSet reachable(Mdp mdp, BitSet from) {
        BitSet reached = (BitSet) from.clone();
        List<Integer> open = new ArrayList<>(from.stream().boxed().toList());
        while (!open.isEmpty()) {
            int state = open.removeLast();
            for (int action = 0; action < mdp.actions() && !mdp.isTerminal(state); action++) {
                for (int to : mdp.next(state, action)) {
                    if (!reached.get(to)) {
                        reached.set(to);
                        open.add(to);
                    }
                }
            }
        }
        return reached;
    }

    /// Return the number of communicating classes: sets of states that can all reach each other.
    public static int classes(Mdp mdp) {
        List<BitSet> reached = new ArrayList<>();
        for (int state = 0; state < mdp.states(); state++) {
            reached.add(reachable(mdp, only(state)));
        }
        BitSet counted = new BitSet();
        int classes = 0;
        for (int state = 0; state < mdp.states(); state++) {
            if (!counted.get(state)) {
                classes++;
                for (int other = state; other < mdp.states(); other++) {
                    if (reached.get(state).get(other) && reached.get(other).get(state)) {
                        counted.set(other);
                    }
                }
            }
        }
        return classes;
    }

    public static BitSet only(int state) {
        BitSet set = new BitSet();
        set.set(state);
        return set;
    }
}
