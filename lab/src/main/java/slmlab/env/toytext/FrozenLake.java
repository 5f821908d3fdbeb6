package slmlab.env.toytext;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Dimension;
import java.awt.Graphics2D;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import slmlab.env.Args;
import slmlab.env.Env;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;
import slmlab.env.render.Drawable;
import slmlab.env.render.Drawing;

/// Cross a frozen lake from `S` to `G` without falling into a hole `H`; the ice `F` may be slippery.
///
/// The observation is the tile, row by row. Actions: 0 left, 1 down, 2 right, 3 up. Gymnasium's FrozenLake-v1.
final class FrozenLake implements Env, Drawable {
    static final int ACTIONS = 4;
    static final int[] DOWN = {0, 1, 0, -1}; // by action
    static final int[] RIGHT = {-1, 0, 1, 0};

    private final List<String> map;
    private final int states;
    private final double[] begins;
    private final TransitionTable transitions;
    private @Nullable NumpyRandom random;
    private int state;

    /// Reward of the tile that a step leads to; `S` counts as frozen.
    record Rewards(double goal, double hole, double frozen) {
        static final Rewards USUAL = new Rewards(1, 0, 0);

        double of(char tile) {
            return switch (tile) {
                case 'G' -> goal;
                case 'H' -> hole;
                default -> frozen;
            };
        }
    }

    /// @param map rows of tiles, equally long, with an `S` in one of them
    /// @param successRate probability that a step on slippery ice goes as intended; else it goes to a side
    FrozenLake(List<String> map, boolean slippery, double successRate, Rewards rewards) {
        this.map = List.copyOf(map);
        int rows = map.size();
        int columns = map.getFirst().length();
        this.states = rows * columns;
        boolean[] start = new boolean[states];
        this.transitions = new TransitionTable(states, ACTIONS, slippery ? 3 : 1);
        double aside = (1.0 - successRate) / 2.0;
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                int from = row * columns + column;
                char tile = map.get(row).charAt(column);
                start[from] = tile == 'S';
                for (int action = 0; action < ACTIONS; action++) {
                    if (isEnd(tile)) {
                        transitions.add(from, action, 1, from, 0, true);
                        continue;
                    }
                    for (int turn = slippery ? -1 : 0; turn <= (slippery ? 1 : 0); turn++) {
                        int way = Math.floorMod(action + turn, ACTIONS);
                        int newRow = Math.clamp(row + DOWN[way], 0, rows - 1);
                        int newColumn = Math.clamp(column + RIGHT[way], 0, columns - 1);
                        char reached = map.get(newRow).charAt(newColumn);
                        double probability = !slippery ? 1 : turn == 0 ? successRate : aside;
                        transitions.add(
                                from,
                                action,
                                probability,
                                newRow * columns + newColumn,
                                rewards.of(reached),
                                isEnd(reached));
                    }
                }
            }
        }
        this.begins = TransitionTable.cumulative(start);
    }

    private static boolean isEnd(char tile) {
        return tile == 'G' || tile == 'H';
    }

    /// Read Gymnasium's keywords.
    static FrozenLake of(Args args, String defaultMap) {
        List<String> map = FrozenLakeMap.of(args, defaultMap);
        boolean slippery = args.flag("is_slippery", true);
        double successRate = args.number("success_rate", 1.0 / 3.0);
        if (!(successRate >= 0 && successRate <= 1)) {
            args.problem("success_rate is %s; needs to lie in [0, 1]".formatted(successRate));
        }
        List<Double> rewards = args.numbers("reward_schedule");
        if (rewards != null && rewards.size() != 3) {
            args.problem("reward_schedule is %s; needs three numbers: goal, hole, frozen".formatted(rewards));
        }
        args.check();
        return new FrozenLake(
                map,
                slippery,
                successRate,
                rewards == null ? Rewards.USUAL : new Rewards(rewards.get(0), rewards.get(1), rewards.get(2)));
    }

    @Override
    public Space obsSpace() {
        return new Space.Discrete(states);
    }

    @Override
    public Space actionSpace() {
        return new Space.Discrete(ACTIONS);
    }

    @Override
    public void reset(NumpyRandom chance, Frame frame) {
        random = chance;
        state = TransitionTable.begin(begins, chance.random());
        frame.discreteObs(state);
    }

    @Override
    public void step(Frame frame) {
        state = transitions.step(state, frame, Objects.requireNonNull(random));
    }

    @Override
    public Dimension imageSize() {
        return new Dimension(Math.min(64 * map.getFirst().length(), 512), Math.min(64 * map.size(), 512));
    }

    @Override
    public void draw(Graphics2D canvas, int width, int height) {
        int columns = map.getFirst().length();
        Dimension tiles = new Dimension(columns * Drawing.TILE, map.size() * Drawing.TILE);
        Drawing.begin(canvas, width, height, tiles, Color.WHITE);
        for (int at = 0; at < states; at++) {
            Graphics2D tile = Drawing.tile(canvas, at / columns, at % columns);
            drawIce(tile);
            switch (map.get(at / columns).charAt(at % columns)) {
                case 'S' -> {
                    if (at != state) {
                        Drawing.stool(tile);
                    }
                }
                case 'H' -> drawHole(tile);
                case 'G' -> drawPresent(tile);
                default -> {}
            }
            if (at == state) {
                Drawing.elf(tile);
            }
            tile.dispose();
        }
    }

    private static void drawIce(Graphics2D tile) {
        tile.setColor(new Color(0xF4F9FF));
        Drawing.box(tile, 0, 0, Drawing.TILE, Drawing.TILE);
        tile.setColor(new Color(0xD6E9FF));
        Drawing.polygon(tile, 3, 12, 20, 6, 32, 12, 14, 17);
        Drawing.polygon(tile, 36, 26, 54, 20, 62, 25, 44, 31);
        Drawing.polygon(tile, 8, 44, 26, 37, 38, 43, 20, 50);
        Drawing.polygon(tile, 40, 56, 52, 52, 60, 55, 48, 60);
        tile.setColor(new Color(0xB4C8E6));
        tile.setStroke(new BasicStroke(1.5f));
        tile.draw(new Rectangle2D.Double(0, 0, Drawing.TILE, Drawing.TILE));
    }

    private static void drawHole(Graphics2D tile) {
        tile.setColor(new Color(0x1B7FC4));
        Drawing.oval(tile, 4, 7, 56, 51);
        tile.setColor(new Color(0x2CC6F4));
        Drawing.oval(tile, 7, 12, 50, 44);
        tile.setColor(new Color(0x9BEBFF));
        tile.setStroke(new BasicStroke(3, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
        tile.draw(new Line2D.Double(17, 35, 31, 21));
        tile.draw(new Line2D.Double(27, 41, 45, 23));
        tile.draw(new Line2D.Double(33, 48, 49, 32));
    }

    private static void drawPresent(Graphics2D tile) {
        tile.setColor(new Color(0x2C4B7C));
        Drawing.box(tile, 14, 28, 36, 30);
        tile.setColor(new Color(0x3B78A8));
        Drawing.box(tile, 11, 20, 42, 11);
        tile.setColor(new Color(0xF2941B));
        Drawing.box(tile, 28, 20, 8, 38);
        Drawing.box(tile, 14, 41, 36, 5);
        Drawing.polygon(tile, 32, 20, 17, 6, 14, 17);
        Drawing.polygon(tile, 32, 20, 47, 6, 50, 17);
        tile.setColor(new Color(0xB4591A));
        Drawing.disc(tile, 32, 19, 4);
    }
}
