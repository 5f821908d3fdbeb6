package slmlab.env.toytext;

import java.awt.Color;
import java.awt.Dimension;
import java.awt.Graphics2D;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import slmlab.env.Args;
import slmlab.env.Env;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;
import slmlab.env.render.Drawable;
import slmlab.env.render.Drawing;

/// Walk along a cliff, from the lower left corner of a 4 × 12 grid to the lower right one. Each step costs 1; a
/// step into the cliff between the corners costs 100 and leads back to the start.
///
/// The observation is the tile, row by row. Actions: 0 up, 1 right, 2 down, 3 left. Gymnasium's
/// CliffWalking-v1, after Sutton and Barto, example 6.6.
final class CliffWalking implements Env, Drawable {
    private static final int ROWS = 4;
    private static final int COLUMNS = 12;
    private static final int ACTIONS = 4;
    private static final int START = (ROWS - 1) * COLUMNS;
    private static final int GOAL = ROWS * COLUMNS - 1;
    private static final int[] DOWN = {-1, 0, 1, 0}; // by action
    private static final int[] RIGHT = {0, 1, 0, -1};

    private final TransitionTable transitions;
    private @Nullable NumpyRandom random;
    private int state;

    /// @param slippery whether a step goes as intended or to either side, with probability ⅓ each
    CliffWalking(boolean slippery) {
        transitions = new TransitionTable(ROWS * COLUMNS, ACTIONS, slippery ? 3 : 1);
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

    /// Read Gymnasium's keyword.
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
        chance.random(); // Gymnasium draws the first state, though there is only one
        state = START;
        frame.discreteObs(state);
    }

    @Override
    public void step(Frame frame) {
        state = transitions.step(state, frame, Objects.requireNonNull(random));
    }

    @Override
    public Dimension imageSize() {
        return new Dimension(60 * COLUMNS, 60 * ROWS);
    }

    @Override
    public void draw(Graphics2D canvas, int width, int height) {
        Dimension tiles = new Dimension(COLUMNS * Drawing.TILE, ROWS * Drawing.TILE);
        Drawing.begin(canvas, width, height, tiles, Color.WHITE);
        for (int at = 0; at < ROWS * COLUMNS; at++) {
            Graphics2D tile = Drawing.tile(canvas, at / COLUMNS, at % COLUMNS);
            if (at > START && at < GOAL) {
                drawCliff(tile);
            } else {
                drawGrass(tile, (at / COLUMNS + at % COLUMNS) % 2 == 0);
            }
            if (at == GOAL) {
                drawBiscuit(tile);
            }
            if (at == state) {
                Drawing.elf(tile);
            } else if (at == START) {
                Drawing.stool(tile);
            }
            tile.dispose();
        }
    }

    private static void drawGrass(Graphics2D tile, boolean dark) {
        tile.setColor(dark ? new Color(0x6FB070) : new Color(0x69CC4B));
        Drawing.box(tile, 0, 0, Drawing.TILE, Drawing.TILE);
        tile.setColor(dark ? new Color(0x83C084) : new Color(0x85DC66));
        Drawing.polygon(tile, 12, 18, 16, 8, 20, 18);
        Drawing.polygon(tile, 42, 32, 46, 22, 50, 32);
        Drawing.polygon(tile, 16, 52, 20, 42, 24, 52);
    }

    private static void drawCliff(Graphics2D tile) {
        tile.setColor(new Color(0x32141E));
        Drawing.box(tile, 0, 0, Drawing.TILE, Drawing.TILE);
        tile.setColor(new Color(0x7A3B3F));
        Drawing.box(tile, 0, 0, Drawing.TILE, 12);
        for (int x = 0; x < Drawing.TILE; x += 16) {
            Drawing.polygon(tile, x, 12, x + 16, 12, x + 8, 20);
        }
    }

    private static void drawBiscuit(Graphics2D tile) {
        tile.setColor(new Color(0xC97A34));
        Drawing.disc(tile, 32, 32, 15);
        tile.setColor(new Color(0xE3A25B));
        Drawing.disc(tile, 31, 30, 12);
        tile.setColor(new Color(0x733E1E));
        Drawing.disc(tile, 26, 26, 2.5);
        Drawing.disc(tile, 37, 28, 2.5);
        Drawing.disc(tile, 29, 36, 2.5);
        Drawing.disc(tile, 39, 38, 2.5);
    }
}
