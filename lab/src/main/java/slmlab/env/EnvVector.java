package slmlab.env;

import java.awt.Dimension;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;
import slmlab.tensor.State;

/// A vector of envs of one kind, advanced one after the other on the caller's thread.
public final class EnvVector implements VecEnv {
    private static final long LEAST_BYTES = 400; // of an env, its frame and its random numbers

    private final String name;
    private final Env[] envs;
    private final Frame[] frames;
    private final Frame.Actions actions = new Frame.Actions();
    private final FrameLimits limits;
    private final NumpyRandom[] randoms;
    private final long[][] begun; // random states before the last reset
    private final int[] age;
    private final ActionLog log;
    private final int maxSteps;
    private final Space obsSpace;
    private final Space actionSpace;
    private final Step step;
    private final Object obs;
    private final Object finalObs;
    private final int row;
    private final ActionCheck check;
    private long seed;
    private boolean started;
    private int repeat = 1;
    private @Nullable BufferedImage picture; // null until one is asked for

    /// @param maxSteps steps after which an episode is cut short; 0 for no limit
    public EnvVector(String name, Supplier<? extends Env> make, int size, int maxSteps) {
        if (size < 1) {
            throw new IllegalArgumentException("%s: a vector of %s envs; needs at least 1".formatted(name, size));
        }
        if (size * LEAST_BYTES > Runtime.getRuntime().maxMemory()) {
            throw new IllegalArgumentException(
                    "%s: a vector of %s envs takes at least %s bytes, and the JVM may use %s; make fewer"
                            .formatted(
                                    name,
                                    size,
                                    size * LEAST_BYTES,
                                    Runtime.getRuntime().maxMemory()));
        }
        this.name = name;
        this.maxSteps = maxSteps;
        this.envs = new Env[size];
        for (int i = 0; i < size; i++) {
            envs[i] = made(name, make);
        }
        this.obsSpace = EnvException.call(name, "obsSpace()", envs[0]::obsSpace);
        this.actionSpace = EnvException.call(name, "actionSpace()", envs[0]::actionSpace);
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
        this.row = obsSpace.row().volume();
        this.obs = Rows.data(step.obs());
        this.finalObs = Rows.data(step.finalObs());
        this.check = new ActionCheck(name, actionSpace, size);
        this.limits = new FrameLimits(step, obsSpace, actionSpace, size);
        this.frames = new Frame[size];
        int maskSize = masked ? actionSpace.flatSize() : 0;
        for (int i = 0; i < size; i++) {
            frames[i] =
                    new Frame(step, actions, limits, i, row, actionSpace.row().volume(), maskSize);
        }
        this.randoms = new NumpyRandom[size];
        this.begun = new long[size][NumpyRandom.STATE];
        this.age = new int[size];
        this.log = new ActionLog(actionSpace.rowType(), size * actionSpace.row().volume(), maxSteps);
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
    public Step reset(long newSeed) {
        seed = newSeed;
        started = true;
        Arrays.fill(step.reward().floats(), 0);
        Arrays.fill(step.terminated().bytes(), (byte) 0);
        Arrays.fill(step.truncated().bytes(), (byte) 0);
        for (int i = 0; i < envs.length; i++) {
            randoms[i] = NumpyRandom.ofSeed(seed + i);
            restart(i);
            checkMask(i);
        }
        return step;
    }

    @Override
    public Step step(Array action) {
        if (!started) {
            throw new IllegalStateException("%s: step before reset".formatted(name));
        }
        check.accept(action);
        log.add(action, age);
        actions.ints = action.dtype() == DType.INT32 ? action.ints() : null;
        actions.floats = action.dtype() == DType.FLOAT32 ? action.floats() : null;
        byte[] terminated = step.terminated().bytes();
        byte[] truncated = step.truncated().bytes();
        boolean masked = step.actionMask() != null;
        Arrays.fill(step.reward().floats(), 0);
        for (int i = 0; i < envs.length; i++) {
            terminated[i] = 0;
            truncated[i] = 0;
            advance(i);
            if (repeat > 1) {
                again(i);
            }
            if ((terminated[i] | truncated[i]) != 0) {
                System.arraycopy(obs, i * row, finalObs, i * row, row);
                if (terminated[i] == 0) {
                    keepMask(i);
                }
                restart(i);
            }
            if (masked) {
                checkMask(i);
            }
        }
        return step;
    }

    /// Saves the envs' own fields where they write them, else how each episode began and the actions since.
    @Override
    public void save(State to) {
        if (!started) {
            throw new IllegalStateException("%s: save before reset".formatted(name));
        }
        to.put("id", id());
        to.put("size", size());
        to.put("repeat", repeat);
        to.put("seed", seed);
        to.put("age", Array.ofInts(Shape.of(size()), age));
        boolean fields = saveFields(to);
        to.put("fields", fields ? 1 : 0);
        if (!fields) {
            saveActions(to);
        }
        to.put("obs", step.obs());
        to.put("reward", step.reward());
        to.put("terminated", step.terminated());
        to.put("truncated", step.truncated());
        to.put("final_obs", step.finalObs());
        if (step.actionMask() != null) {
            to.put("action_mask", step.actionMask());
        }
        if (step.finalMask() != null) {
            to.put("final_mask", step.finalMask());
        }
    }

    @Override
    public Step load(State from) {
        checkOrigin(from);
        started = true;
        seed = from.whole("seed");
        if (from.whole("fields") == 1) {
            loadFields(from);
        } else {
            replay(from);
            checkReplayed(from.array("obs"));
        }
        step.obs().copyFrom(from.array("obs"));
        step.reward().copyFrom(from.array("reward"));
        step.terminated().copyFrom(from.array("terminated"));
        step.truncated().copyFrom(from.array("truncated"));
        step.finalObs().copyFrom(from.array("final_obs"));
        if (step.actionMask() != null) {
            step.actionMask().copyFrom(from.array("action_mask"));
        }
        if (step.finalMask() != null) {
            step.finalMask().copyFrom(from.array("final_mask"));
        }
        return step;
    }

    /// False if the envs do not write their fields.
    private boolean saveFields(State to) {
        long[][] now = new long[size()][NumpyRandom.STATE];
        for (int i = 0; i < envs.length; i++) {
            Env env = envs[i];
            State own = to.within("env" + i);
            if (!EnvException.call(name, "save()", () -> env.save(own))) {
                return false;
            }
            randoms[i].copyTo(now[i]);
        }
        to.put("random", words(now));
        return true;
    }

    private void loadFields(State from) {
        System.arraycopy(from.array("age").ints(), 0, age, 0, age.length);
        for (int i = 0; i < envs.length; i++) {
            randoms[i] = random(from.array("random"), i);
            Env env = envs[i];
            State own = from.within("env" + i);
            NumpyRandom random = randoms[i];
            EnvException.run(name, "load()", () -> env.load(own, random));
        }
    }

    private void saveActions(State to) {
        int width = actionSpace.row().volume();
        int total = 0;
        for (int i = 0; i < envs.length; i++) {
            if (age[i] / repeat > log.capacity()) {
                throw new IllegalStateException(
                        "%s: env %s is %s steps into its episode, and only the last %s actions are kept; give it a time limit"
                                .formatted(name, i, age[i], log.capacity()));
            }
            total += age[i] / repeat; // a step that took fewer would have ended the episode
        }
        Array taken = Array.zeros(actionSpace.rowType(), Shape.of(total, width));
        int at = 0;
        for (int i = 0; i < envs.length; i++) {
            for (int back = age[i] / repeat; back > 0; back--) {
                log.read(back, i * width, Rows.data(taken), at, width);
                at += width;
            }
        }
        to.put("actions", taken);
        to.put("random", words(begun));
    }

    /// Begins each episode again and takes the same actions.
    private void replay(State from) {
        int width = actionSpace.row().volume();
        Array taken = from.array("actions");
        int[] ages = from.array("age").ints().clone();
        for (int i = 0; i < ages.length; i++) {
            ages[i] /= repeat; // steps of the vector
        }
        Array action = Rows.of(actionSpace, size());
        actions.ints = action.dtype() == DType.INT32 ? action.ints() : null;
        actions.floats = action.dtype() == DType.FLOAT32 ? action.floats() : null;
        for (int i = 0; i < envs.length; i++) {
            randoms[i] = random(from.array("random"), i);
            restart(i);
        }
        int longest = Arrays.stream(ages).max().orElse(0);
        for (int back = longest; back > 0; back--) { // all episodes end now: the longest begins first
            int at = 0;
            for (int i = 0; i < envs.length; i++) {
                if (back <= ages[i]) {
                    int row = at + ages[i] - back;
                    System.arraycopy(Rows.data(taken), row * width, Rows.data(action), i * width, width);
                }
                at += ages[i];
            }
            log.add(action, age);
            for (int i = 0; i < envs.length; i++) {
                if (back <= ages[i]) {
                    for (int k = 0; k < repeat; k++) {
                        advance(i);
                    }
                }
            }
        }
    }

    @Override
    public BufferedImage render(int index) {
        if (!started) {
            throw new IllegalStateException("%s: render before reset".formatted(name));
        }
        if (index < 0 || index >= envs.length) {
            throw new IllegalArgumentException(
                    "%s: no env %s to draw; there are %s, from 0 on".formatted(name, index, envs.length));
        }
        Dimension size = EnvException.call(name, "pictureSize()", envs[index]::pictureSize);
        BufferedImage image = picture;
        if (image == null || image.getWidth() != size.width || image.getHeight() != size.height) {
            image = new BufferedImage(size.width, size.height, BufferedImage.TYPE_INT_RGB);
            picture = image;
        }
        Graphics2D canvas = image.createGraphics();
        try {
            EnvException.run(name, "draw()", () -> envs[index].draw(canvas, size.width, size.height));
        } finally {
            canvas.dispose();
        }
        return image;
    }

    @Override
    public void close() {
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

    /// Takes each action `n` times, or until the episode ends, and sums the rewards.
    void repeat(int n) {
        if (n < 1) {
            throw new IllegalArgumentException("%s: actions repeated %s times; needs at least 1".formatted(name, n));
        }
        if (started) {
            throw new IllegalStateException("%s: repeat before the first reset".formatted(name));
        }
        repeat = n;
    }

    private void advance(int i) {
        try {
            envs[i].step(frames[i]);
        } catch (Throwable e) {
            throw failed(i, age[i] + 1, "step()", e);
        }
        if (++age[i] == maxSteps) {
            step.truncated().bytes()[i] = 1;
        }
    }

    /// Advances by the same action as before until it was taken often enough or the episode ended.
    private void again(int i) {
        float[] reward = step.reward().floats();
        double sum = reward[i];
        for (int k = 1; k < repeat; k++) {
            if ((step.terminated().bytes()[i] | step.truncated().bytes()[i]) != 0) {
                break;
            }
            reward[i] = 0;
            advance(i);
            sum += reward[i];
        }
        reward[i] = (float) sum;
    }

    /// Keeps what could have been done where an episode is truncated: there was a future.
    private void keepMask(int i) {
        Array mask = step.actionMask();
        Array last = step.finalMask();
        if (mask == null || last == null) {
            return;
        }
        int width = mask.shape().dim(1);
        boolean any = false;
        for (int k = i * width; k < (i + 1) * width; k++) {
            last.bytes()[k] = mask.bytes()[k];
            any |= mask.bytes()[k] != 0;
        }
        if (!any) {
            throw new IllegalStateException(
                    "%s: env %s is truncated after %s steps where its mask allows no action; allow one, or terminate there"
                            .formatted(name, i, age[i]));
        }
    }

    private void restart(int i) {
        age[i] = 0;
        randoms[i].copyTo(begun[i]);
        try {
            envs[i].reset(randoms[i], frames[i]);
        } catch (Throwable e) {
            throw failed(i, 0, "reset()", e);
        }
    }

    private void checkMask(int i) {
        if (limits.isStuck(i)) {
            throw new EnvException(
                    who(i, age[i]) + ": its mask allows no action; allow one, or end the episode there", null);
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

    private Array id() {
        byte[] letters = name.getBytes(StandardCharsets.UTF_8);
        return Array.ofBytes(Shape.of(letters.length), letters);
    }

    /// Random states as whole numbers, [envs, STATE, 2].
    private static Array words(long[][] states) {
        Array all = Array.zeros(DType.INT32, Shape.of(states.length, NumpyRandom.STATE, 2));
        for (int i = 0; i < states.length; i++) {
            int[] one = Rows.ofLongs(states[i]).ints();
            System.arraycopy(one, 0, all.ints(), i * one.length, one.length);
        }
        return all;
    }

    private static NumpyRandom random(Array words, int i) {
        int count = 2 * NumpyRandom.STATE;
        int[] one = Arrays.copyOfRange(words.ints(), i * count, (i + 1) * count);
        long[] state = new long[NumpyRandom.STATE];
        Rows.longs(Array.ofInts(Shape.of(NumpyRandom.STATE, 2), one), state);
        return NumpyRandom.ofState(state);
    }

    private void checkOrigin(State from) {
        String id = new String(from.array("id").bytes(), StandardCharsets.UTF_8);
        if (!id.equals(name) || from.whole("size") != size()) {
            throw new IllegalArgumentException(
                    "a state of %s envs of %s does not fit %s of %s".formatted(from.whole("size"), id, size(), name));
        }
    }

    private void checkReplayed(Array saved) {
        boolean same = switch (saved.dtype()) {
            case FLOAT32 -> Arrays.equals(saved.floats(), step.obs().floats());
            case INT32 -> Arrays.equals(saved.ints(), step.obs().ints());
            case UINT8 -> Arrays.equals(saved.bytes(), step.obs().bytes());
        };
        if (!same) {
            throw new IllegalArgumentException(
                    "%s: the same actions led elsewhere than when the state was saved; were its arguments others, or does it draw chance from elsewhere than the random it is given?"
                            .formatted(name));
        }
    }

    /// @param at the step of the episode; 0 for its reset
    private EnvException failed(int i, int at, String method, Throwable e) {
        return e instanceof FrameException
                ? new EnvException(who(i, at) + ": " + e.getMessage(), e)
                : EnvException.of(who(i, at), method, e);
    }

    private String who(int i, int at) {
        String when = at == 0 ? "its reset" : "step %s of its episode".formatted(at);
        return "%s: env %s of %s (seed %s) failed at %s".formatted(name, i, envs.length, seed + i, when);
    }

    /// Wrong arguments are told as such: they are not the env's fault.
    static Env made(String name, Supplier<? extends Env> make) {
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
            throw EnvException.none(name, "what makes it");
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
