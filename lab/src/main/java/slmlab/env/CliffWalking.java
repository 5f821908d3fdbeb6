package slmlab.env;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Walk along a cliff, from the lower left corner of a 4 × 12 grid to the lower right one. Each step costs 1;
/// a step into the cliff between the corners costs 100 and leads back to the start.
///
/// The observation is the tile, row by row. Actions: 0 up, 1 right, 2 down, 3 left. Gymnasium's
/// CliffWalking-v1, after Sutton and Barto, example 6.6.
final class CliffWalking implements Env {
    private static final int ROWS = 4;
    private static final int COLUMNS = 12;
    private static final int ACTIONS = 4;
    private static final int START = (ROWS - 1) * COLUMNS;
    private static final int GOAL = ROWS * COLUMNS - 1;
    private static final int[] DOWN = {-1, 0, 1, 0}; // by action
    private static final int[] RIGHT = {0, 1, 0, -1};

    private final Transitions transitions;
    private @Nullable NumpyRandom random;
    private int state;

    /// @param slippery whether a step goes where it is meant to, or aside either way, with a third each
    CliffWalking(boolean slippery) {
        transitions = new Transitions(ROWS * COLUMNS, ACTIONS, slippery ? 3 : 1);
        for (int from = 0; from < ROWS * COLUMNS; from++) {
            for (int action = 0; action < ACTIONS; action++) {
                for (int turn = slippery ? -1 : 0; turn <= (slippery ? 1 : 0); turn++) {
                    int way = Math.floorMod(action + turn, ACTIONS);
                    int row = Math.clamp(from / COLUMNS + DOWN[way], 0, ROWS - 1);
                    int column = Math.clamp(from % COLUMNS + RIGHT[way], 0, COLUMNS - 1);
                    int to = row * COLUMNS + column;
                    boolean fell = to > START && to < GOAL;
                    transitions.add(
                            from, action, slippery ? 1.0 / 3 : 1, fell ? START : to, fell ? -100 : -1, to == GOAL);
                }
            }
        }
    }

    /// Reads Gymnasium's keyword.
    static CliffWalking of(Args args, boolean slippery) {
        return new CliffWalking(args.flag("is_slippery", slippery));
    }

    @Override
    public Space obsSpace() {
        return new Space.Discrete(ROWS * COLUMNS);
    }

    @Override
    public Space actionSpace() {
        return new Space.Discrete(ACTIONS);
    }

    @Override
    public void reset(NumpyRandom chance, Frame frame) {
        random = chance;
        chance.random(); // the first state is drawn, though there is only one
        state = START;
        frame.discreteObs(state);
    }

    @Override
    public void step(Frame frame) {
        int at = transitions.draw(
                state, frame.action(), Objects.requireNonNull(random).random());
        state = transitions.next(at);
        frame.discreteObs(state);
        frame.reward(transitions.reward(at));
        if (transitions.terminated(at)) {
            frame.terminate();
        }
    }
}
