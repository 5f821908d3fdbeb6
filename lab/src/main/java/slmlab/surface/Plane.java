package slmlab.surface;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import slmlab.env.Args;
import slmlab.env.toytext.FrozenLakeMap;

/// An environment whose states lie in a plane, cut into cells: which observation stands for a cell, and which cell an
/// observation lies in. Cells count row by row from the bottom.
///
/// @param x the lowest and the highest place from left to right
/// @param y the lowest and the highest place from bottom to top
/// @param tiles of a lake, one letter each; empty where the plane has no tiles
/// @param actions names of discrete actions; empty where they are numbers
/// @param force the largest action that is a number: the env takes no more
public record Plane(
        String xTitle,
        String yTitle,
        double[] x,
        double[] y,
        int columns,
        int rows,
        List<String> tiles,
        List<String> actions,
        double force,
        Kind kind) {
    private static final int FINE = 60;
    private static final List<String> PUSHES = List.of("push left", "no push", "push right");
    private static final List<String> WAYS = List.of("left", "down", "right", "up");

    /// How observations lie in the plane.
    enum Kind {
        /// The observation is the place.
        PLACE,
        /// The observation has the cosine and the sine of the angle, then its speed.
        ANGLE,
        /// The observation is the number of a tile, row by row from the top.
        TILE
    }

    /// Envs that lie in a plane.
    public static final List<String> ENVS =
            List.of("MountainCar-v0", "MountainCarContinuous-v0", "Pendulum-v1", "FrozenLake-v1", "FrozenLake8x8-v1");

    /// Return the plane of an env; empty if it does not lie in one.
    public static Optional<Plane> of(String env, Map<String, ?> args) {
        return switch (env) {
            case "MountainCar-v0" -> Optional.of(mountain(PUSHES));
            case "MountainCarContinuous-v0" -> Optional.of(mountain(List.of()));
            case "Pendulum-v1" ->
                Optional.of(new Plane(
                        "angle in radians, 0 is upright",
                        "angular velocity",
                        new double[] {-Math.PI, Math.PI},
                        new double[] {-8, 8},
                        FINE,
                        FINE,
                        List.of(),
                        List.of(),
                        2,
                        Kind.ANGLE));
            case "FrozenLake-v1" -> Optional.of(lake(FrozenLakeMap.of(new Args(env, args), "4x4")));
            case "FrozenLake8x8-v1" -> Optional.of(lake(FrozenLakeMap.of(new Args(env, args), "8x8")));
            default -> Optional.empty();
        };
    }

    private static Plane mountain(List<String> actions) {
        return new Plane(
                "position",
                "velocity",
                new double[] {-1.2, 0.6},
                new double[] {-0.07, 0.07},
                FINE,
                FINE,
                List.of(),
                actions,
                1,
                Kind.PLACE);
    }

    private static Plane lake(List<String> map) {
        int columns = map.getFirst().length();
        int rows = map.size();
        List<String> tiles = IntStream.range(0, rows * columns)
                .mapToObj(i -> map.get(rows - 1 - i / columns).substring(i % columns, i % columns + 1))
                .toList();
        return new Plane(
                "S start, H hole, G goal",
                "",
                new double[] {0, columns},
                new double[] {0, rows},
                columns,
                rows,
                tiles,
                WAYS,
                0,
                Kind.TILE);
    }

    public int size() {
        return columns * rows;
    }

    /// Return whether an episode is over in a cell: no policy ever acts there.
    public boolean isEnd(int cell) {
        return !tiles.isEmpty() && "HG".contains(tiles.get(cell));
    }

    /// Return the observation in the middle of a cell.
    public float[] obs(int cell) {
        int column = cell % columns;
        int row = cell / columns;
        double acrossPlace = x[0] + (column + 0.5) / columns * (x[1] - x[0]);
        double upPlace = y[0] + (row + 0.5) / rows * (y[1] - y[0]);
        return switch (kind) {
            case PLACE -> new float[] {(float) acrossPlace, (float) upPlace};
            case ANGLE -> new float[] {(float) Math.cos(acrossPlace), (float) Math.sin(acrossPlace), (float) upPlace};
            case TILE -> new float[] {tile(cell)};
        };
    }

    /// Return the cell that an observation lies in.
    public int cell(float... obs) {
        if (kind == Kind.TILE) {
            return tile((int) obs[0]);
        }
        double across = kind == Kind.ANGLE ? Math.atan2(obs[1], obs[0]) : obs[0];
        double up = obs[obs.length - 1];
        int column = Math.clamp((long) ((across - x[0]) / (x[1] - x[0]) * columns), 0, columns - 1);
        int row = Math.clamp((long) ((up - y[0]) / (y[1] - y[0]) * rows), 0, rows - 1);
        return row * columns + column;
    }

    /// Return the tile of a cell, or the cell of a tile: tiles count from the top.
    private int tile(int number) {
        return (rows - 1 - number / columns) * columns + number % columns;
    }
}
