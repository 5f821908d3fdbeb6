package slmlab.env.toytext;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import slmlab.env.Args;
import slmlab.env.NumpyRandom;

/// Maps of a [FrozenLake]: rows of tiles `S`, `F`, `H` and `G`; Gymnasium's two, its random ones, or the
/// user's.
public final class FrozenLakeMap {
    private static final Map<String, List<String>> NAMED = Map.of(
            "4x4", List.of("SFFF", "FHFH", "FFFH", "HFFG"),
            "8x8",
                    List.of(
                            "SFFFFFFF",
                            "FFFFFFFF",
                            "FFFHFFFF",
                            "FFFFFHFF",
                            "FFFHFFFF",
                            "FHHFFFHF",
                            "FHFFHFHF",
                            "FFFHFFFG"));

    private static final List<String> NOTHING = List.of("SG"); // placeholder when there is a problem
    private static final int MOST_TILES = 100; // along one side
    private static final int MOST_TRIES = 10_000;

    private FrozenLakeMap() {}

    /// Read the map from keywords: `desc`, else `map_name`, where `random` stands for Gymnasium's
    /// `generate_random_map(map_size, map_p, map_seed)`.
    public static List<String> of(Args args, String defaultName) {
        String name = args.text("map_name", defaultName);
        List<String> given = args.texts("desc");
        if (given != null) {
            check(given, args);
            return given;
        }
        List<String> map = name.equals("random") ? random(args) : NAMED.get(name);
        if (map == null) {
            args.problem("map_name is %s; needs 4x4, 8x8 or random, or give the map itself as desc".formatted(name));
            return NOTHING;
        }
        return map;
    }

    private static List<String> random(Args args) {
        int size = args.integer("map_size", 8);
        double p = args.number("map_p", 0.8);
        int seed = args.integer("map_seed", 0);
        try {
            return random(size, p, seed);
        } catch (IllegalArgumentException e) {
            args.problem(String.valueOf(e.getMessage()));
            return NOTHING;
        }
    }

    private static void check(List<String> map, Args args) {
        if (map.isEmpty() || map.getFirst().isEmpty()) {
            args.problem("desc is empty; needs rows of tiles such as SFFF");
            return;
        }
        for (String row : map) {
            if (row.length() != map.getFirst().length()) {
                args.problem("desc has rows %s and %s; needs one length".formatted(map.getFirst(), row));
            }
            if (!row.matches("[SFHG]*")) {
                args.problem("desc has a row %s; needs tiles S, F, H and G only".formatted(row));
            }
        }
        if (map.stream().noneMatch(row -> row.contains("S"))) {
            args.problem("desc %s has no S to start from".formatted(map));
        }
    }

    /// Return a random map with a path from start to goal, the one that Gymnasium's `generate_random_map` makes
    /// for the same seed.
    ///
    /// @param p probability that a tile is frozen
    static List<String> random(int size, double p, long seed) {
        if (size < 2 || size > MOST_TILES || !(p > 0) || seed < 0) {
            throw new IllegalArgumentException(
                    "a random map of size %s, p %s, seed %s: needs a size from 2 to %s, a p above 0 and a seed from 0 on"
                            .formatted(size, p, seed, MOST_TILES));
        }
        double frozen = Math.min(1, p);
        double share = frozen / (frozen + (1 - frozen)); // as numpy's choice: sums divided by the last
        NumpyRandom random = NumpyRandom.ofSeed(seed);
        char[][] board = new char[size][size];
        int tries = 0;
        do {
            if (++tries > MOST_TRIES) {
                throw new IllegalArgumentException(String.format(
                        Locale.ROOT,
                        "a random map of size %d, p %s: %,d maps had no path to the goal; needs a larger p",
                        size,
                        p,
                        MOST_TRIES));
            }
            for (char[] row : board) {
                for (int column = 0; column < size; column++) {
                    row[column] = random.random() < share ? 'F' : 'H';
                }
            }
            board[0][0] = 'S';
            board[size - 1][size - 1] = 'G';
        } while (!hasWay(board));
        List<String> map = new ArrayList<>();
        for (char[] row : board) {
            map.add(new String(row));
        }
        return map;
    }

    private static boolean hasWay(char[][] board) {
        int size = board.length;
        boolean[] seen = new boolean[size * size];
        ArrayDeque<Integer> open = new ArrayDeque<>();
        open.push(0);
        seen[0] = true;
        while (!open.isEmpty()) {
            int at = open.pop();
            for (int way = 0; way < FrozenLake.ACTIONS; way++) {
                int row = at / size + FrozenLake.DOWN[way];
                int column = at % size + FrozenLake.RIGHT[way];
                if (row < 0 || row >= size || column < 0 || column >= size || seen[row * size + column]) {
                    continue;
                }
                if (board[row][column] == 'G') {
                    return true;
                }
                seen[row * size + column] = true;
                if (board[row][column] != 'H') {
                    open.push(row * size + column);
                }
            }
        }
        return false;
    }
}
