package slmlab.env.probe;

import java.awt.Color;
import java.awt.Dimension;
import java.awt.Graphics2D;
import slmlab.env.Args;
import slmlab.env.Env;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;
import slmlab.env.render.Drawable;
import slmlab.env.render.Drawing;

/// Catch a ball that falls one row per step: be under it when it reaches the bottom row. Reward 1 for a catch,
/// −1 for a miss, at the end only.
///
/// The observation is a board of pixels (default: 10 × 5), 255 where ball and paddle are. Actions: 0 left, 1
/// stay, 2 right. The rules are those of bsuite's Catch (Osband et al. 2020, arXiv:1908.03568).
final class Catch implements Env, Drawable {
    private final int rows;
    private final int columns;
    private int ballRow;
    private int ballColumn;
    private int paddle;

    Catch(int rows, int columns) {
        this.rows = rows;
        this.columns = columns;
    }

    /// Read `rows` and `columns`.
    static Catch of(Args args) {
        int rows = args.integer("rows", 10);
        int columns = args.integer("columns", 5);
        if (rows < 2 || columns < 1) {
            args.problem("a board of %s × %s; needs at least 2 rows and 1 column".formatted(rows, columns));
        }
        args.check();
        return new Catch(rows, columns);
    }

    @Override
    public Space obsSpace() {
        return Space.Box.pixels(rows, columns);
    }

    @Override
    public Space actionSpace() {
        return new Space.Discrete(3);
    }

    @Override
    public void reset(NumpyRandom random, Frame frame) {
        ballRow = 0;
        ballColumn = (int) random.integers(0, columns);
        paddle = columns / 2;
        show(frame);
    }

    @Override
    public void step(Frame frame) {
        paddle = Math.clamp(paddle + frame.action() - 1, 0, columns - 1);
        ballRow++;
        if (ballRow == rows - 1) {
            frame.reward(paddle == ballColumn ? 1 : -1);
            frame.terminate();
        }
        show(frame);
    }

    private void show(Frame frame) {
        for (int i = 0; i < rows * columns; i++) {
            frame.pixel(i, 0);
        }
        frame.pixel(ballRow * columns + ballColumn, 255);
        frame.pixel((rows - 1) * columns + paddle, 255);
    }

    @Override
    public Dimension imageSize() {
        return new Dimension(40 * columns, 40 * rows);
    }

    @Override
    public void draw(Graphics2D canvas, int width, int height) {
        Dimension tiles = new Dimension(columns * Drawing.TILE, rows * Drawing.TILE);
        Drawing.begin(canvas, width, height, tiles, Color.BLACK);
        canvas.setColor(new Color(0x262626));
        for (int column = 1; column < columns; column++) {
            Drawing.box(canvas, column * Drawing.TILE - 1, 0, 2, tiles.height);
        }
        for (int row = 1; row < rows; row++) {
            Drawing.box(canvas, 0, row * Drawing.TILE - 1, tiles.width, 2);
        }
        canvas.setColor(new Color(0x4FA3E0));
        Drawing.roundBox(canvas, paddle * Drawing.TILE + 4, (rows - 1) * Drawing.TILE + 40, 56, 16, 12);
        canvas.setColor(Color.WHITE);
        Drawing.disc(canvas, ballColumn * Drawing.TILE + 32, ballRow * Drawing.TILE + 32, 20);
    }
}
