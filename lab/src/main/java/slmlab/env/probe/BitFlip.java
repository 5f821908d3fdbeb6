package slmlab.env.probe;

import java.awt.Color;
import java.awt.Dimension;
import java.awt.Graphics2D;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import slmlab.env.Args;
import slmlab.env.Env;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;
import slmlab.env.render.Drawable;
import slmlab.env.render.Drawing;
import slmlab.env.render.PixelFont;

/// Flip one bit per step until they match the goal. Reward −1 per step and 0 for the last: too sparse to learn
/// from without hindsight experience replay (Andrychowicz et al. 2017, arXiv:1707.01495).
///
/// The observation has the entries of Gymnasium's goal envs, each of `n_bits` bits and in this order:
/// `achieved_goal` (the bits), `desired_goal`, `observation` (the bits again). Action i flips bit i. Reaching
/// the goal terminates; after `n_bits` steps, which always suffice, the episode is truncated. Bits and goal are
/// drawn for each episode and differ.
final class BitFlip implements Env, Drawable {
    private final int n;
    private final boolean[] bits;
    private final boolean[] goal;
    private int wrong;
    private int taken;

    BitFlip(int n) {
        this.n = n;
        this.bits = new boolean[n];
        this.goal = new boolean[n];
    }

    /// Read `n_bits` (default: 10).
    static BitFlip of(Args args) {
        int n = args.integer("n_bits", 10);
        if (n < 1) {
            args.problem("n_bits is %s; needs at least 1".formatted(n));
        }
        args.check();
        return new BitFlip(n);
    }

    @Override
    public Space obsSpace() {
        SequencedMap<String, Space> entries = new LinkedHashMap<>();
        entries.put("achieved_goal", new Space.MultiBinary(n));
        entries.put("desired_goal", new Space.MultiBinary(n));
        entries.put("observation", new Space.MultiBinary(n));
        return new Space.Dict(entries);
    }

    @Override
    public Space actionSpace() {
        return new Space.Discrete(n);
    }

    @Override
    public void reset(NumpyRandom random, Frame frame) {
        taken = 0;
        do {
            wrong = 0;
            for (int i = 0; i < n; i++) {
                bits[i] = random.integers(0, 2) == 1;
                goal[i] = random.integers(0, 2) == 1;
                wrong += bits[i] == goal[i] ? 0 : 1;
            }
        } while (wrong == 0);
        for (int i = 0; i < n; i++) {
            frame.obs(n + i, goal[i] ? 1 : 0);
            show(i, frame);
        }
    }

    @Override
    public void step(Frame frame) {
        int i = frame.action();
        bits[i] = !bits[i];
        wrong += bits[i] == goal[i] ? -1 : 1;
        taken++;
        show(i, frame);
        if (wrong == 0) {
            frame.terminate();
            return;
        }
        frame.reward(-1);
        if (taken == n) {
            frame.truncate();
        }
    }

    private void show(int i, Frame frame) {
        double bit = bits[i] ? 1 : 0;
        frame.obs(i, bit);
        frame.obs(2 * n + i, bit);
    }

    @Override
    public Dimension imageSize() {
        return new Dimension(40 * n, 100);
    }

    @Override
    public void draw(Graphics2D canvas, int width, int height) {
        Dimension tiles = new Dimension(n * Drawing.TILE, 2 * Drawing.TILE + 32);
        Drawing.begin(canvas, width, height, tiles, Color.WHITE);
        for (int i = 0; i < n; i++) {
            drawBit(canvas, i, 0, bits[i]);
            drawBit(canvas, i, Drawing.TILE + 32, goal[i]);
            canvas.setColor(bits[i] == goal[i] ? new Color(0x38A838) : new Color(0xCC4D4D));
            Drawing.box(canvas, i * Drawing.TILE + 8, Drawing.TILE + 10, Drawing.TILE - 16, 12);
        }
    }

    /// Draw a bit: of the state in the upper row, or of the goal in the lower row.
    private static void drawBit(Graphics2D canvas, int i, int y, boolean bit) {
        canvas.setColor(bit ? new Color(0x2C4B7C) : new Color(0xD8E2F0));
        Drawing.roundBox(canvas, i * Drawing.TILE + 4, y + 4, Drawing.TILE - 8, Drawing.TILE - 8, 12);
        canvas.setColor(bit ? Color.WHITE : new Color(0x2C4B7C));
        PixelFont.drawCentered(canvas, bit ? "1" : "0", i * Drawing.TILE + 32, y + 32, 5);
    }
}
