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

/// Remember a sign. It stands at the west end of a corridor and tells whether to turn north or south at the
/// junction, `length` steps to the east; it is visible only there.
///
/// The observation is Bakker's: (0, 1, 1) at the start if the goal lies north, (1, 1, 0) if it lies south, (1,
/// 0, 1) in the corridor, (0, 1, 0) at the junction. Actions: 0 north, 1 east, 2 south, 3 west. At the junction
/// north and south end the episode: reward 4 for the right one, −0.1 for the other. Walking into a wall costs
/// 0.1, any other step nothing. The sign disappears after the first step, so that walking back does not help.
/// An episode is truncated after 10 · `length` steps.
///
/// Observations and rewards are those of Bakker 2002, "Reinforcement Learning with Long Short-Term Memory",
/// NIPS 14; the disappearing sign and the time limit are ours.
final class TMaze implements Env, Drawable {
    private static final int NORTH = 0;
    private static final int EAST = 1;
    private static final int SOUTH = 2;
    private static final double WRONG = -0.1;

    private final int length;
    private int at;
    private int taken;
    private int goal;

    TMaze(int length) {
        this.length = length;
    }

    /// Read `length` (default: 10).
    static TMaze of(Args args) {
        int length = args.integer("length", 10);
        if (length < 1) {
            args.problem("length is %s; needs at least 1 step from the sign to the junction".formatted(length));
        }
        args.check();
        return new TMaze(length);
    }

    @Override
    public Space obsSpace() {
        return Space.Box.of(0, 1, 3);
    }

    @Override
    public Space actionSpace() {
        return new Space.Discrete(4);
    }

    @Override
    public void reset(NumpyRandom random, Frame frame) {
        at = 0;
        taken = 0;
        goal = random.integers(0, 2) == 0 ? NORTH : SOUTH;
        if (goal == NORTH) {
            show(frame, 0, 1, 1);
        } else {
            show(frame, 1, 1, 0);
        }
    }

    @Override
    public void step(Frame frame) {
        int action = frame.action();
        int before = at;
        boolean turns = action == NORTH || action == SOUTH;
        if (!turns) {
            at = Math.clamp(at + (action == EAST ? 1 : -1), 0, length);
        }
        taken++;
        if (at == length) {
            show(frame, 0, 1, 0);
        } else {
            show(frame, 1, 0, 1);
        }
        if (turns && at == length) {
            frame.reward(action == goal ? 4 : WRONG);
            frame.terminate();
            return;
        }
        if (at == before) {
            frame.reward(WRONG);
        }
        if (taken == 10 * length) {
            frame.truncate();
        }
    }

    private static void show(Frame frame, int first, int second, int third) {
        frame.obs(0, first);
        frame.obs(1, second);
        frame.obs(2, third);
    }

    @Override
    public Dimension imageSize() {
        return new Dimension(40 * (length + 1), 40 * 3);
    }

    @Override
    public void draw(Graphics2D canvas, int width, int height) {
        Dimension tiles = new Dimension((length + 1) * Drawing.TILE, 3 * Drawing.TILE);
        Drawing.begin(canvas, width, height, tiles, new Color(0x5A5A64));
        canvas.setColor(new Color(0xEDE6D6));
        int end = length * Drawing.TILE;
        Drawing.box(canvas, 0, Drawing.TILE, end, Drawing.TILE);
        Drawing.box(canvas, end, 0, Drawing.TILE, tiles.height);
        canvas.setColor(new Color(0x69CC4B));
        Drawing.box(canvas, end, goal == NORTH ? 0 : 2 * Drawing.TILE, Drawing.TILE, Drawing.TILE);
        canvas.setColor(taken == 0 ? new Color(0xC64524) : new Color(0xA8A29A)); // the sign, while it is visible
        if (goal == NORTH) {
            Drawing.polygon(canvas, 20, 56, 32, 10, 44, 56);
        } else {
            Drawing.polygon(canvas, 20, 136, 32, 182, 44, 136);
        }
        Graphics2D tile = Drawing.tile(canvas, 1, at);
        Drawing.elf(tile);
        tile.dispose();
    }
}
