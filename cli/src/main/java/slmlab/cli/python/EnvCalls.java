package slmlab.cli.python;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import slmlab.env.Rows;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;

/// A vector of envs that Python steps: `make_vec`.
final class EnvCalls implements Channel.Calls {
    private static final int RESET = 1;
    private static final int STEP = 2;

    private final VecEnv env;
    private final SharedArrays arrays;
    private final Array action;

    EnvCalls(VecEnv env) throws IOException {
        this.env = env;
        Shape each = Shape.of(env.size());
        SequencedMap<String, SharedArrays.Part> parts = new LinkedHashMap<>();
        parts.put("action", part(env.actionSpace().rowType(), Rows.shape(env.actionSpace(), env.size())));
        parts.put("obs", part(env.obsSpace().rowType(), Rows.shape(env.obsSpace(), env.size())));
        parts.put("final_obs", part(env.obsSpace().rowType(), Rows.shape(env.obsSpace(), env.size())));
        parts.put("reward", part(DType.FLOAT32, each));
        parts.put("terminated", part(DType.UINT8, each));
        parts.put("truncated", part(DType.UINT8, each));
        if (env.hasActionMask()) {
            parts.put(
                    "action_mask",
                    part(DType.UINT8, Shape.of(env.size(), env.actionSpace().flatSize())));
        }
        this.arrays = new SharedArrays(Channel.HEADER, parts);
        this.action = Array.zeros(env.actionSpace().rowType(), Rows.shape(env.actionSpace(), env.size()));
    }

    private static SharedArrays.Part part(DType dtype, Shape shape) {
        return new SharedArrays.Part(dtype, shape, 0);
    }

    SharedArrays arrays() {
        return arrays;
    }

    @Override
    public void call(int code, long argument) {
        switch (code) {
            case RESET -> write(env.reset(argument), false);
            case STEP -> {
                arrays.take("action", Rows.data(action), action.shape().volume());
                write(env.step(action), true);
            }
            default -> throw new IllegalStateException("an unknown call, %s".formatted(code));
        }
    }

    private void write(Step step, boolean stepped) {
        put("obs", step.obs());
        put("action_mask", step.actionMask());
        if (stepped) {
            put("reward", step.reward());
            put("terminated", step.terminated());
            put("truncated", step.truncated());
            if (anyDone(step)) {
                put("final_obs", step.finalObs());
            }
        }
    }

    private static boolean anyDone(Step step) {
        byte[] terminated = step.terminated().bytes();
        byte[] truncated = step.truncated().bytes();
        for (int i = 0; i < terminated.length; i++) {
            if ((terminated[i] | truncated[i]) != 0) {
                return true;
            }
        }
        return false;
    }

    private void put(String name, @Nullable Array from) {
        if (from != null) {
            arrays.put(name, Rows.data(from), from.shape().volume());
        }
    }

    @Override
    public void close() {
        env.close();
    }
}
