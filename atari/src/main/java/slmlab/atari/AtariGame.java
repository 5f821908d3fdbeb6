package slmlab.atari;

import java.awt.Dimension;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import slmlab.env.Env;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;
import slmlab.env.Traits;
import slmlab.env.render.Drawable;
import slmlab.tensor.State;

/// One game of the Atari 2600.
///
/// By default it is played as ale-py's vector env plays it, in which SLM-Lab trains: fire and a random number of
/// frames without an action at the start, an action held for four frames, the brighter of the last two in
/// 84 × 84 gray, the last four of these as an observation. With the same seed, and without sticky actions, it is
/// the same game to the bit.
///
/// Sticky actions repeat the last one with some probability in each frame (Machado et al. 2018, arXiv:1709.06009).
final class AtariGame implements Env, Drawable {
    private static final int ZOOM = 2; // of images

    private final AtariConfig config;
    private final Emulator emulator;
    private final int[] actions;
    private final boolean hasFire;
    private final GameLog log = new GameLog();
    private final @Nullable GrayStack stack; // null where the screen or the memory is shown
    private final byte[] shown; // the screen's indices of colors, or the console's memory
    private final byte[] row; // an observation of the screen
    private @Nullable NumpyRandom random; // of sticky actions; null before the first reset
    private MersenneTwister noops = new MersenneTwister(0);
    private boolean isFresh = true; // whether the console was just switched on
    private int held = Emulator.NOOP; // the action of the last frame
    private int lives;
    private int frames; // since the start of the game
    private int steps; // since the start of the game
    private boolean endedPart;

    AtariGame(Path rom, AtariConfig config) {
        this.config = config;
        this.emulator = new Emulator(rom, config.mode(), config.difficulty());
        try {
            this.actions = emulator.actions(config.allActions());
            this.hasFire = config.fire() && hasFire(actions);
            boolean isStack = config.view() == AtariConfig.View.STACK;
            this.stack = isStack ? new GrayStack(emulator, config) : null;
            int screen = emulator.height() * emulator.width();
            this.shown = new byte[config.view() == AtariConfig.View.RAM ? Emulator.RAM : screen];
            this.row = isStack ? new byte[0] : new byte[obsSpace().row().volume()];
        } catch (RuntimeException | Error e) {
            emulator.close();
            throw e;
        }
    }

    private static boolean hasFire(int[] actions) {
        for (int action : actions) {
            if (action == Emulator.FIRE) {
                return true;
            }
        }
        return false;
    }

    @Override
    public Space obsSpace() {
        int height = emulator.height();
        int width = emulator.width();
        return switch (config.view()) {
            case STACK -> Space.Box.pixels(config.stack(), config.height(), config.width());
            case RGB -> Space.Box.pixels(height, width, 3);
            case GRAYSCALE -> Space.Box.pixels(height, width);
            case RAM -> Space.Box.pixels(Emulator.RAM);
        };
    }

    @Override
    public Space actionSpace() {
        return new Space.Discrete(actions.length);
    }

    @Override
    public Traits traits() {
        return new Traits(config.stack(), config.clipped() ? 1 : Double.POSITIVE_INFINITY);
    }

    @Override
    public boolean endedPart() {
        return endedPart;
    }

    @Override
    public void seed(long seed) {
        noops = new MersenneTwister(seed);
        if (!isFresh) { // a game leaves traces in the console that a restart does not remove
            emulator.insert();
            isFresh = true;
        }
        endedPart = false;
    }

    @Override
    public void reset(NumpyRandom newRandom, Frame frame) {
        random = newRandom;
        if (!endedPart) {
            begin();
        }
        show(frame);
    }

    private void begin() {
        isFresh = false;
        restart();
        if (hasFire) {
            hold(Emulator.FIRE);
        }
        int waits = config.noopMax() == 0 ? 0 : noops.below(config.noopMax()) - (hasFire ? 1 : 0);
        for (int i = 0; i < waits; i++) {
            hold(Emulator.NOOP);
            if (emulator.isOver()) {
                restart();
            }
        }
        lives = emulator.lives();
        frames = 0;
        steps = 0;
        if (stack != null) {
            stack.clear();
            stack.capture(emulator);
            stack.push(config.maxpool());
        }
    }

    private void restart() {
        emulator.restart();
        log.begin(emulator);
        held = Emulator.NOOP;
    }

    /// Hold an action for a frame, or the last one where actions are sticky, and return the reward.
    private int hold(int action) {
        if (config.stickiness() == 0 || random == null || random.random() >= config.stickiness()) {
            held = action;
        }
        log.add(held);
        return emulator.act(held);
    }

    @Override
    public void step(Frame frame) {
        int action = actions[frame.action()];
        int reward = 0;
        boolean isOver = false;
        boolean isLifeLost = false;
        boolean isLate = false;
        for (int left = config.frameskip(); left > 0; left--) {
            reward += hold(action);
            frames++;
            isOver = emulator.isOver();
            isLate = frames == config.maxFrames();
            int now = emulator.lives();
            isLifeLost = now < lives && now > 0;
            if (isOver || isLate || (config.episodicLife() && isLifeLost)) {
                break; // the last two frames stay those of the step before, as in ale-py
            }
            if (stack != null && left == 2) {
                stack.captureBefore(emulator);
            } else if (stack != null && left == 1) {
                stack.capture(emulator);
            }
        }
        lives = emulator.lives();
        isLate |= ++steps == config.maxSteps();
        if (stack != null) {
            stack.push(config.maxpool());
        }
        frame.reward(reward);
        end(frame, isOver, isLate, isLifeLost);
        show(frame);
    }

    private void end(Frame frame, boolean isOver, boolean isLate, boolean isLifeLost) {
        boolean isTold = isLifeLost && (config.lifeLossInfo() || config.episodicLife());
        endedPart = isTold && config.lifeLossInfo() && !isOver && !isLate;
        if (isOver || isTold) {
            frame.terminate();
        } else if (isLate) {
            frame.truncate();
        }
    }

    private void show(Frame frame) {
        if (stack != null) {
            stack.write(frame);
            return;
        }
        switch (config.view()) {
            case RAM -> emulator.ram(row);
            case GRAYSCALE -> gray();
            case RGB, STACK -> colors();
        }
        frame.pixels(0, row, 0, row.length);
    }

    private void gray() {
        emulator.screen(shown);
        for (int i = 0; i < shown.length; i++) {
            row[i] = emulator.grays()[shown[i] & 0xff];
        }
    }

    private void colors() {
        emulator.screen(shown);
        for (int i = 0; i < shown.length; i++) {
            int color = emulator.colors()[shown[i] & 0xff];
            row[3 * i] = (byte) (color >> 16);
            row[3 * i + 1] = (byte) (color >> 8);
            row[3 * i + 2] = (byte) color;
        }
    }

    /// Return the lives that are left, for tests.
    int lives() {
        return lives;
    }

    @Override
    public boolean save(State to) {
        log.save(to);
        to.put("noops_seed", noops.seed());
        to.put("noops_draws", noops.draws());
        to.put("held", held);
        to.put("lives", lives);
        to.put("frames", frames);
        to.put("steps", steps);
        to.put("ended_part", endedPart ? 1 : 0);
        if (stack != null) {
            stack.save(to);
        }
        return true;
    }

    @Override
    public void load(State from, NumpyRandom newRandom) {
        log.load(from, emulator);
        random = newRandom;
        isFresh = false;
        noops = MersenneTwister.after(from.whole("noops_seed"), from.whole("noops_draws"));
        held = (int) from.whole("held");
        lives = (int) from.whole("lives");
        frames = (int) from.whole("frames");
        steps = (int) from.whole("steps");
        endedPart = from.whole("ended_part") == 1;
        if (stack != null) {
            stack.load(from);
        }
    }

    @Override
    public Dimension imageSize() {
        return new Dimension(2 * ZOOM * emulator.width(), ZOOM * emulator.height()); // its pixels are wide
    }

    @Override
    public void draw(Graphics2D canvas, int width, int height) {
        byte[] screen = new byte[emulator.height() * emulator.width()];
        emulator.screen(screen);
        BufferedImage image = new BufferedImage(emulator.width(), emulator.height(), BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < screen.length; i++) {
            image.setRGB(i % emulator.width(), i / emulator.width(), emulator.colors()[screen[i] & 0xff]);
        }
        canvas.drawImage(image, 0, 0, width, height, null);
    }

    @Override
    public void close() {
        emulator.close();
    }
}
