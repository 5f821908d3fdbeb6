package slmlab.env;

import java.util.function.Supplier;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;

/// A vector of envs of one kind, advanced one after the other on the caller's thread.
public final class EnvVector implements VecEnv {
    private final String name;
    private final Env[] envs;
    private final Frame[] frames;
    private final Frame.Actions actions = new Frame.Actions();
    private final NumpyRandom[] randoms;
    private final int[] age;
    private final int maxSteps;
    private final Space obsSpace;
    private final Space actionSpace;
    private final Step step;
    private final Object obs;
    private final Object finalObs;
    private final int row;
    private final Shape actionShape;
    private long seed;
    private boolean started;

    /// @param maxSteps steps after which an episode is cut short; 0 for no limit
    public EnvVector(String name, Supplier<? extends Env> make, int size, int maxSteps) {
        if (size < 1) {
            throw new IllegalArgumentException("%s: a vector of %d envs; needs at least 1".formatted(name, size));
        }
        this.name = name;
        this.maxSteps = maxSteps;
        this.envs = new Env[size];
        for (int i = 0; i < size; i++) {
            envs[i] = make.get();
        }
        this.obsSpace = envs[0].obsSpace();
        this.actionSpace = envs[0].actionSpace();
        Shape obsShape = batch(size, obsSpace.row());
        DType type = obsSpace.rowType();
        this.step = new Step(
                Array.zeros(type, obsShape),
                Array.zeros(DType.FLOAT32, Shape.of(size)),
                Array.zeros(DType.UINT8, Shape.of(size)),
                Array.zeros(DType.UINT8, Shape.of(size)),
                Array.zeros(type, obsShape),
                envs[0].hasActionMask() ? mask(size, actionSpace) : null);
        this.row = obsSpace.row().volume();
        this.obs = data(step.obs());
        this.finalObs = data(step.finalObs());
        this.actionShape = batch(size, actionSpace.row());
        this.frames = new Frame[size];
        int masked = step.actionMask() == null ? 0 : step.actionMask().shape().dim(1);
        for (int i = 0; i < size; i++) {
            frames[i] = new Frame(step, actions, i, row, actionSpace.row().volume(), masked);
        }
        this.randoms = new NumpyRandom[size];
        this.age = new int[size];
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
    public Space actionSpace() {
        return actionSpace;
    }

    @Override
    public Step reset(long newSeed) {
        seed = newSeed;
        started = true;
        java.util.Arrays.fill(step.reward().floats(), 0);
        java.util.Arrays.fill(step.terminated().bytes(), (byte) 0);
        java.util.Arrays.fill(step.truncated().bytes(), (byte) 0);
        for (int i = 0; i < envs.length; i++) {
            randoms[i] = NumpyRandom.ofSeed(seed + i);
            restart(i);
        }
        return step;
    }

    @Override
    public Step step(Array action) {
        if (!started) {
            throw new IllegalStateException("%s: step before reset".formatted(name));
        }
        check(action);
        actions.ints = action.dtype() == DType.INT32 ? action.ints() : null;
        actions.floats = action.dtype() == DType.FLOAT32 ? action.floats() : null;
        byte[] terminated = step.terminated().bytes();
        byte[] truncated = step.truncated().bytes();
        java.util.Arrays.fill(step.reward().floats(), 0);
        for (int i = 0; i < envs.length; i++) {
            terminated[i] = 0;
            truncated[i] = 0;
            try {
                envs[i].step(frames[i]);
            } catch (RuntimeException e) {
                throw failed(i, e);
            }
            if (++age[i] == maxSteps) {
                truncated[i] = 1;
            }
            if ((terminated[i] | truncated[i]) != 0) {
                System.arraycopy(obs, i * row, finalObs, i * row, row);
                restart(i);
            }
        }
        return step;
    }

    @Override
    public void close() {
        for (Env env : envs) {
            env.close();
        }
    }

    private void restart(int i) {
        age[i] = 0;
        try {
            envs[i].reset(randoms[i], frames[i]);
        } catch (RuntimeException e) {
            throw failed(i, e);
        }
    }

    private void check(Array action) {
        if (action.dtype() != actionSpace.rowType() || !action.shape().equals(actionShape)) {
            throw new IllegalArgumentException("%s: an action of %s; needs %s %s for %s"
                    .formatted(name, action, actionSpace.rowType(), actionShape, actionSpace));
        }
        switch (actionSpace) {
            case Space.Discrete(int n, int start) -> {
                int[] values = action.ints();
                for (int i = 0; i < values.length; i++) {
                    if (values[i] < start || values[i] >= start + n) {
                        throw outside(i, 1, values[i]);
                    }
                }
            }
            case Space.MultiDiscrete(var sizes) -> {
                int[] values = action.ints();
                for (int i = 0; i < values.length; i++) {
                    if (values[i] < 0 || values[i] >= sizes.get(i % sizes.size())) {
                        throw outside(i, sizes.size(), values[i]);
                    }
                }
            }
            case Space.MultiBinary(int n) -> {
                int[] values = action.ints();
                for (int i = 0; i < values.length; i++) {
                    if (values[i] != 0 && values[i] != 1) {
                        throw outside(i, n, values[i]);
                    }
                }
            }
            case Space.Box box -> {
                float[] values = action.floats();
                for (int i = 0; i < values.length; i++) {
                    if (Float.isNaN(values[i])) {
                        throw outside(i, box.row().volume(), values[i]);
                    }
                }
            }
            case Space.Dict _, Space.Tuple _ ->
                throw new IllegalArgumentException("%s: actions of %s are not supported".formatted(name, actionSpace));
        }
    }

    private IllegalArgumentException outside(int at, int perEnv, Number value) {
        return new IllegalArgumentException("%s: action %s of env %d lies outside %s"
                .formatted(name, value, at / Math.max(1, perEnv), actionSpace));
    }

    private IllegalStateException failed(int i, RuntimeException e) {
        return new IllegalStateException(
                "%s: env %d of %d (seed %d) failed at step %d of its episode: %s"
                        .formatted(name, i, envs.length, seed + i, age[i] + 1, e),
                e);
    }

    private static Array mask(int size, Space action) {
        if (!(action instanceof Space.Discrete(int n, int _))) {
            throw new IllegalArgumentException("an action mask for %s: needs a discrete space".formatted(action));
        }
        Array mask = Array.zeros(DType.UINT8, Shape.of(size, n));
        java.util.Arrays.fill(mask.bytes(), (byte) 1);
        return mask;
    }

    private static Shape batch(int size, Shape row) {
        return row.rank() == 0 ? Shape.of(size) : row.insert(0, size);
    }

    private static Object data(Array array) {
        return switch (array.dtype()) {
            case FLOAT32 -> array.floats();
            case INT32 -> array.ints();
            case UINT8 -> array.bytes();
        };
    }
}
