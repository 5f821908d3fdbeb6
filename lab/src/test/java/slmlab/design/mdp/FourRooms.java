package slmlab.design.mdp;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/// The four rooms of Sutton, Precup and Singh 1999: moves succeed with 2/3, else one of the other three; γ =
/// 0.9; 1 for reaching the goal.
final class FourRooms {
    private static final String[] MAP = {
        "#############",
        "#     #     #",
        "#     #     #",
        "#           #",
        "#     #     #",
        "#     #     #",
        "## ####     #",
        "#     ### ###",
        "#     #     #",
        "#     #     #",
        "#           #",
        "#     #     #",
        "#############"
    };
    private static final int[] ROWS = {-1, 1, 0, 0};
    private static final int[] COLUMNS = {0, 0, -1, 1};
    private static final double GAMMA = 0.9;

    private final int[][] number = new int[13][13]; // of each free cell; −1 for a wall
    private final List<int[]> cells = new ArrayList<>();
    private final int goal;

    FourRooms(int goalRow, int goalColumn) {
        for (int row = 0; row < 13; row++) {
            for (int column = 0; column < 13; column++) {
                number[row][column] = MAP[row].charAt(column) == '#' ? -1 : cells.size();
                if (MAP[row].charAt(column) != '#') {
                    cells.add(new int[] {row, column});
                }
            }
        }
        goal = state(goalRow, goalColumn);
    }

    int size() {
        return cells.size();
    }

    int state(int row, int column) {
        return number[row][column];
    }

    private int moved(int state, int action) {
        int to = number[cells.get(state)[0] + ROWS[action]][cells.get(state)[1] + COLUMNS[action]];
        return to < 0 ? state : to;
    }

    Mdp mdp() {
        return mdp(goal);
    }

    /// Return the rooms in which nothing is paid and nothing ends.
    Mdp withoutGoal() {
        return mdp(-1);
    }

    private Mdp mdp(int end) {
        Mdp.Builder builder = new Mdp.Builder(size(), 4, GAMMA);
        if (end >= 0) {
            builder.terminal(end);
        }
        for (int state = 0; state < size(); state++) {
            for (int action = 0; action < 4; action++) {
                for (int taken = 0; taken < 4; taken++) {
                    int to = moved(state, taken);
                    builder.add(state, action, to, taken == action ? 2.0 / 3 : 1.0 / 9, to == end ? 1 : 0);
                }
            }
        }
        return builder.build();
    }

    /// Return the eight options: from a room or its other door to one of its doors. Each ends there and
    /// wherever it leaves the room.
    List<OptionPlanning.Option> hallways() {
        int[][] doors = {{3, 6}, {6, 2}, {7, 9}, {10, 6}};
        int[][] rooms = {{1, 5, 1, 5, 0, 1}, {1, 6, 7, 11, 0, 2}, {7, 11, 1, 5, 1, 3}, {8, 11, 7, 11, 2, 3}};
        List<OptionPlanning.Option> options = new ArrayList<>();
        for (int[] room : rooms) {
            BitSet inside = new BitSet();
            for (int row = room[0]; row <= room[1]; row++) {
                for (int column = room[2]; column <= room[3]; column++) {
                    inside.set(state(row, column));
                }
            }
            for (int k = 0; k < 2; k++) {
                int[] to = doors[room[4 + k]];
                int[] other = doors[room[5 - k]];
                options.add(option(inside, state(to[0], to[1]), state(other[0], other[1])));
            }
        }
        return options;
    }

    private OptionPlanning.Option option(BitSet room, int door, int other) {
        BitSet initiation = (BitSet) room.clone();
        initiation.set(other);
        BitSet ends = new BitSet();
        ends.set(0, size());
        ends.andNot(initiation);
        return new OptionPlanning.Option(initiation, way(initiation, door), ends);
    }

    /// Return the best action of each state on the way to a door, inside a room.
    private int[] way(BitSet inside, int door) {
        Mdp.Builder builder = new Mdp.Builder(size(), 4, GAMMA);
        for (int state = 0; state < size(); state++) {
            if (!inside.get(state)) {
                builder.terminal(state);
            }
            for (int action = 0; action < 4; action++) {
                for (int taken = 0; taken < 4; taken++) {
                    int to = moved(state, taken);
                    builder.add(state, action, to, taken == action ? 2.0 / 3 : 1.0 / 9, to == door ? 1 : 0);
                }
            }
        }
        Mdp mdp = builder.build();
        double[] value = mdp.valueIteration(1e-14);
        int[] policy = new int[size()];
        Arrays.setAll(
                policy, state -> Math.max(0, mdp.greedy(value, state, 1e-12).nextSetBit(0)));
        return policy;
    }

    List<OptionPlanning.Option> withPrimitives(Mdp mdp) {
        List<OptionPlanning.Option> all = new ArrayList<>(hallways());
        for (int action = 0; action < 4; action++) {
            all.add(OptionPlanning.Option.primitive(mdp, action));
        }
        return all;
    }
}
