package slmlab.env.toytext;

import slmlab.env.Frame;
import slmlab.env.NumpyRandom;

/// Transition table of a finite MDP: the outcomes of each action in each state. Outcomes are drawn as
/// Gymnasium's `categorical_sample` draws them, one random number each, even where there is only one.
final class TransitionTable {
    private final int actions;
    private final int outcomes;
    private final int[] added; // [states, actions]
    private final double[] cumulative; // [states, actions, outcomes]; an outcome that was not added has 0: never drawn
    private final int[] next;
    private final float[] reward;
    private final boolean[] terminated;

    /// @param outcomes maximum number of outcomes of an action
    TransitionTable(int states, int actions, int outcomes) {
        int volume = states * actions * outcomes;
        this.actions = actions;
        this.outcomes = outcomes;
        this.added = new int[states * actions];
        this.cumulative = new double[volume];
        this.next = new int[volume];
        this.reward = new float[volume];
        this.terminated = new boolean[volume];
    }

    /// Add the next outcome of an action in a state; call it before any is drawn.
    void add(int state, int action, double probability, int nextState, double itsReward, boolean ends) {
        int pair = state * actions + action;
        int k = added[pair]++;
        int at = pair * outcomes + k;
        cumulative[at] = k == 0 ? probability : cumulative[at - 1] + probability;
        next[at] = nextState;
        reward[at] = (float) itsReward;
        terminated[at] = ends;
    }

    /// Return the index of the outcome that `u` in [0, 1) selects; the first if rounding leaves none.
    int draw(int state, int action, double u) {
        int first = (state * actions + action) * outcomes;
        for (int at = first; at < first + outcomes; at++) {
            if (cumulative[at] > u) {
                return at;
            }
        }
        return first;
    }

    int next(int at) {
        return next[at];
    }

    float reward(int at) {
        return reward[at];
    }

    boolean terminated(int at) {
        return terminated[at];
    }

    /// Return equal probabilities of the states that may begin an episode, summed up for [#begin].
    static double[] cumulative(boolean[] begins) {
        int count = 0;
        for (boolean one : begins) {
            count += one ? 1 : 0;
        }
        double[] sums = new double[begins.length];
        double sum = 0;
        for (int i = 0; i < begins.length; i++) {
            sum += begins[i] ? 1.0 / count : 0;
            sums[i] = sum;
        }
        return sums;
    }

    /// Return the first state whose cumulative probability is above `u` in [0, 1); state 0 if rounding leaves
    /// none.
    static int begin(double[] cumulative, double u) {
        int low = 0;
        int high = cumulative.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (cumulative[middle] > u) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low == cumulative.length ? 0 : low;
    }

    /// Take a frame's action in a state: show what comes of it, and return the next state.
    int step(int state, Frame frame, NumpyRandom random) {
        int at = draw(state, frame.action(), random.random());
        frame.discreteObs(next(at));
        frame.reward(reward(at));
        if (terminated(at)) {
            frame.terminate();
        }
        return next(at);
    }
}
