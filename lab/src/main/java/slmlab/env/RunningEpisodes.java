package slmlab.env;

import org.jspecify.annotations.Nullable;
import slmlab.tensor.Array;
import slmlab.tensor.DType;

/// The envs of a vector and their running episodes: the age of each, its random state at the start, its next
/// step.
final class RunningEpisodes {
    final NumpyRandom[] randoms;
    final long[][] begun; // each env's random state before its last reset
    final int[] age; // steps since the last reset
    final boolean[] cut; // episodes that a saved state could not hold: the next step truncates them
    long seed;

    private final String name;
    private final Env[] envs;
    private final int maxSteps;
    private final Step step;
    private final FrameLimits limits;
    private final Frame.Actions actions = new Frame.Actions();
    private final Frame[] frames;
    private final int row; // numbers in one observation
    private int repeat = 1;
    private byte @Nullable [] before; // images before the last repetition; null where the last one alone is shown

    RunningEpisodes(String name, Env[] envs, int maxSteps, Step step, Space obs, Space action) {
        int size = envs.length;
        this.name = name;
        this.envs = envs;
        this.maxSteps = maxSteps;
        this.step = step;
        this.limits = new FrameLimits(step, obs, action, size);
        this.frames = new Frame[size];
        this.row = obs.row().volume();
        int maskSize = step.actionMask() == null ? 0 : action.flatSize();
        for (int i = 0; i < size; i++) {
            frames[i] = new Frame(step, actions, limits, i, row, action.row().volume(), maskSize);
        }
        this.randoms = new NumpyRandom[size];
        this.begun = new long[size][NumpyRandom.STATE];
        this.age = new int[size];
        this.cut = new boolean[size];
    }

    String name() {
        return name;
    }

    int size() {
        return envs.length;
    }

    Env env(int i) {
        return envs[i];
    }

    int repeat() {
        return repeat;
    }

    /// Repeat each action `n` times, or until the episode ends, and sum the rewards.
    ///
    /// @param maxLastTwo whether each pixel shown is the brighter one of the last two images
    void repeat(int n, boolean maxLastTwo) {
        if (n < 1) {
            throw new IllegalArgumentException("%s: actions repeated %s times; needs at least 1".formatted(name, n));
        }
        if (maxLastTwo && step.obs().dtype() != DType.UINT8) {
            throw new IllegalArgumentException(
                    "%s: max_last_two is for images of bytes, and its observations are %s; remove the key"
                            .formatted(name, step.obs().dtype()));
        }
        repeat = n;
        before = maxLastTwo ? new byte[step.obs().shape().volume()] : null;
    }

    /// Begin all episodes.
    void begin(long newSeed) {
        seed = newSeed;
        for (int i = 0; i < envs.length; i++) {
            randoms[i] = NumpyRandom.ofSeed(seed + i);
            seed(i);
            restart(i);
            checkMask(i);
        }
    }

    private void seed(int i) {
        try {
            envs[i].seed(seed + i);
        } catch (Throwable e) {
            throw failed(i, 0, "seed()", e);
        }
    }

    /// Set the actions of the next step.
    void act(Array action) {
        actions.ints = action.dtype() == DType.INT32 ? action.ints() : null;
        actions.floats = action.dtype() == DType.FLOAT32 ? action.floats() : null;
    }

    /// Step one env with its action.
    void advance(int i) {
        try {
            envs[i].step(frames[i]);
        } catch (Throwable e) {
            throw failed(i, age[i] + 1, "step()", e);
        }
        if (++age[i] == maxSteps) {
            step.truncated().bytes()[i] = 1;
        }
    }

    /// Repeat the action until it was taken often enough or the episode ended, and sum the rewards.
    void again(int i) {
        float[] reward = step.reward().floats();
        double sum = reward[i];
        for (int k = 1; k < repeat; k++) {
            if (isDone(i)) {
                break;
            }
            reward[i] = 0;
            if (before != null) {
                System.arraycopy(step.obs().bytes(), i * row, before, i * row, row);
            }
            advance(i);
            if (before != null && (k == repeat - 1 || isDone(i))) {
                brighten(step.obs().bytes(), before, i * row);
            }
            sum += reward[i];
        }
        reward[i] = (float) sum;
    }

    private boolean isDone(int i) {
        return (step.terminated().bytes()[i] | step.truncated().bytes()[i]) != 0;
    }

    private void brighten(byte[] image, byte[] other, int from) {
        for (int at = from; at < from + row; at++) {
            image[at] = (byte) Math.max(image[at] & 0xff, other[at] & 0xff);
        }
    }

    /// Keep the action mask of the final observation where an episode is truncated: there was a future.
    void keepMask(int i) {
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

    void restart(int i) {
        age[i] = 0;
        cut[i] = false;
        randoms[i].copyTo(begun[i]);
        try {
            envs[i].reset(randoms[i], frames[i]);
        } catch (Throwable e) {
            throw failed(i, 0, "reset()", e);
        }
    }

    void checkMask(int i) {
        if (limits.isStuck(i)) {
            throw new EnvException(
                    who(i, age[i]) + ": its mask allows no action; allow one, or end the episode there", null);
        }
    }

    /// @param at step of the episode; 0 for its reset
    private EnvException failed(int i, int at, String method, Throwable e) {
        return e instanceof FrameException
                ? new EnvException(who(i, at) + ": " + e.getMessage(), e)
                : EnvException.of(who(i, at), method, e);
    }

    private String who(int i, int at) {
        String when = at == 0 ? "its reset" : "step %s of its episode".formatted(at);
        return "%s: env %s of %s (seed %s) failed at %s".formatted(name, i, envs.length, seed + i, when);
    }
}
