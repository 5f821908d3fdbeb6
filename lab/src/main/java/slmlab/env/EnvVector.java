package slmlab.env;

import java.awt.Dimension;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import slmlab.env.render.Drawable;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Pool;
import slmlab.tensor.Shape;
import slmlab.tensor.State;

/// A vector of envs of one kind. They step one after the other on the caller's thread, or in parts on several
/// threads, with the same numbers.
public final class EnvVector implements VecEnv {
    private static final long LEAST_BYTES = 400; // of an env, its frame and its random numbers

    private final String name;
    private final Env[] envs;
    private final RunningEpisodes episodes;
    private final EnvSaver saver;
    private final Space obsSpace;
    private final Space actionSpace;
    private final Traits traits;
    private final Step step;
    private final Object obs;
    private final Object finalObs;
    private final int row;
    private final ActionCheck check;
    private final @Nullable Pool pool; // null where the caller steps alone
    private final AtomicInteger next = new AtomicInteger(); // the first env that no thread has taken yet
    private final ConcurrentSkipListMap<Integer, Throwable> failures = new ConcurrentSkipListMap<>(); // of one step
    private final IntConsumer part; // what each thread does
    private final byte[] waiting; // 1 where the next step leaves an env alone
    private final byte[] paused; // 1 where the last one did
    private boolean pausing;
    private boolean started;
    private @Nullable BufferedImage rendered; // null until first rendered

    /// @param maxSteps time limit of an episode, in steps; 0 for no limit
    public EnvVector(String name, Supplier<? extends Env> make, int size, int maxSteps) {
        this(name, make, size, maxSteps, 1);
    }

    /// @param maxSteps time limit of an episode, in steps; 0 for no limit
    /// @param threads how many threads step the envs, the caller's included
    public EnvVector(String name, Supplier<? extends Env> make, int size, int maxSteps, int threads) {
        if (size < 1) {
            throw new IllegalArgumentException("%s: a vector of %s envs; needs at least 1".formatted(name, size));
        }
        checkMemory(name, size, LEAST_BYTES);
        this.name = name;
        this.envs = new Env[size];
        try {
            envs[0] = made(name, make);
            this.obsSpace = EnvException.call(name, "obsSpace()", envs[0]::obsSpace);
            long shown = 2L * obsSpace.row().volume() * obsSpace.rowType().bytes(); // its obs and its final obs
            checkMemory(name, size, LEAST_BYTES + shown);
            for (int i = 1; i < size; i++) {
                envs[i] = made(name, make);
            }
            this.actionSpace = EnvException.call(name, "actionSpace()", envs[0]::actionSpace);
            this.traits = EnvException.call(name, "traits()", envs[0]::traits);
            for (int i = 1; i < size; i++) {
                checkSpaces(i);
            }
            boolean masked = EnvException.call(name, "hasActionMask()", envs[0]::hasActionMask);
            this.step = new Step(
                    Rows.of(obsSpace, size),
                    Array.zeros(DType.FLOAT32, Shape.of(size)),
                    Array.zeros(DType.UINT8, Shape.of(size)),
                    Array.zeros(DType.UINT8, Shape.of(size)),
                    Rows.of(obsSpace, size),
                    masked ? mask(size, actionSpace) : null,
                    masked ? mask(size, actionSpace) : null);
            this.waiting = new byte[size];
            this.paused = new byte[size];
            this.row = obsSpace.row().volume();
            this.obs = Rows.data(step.obs());
            this.finalObs = Rows.data(step.finalObs());
            this.check = new ActionCheck(name, actionSpace, size);
            this.episodes = new RunningEpisodes(name, envs, maxSteps, step, obsSpace, actionSpace);
            this.saver = new EnvSaver(episodes, step, actionSpace, maxSteps);
        } catch (RuntimeException | Error e) {
            closeMade(e);
            throw e;
        }
        int parts = Math.min(threads, size);
        this.pool = parts > 1 ? new Pool(parts) : null;
        this.part = _ -> stepTaken();
    }

    private static void checkMemory(String name, int size, long bytes) {
        long most = Runtime.getRuntime().maxMemory();
        if (size * bytes > most) {
            throw new IllegalArgumentException(
                    "%s: a vector of %s envs takes at least %s bytes, and the JVM may use %s; make fewer"
                            .formatted(name, size, size * bytes, most));
        }
    }

    @Override
    public int size() {
        return envs.length;
    }

    @Override
    public Space obsSpace() {
        return obsSpace;
    }

    @Override
    public boolean hasActionMask() {
        return step.actionMask() != null;
    }

    @Override
    public Space actionSpace() {
        return actionSpace;
    }

    @Override
    public Traits traits() {
        return traits;
    }

    @Override
    public boolean endedPart(int env) {
        return envs[env].endedPart();
    }

    @Override
    public void pauseAfterEnds() {
        if (started) {
            throw new IllegalStateException("%s: pauseAfterEnds after the first reset".formatted(name));
        }
        pausing = true;
    }

    @Override
    public boolean isPaused(int env) {
        return paused[env] != 0;
    }

    @Override
    public List<String> rewardTerms() {
        // an action that is repeated sums its rewards, and envs tell the terms of the last alone
        return episodes.repeat() > 1 ? List.of() : EnvException.call(name, "rewardTerms()", envs[0]::rewardTerms);
    }

    @Override
    public double rewardTerm(int env, int term) {
        return envs[env].rewardTerm(term);
    }

    @Override
    public Step reset(long newSeed) {
        started = true;
        Arrays.fill(step.reward().floats(), 0);
        Arrays.fill(step.terminated().bytes(), (byte) 0);
        Arrays.fill(step.truncated().bytes(), (byte) 0);
        Arrays.fill(waiting, (byte) 0);
        Arrays.fill(paused, (byte) 0);
        episodes.begin(newSeed);
        return step;
    }

    @Override
    public Step step(Array action) {
        checkStarted("step");
        check.accept(action);
        saver.add(action);
        episodes.act(action);
        Arrays.fill(step.reward().floats(), 0);
        if (pool == null) {
            for (int i = 0; i < envs.length; i++) {
                stepOne(i);
            }
        } else {
            next.setPlain(0);
            pool.run(part);
            throwFirst();
        }
        return step;
    }

    /// Take one env after the other until none is left: a thread whose envs are slow takes fewer.
    private void stepTaken() {
        for (int i = next.getAndIncrement(); i < envs.length; i = next.getAndIncrement()) {
            try {
                stepOne(i);
            } catch (RuntimeException | Error e) {
                failures.put(i, e);
            }
        }
    }

    /// Throw the failure of the first env that failed, whichever thread stepped it.
    private void throwFirst() {
        if (failures.isEmpty()) {
            return;
        }
        Throwable first = failures.firstEntry().getValue();
        failures.clear();
        if (first instanceof Error e) {
            throw e;
        }
        throw (RuntimeException) first;
    }

    /// Step an env. It touches its own rows alone.
    private void stepOne(int i) {
        byte[] terminated = step.terminated().bytes();
        byte[] truncated = step.truncated().bytes();
        terminated[i] = 0;
        truncated[i] = 0;
        paused[i] = waiting[i];
        waiting[i] = 0;
        if (paused[i] != 0) {
            return;
        }
        if (episodes.cut[i]) {
            truncated[i] = 1; // at its saved observation
        } else {
            episodes.advance(i);
            if (episodes.repeat() > 1) {
                episodes.again(i);
            }
        }
        if ((terminated[i] | truncated[i]) != 0) {
            System.arraycopy(obs, i * row, finalObs, i * row, row);
            if (terminated[i] == 0) {
                episodes.keepMask(i);
            }
            episodes.restart(i);
            waiting[i] = (byte) (pausing && !envs[i].endedPart() ? 1 : 0);
        }
        if (step.actionMask() != null) {
            episodes.checkMask(i);
        }
    }

    @Override
    public void save(State to) {
        checkStarted("save");
        saver.save(to);
        if (pausing) {
            to.put("waiting", Array.ofBytes(Shape.of(waiting.length), waiting));
        }
    }

    @Override
    public Step load(State from) {
        saver.load(from);
        if (pausing) {
            System.arraycopy(from.array("waiting").bytes(), 0, waiting, 0, waiting.length);
        }
        started = true;
        return step;
    }

    @Override
    public BufferedImage render(int index) {
        checkStarted("render");
        if (index < 0 || index >= envs.length) {
            throw new IllegalArgumentException(
                    "%s: no env %s to render; there are %s, counted from 0".formatted(name, index, envs.length));
        }
        Drawable drawable = Drawable.of(envs[index]);
        Dimension size = EnvException.call(name, "imageSize()", drawable::imageSize);
        BufferedImage image = rendered;
        if (image == null || image.getWidth() != size.width || image.getHeight() != size.height) {
            image = new BufferedImage(size.width, size.height, BufferedImage.TYPE_INT_RGB);
            rendered = image;
        }
        Graphics2D canvas = image.createGraphics();
        try {
            EnvException.run(name, "draw()", () -> drawable.draw(canvas, size.width, size.height));
        } finally {
            canvas.dispose();
        }
        return image;
    }

    @Override
    public void close() {
        if (pool != null) {
            pool.close();
        }
        EnvException first = null;
        for (Env env : envs) { // all of them, also if one fails
            try {
                EnvException.run(name, "close()", env::close);
            } catch (EnvException e) {
                first = first == null ? e : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }

    /// Repeat each action `n` times, or until the episode ends, and sum the rewards.
    ///
    /// @param maxLastTwo whether each pixel shown is the brighter one of the last two images; for envs that write
    ///     every pixel in every step
    public void repeat(int n, boolean maxLastTwo) {
        if (started) {
            throw new IllegalStateException("%s: repeat before the first reset".formatted(name));
        }
        episodes.repeat(n, maxLastTwo);
    }

    /// Close the envs that were made before one failed, or did not fit the others.
    private void closeMade(Throwable failure) {
        for (Env env : envs) {
            if (env != null) {
                try {
                    env.close();
                } catch (RuntimeException | Error e) {
                    failure.addSuppressed(e);
                }
            }
        }
    }

    private void checkStarted(String call) {
        if (!started) {
            throw new IllegalStateException("%s: %s before reset".formatted(name, call));
        }
    }

    private void checkSpaces(int i) {
        Space obs = EnvException.call(name, "obsSpace()", envs[i]::obsSpace);
        Space action = EnvException.call(name, "actionSpace()", envs[i]::actionSpace);
        if (!obs.equals(obsSpace) || !action.equals(actionSpace)) {
            throw new IllegalArgumentException(
                    "%s: env %s of %s has the spaces %s → %s, env 0 has %s → %s; all envs of a vector need the same"
                            .formatted(name, i, envs.length, obs, action, obsSpace, actionSpace));
        }
    }

    /// Make an env. An [IllegalArgumentException] passes through: wrong arguments are not the env's fault.
    public static Env made(String name, Supplier<? extends Env> make) {
        Env env;
        try {
            env = make.get();
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            throw message.contains(name) ? e : new IllegalArgumentException(name + ": " + message, e);
        } catch (Throwable e) {
            throw EnvException.of(name + " failed", "its constructor", e);
        }
        if (env == null) {
            throw EnvException.none(name, "its factory");
        }
        return env;
    }

    private static Array mask(int size, Space action) {
        if (!(action instanceof Space.Discrete(int n, int _))) {
            throw new IllegalArgumentException("an action mask for %s: needs a discrete space".formatted(action));
        }
        Array mask = Array.zeros(DType.UINT8, Shape.of(size, n));
        Arrays.fill(mask.bytes(), (byte) 1);
        return mask;
    }
}
