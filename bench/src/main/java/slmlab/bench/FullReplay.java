package slmlab.bench;

import java.util.List;
import java.util.Map;
import slmlab.agent.memory.MemoryConfig;
import slmlab.agent.memory.Replay;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Program;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Shape;

/// A full replay of a million transitions with 17 observations and 6 actions, as in HalfCheetah, and batches of
/// 256.
final class FullReplay {
    static final int SIZE = 1_000_000;
    static final int BATCH = 256;
    static final Space OBS = Space.Box.of(-10, 10, 17);
    static final Space ACTION = Space.Box.of(-1, 1, 6);

    private FullReplay() {}

    static Replay of(MemoryConfig.Kind kind, int steps) {
        Double beta = kind == MemoryConfig.Kind.PRIORITIZED_REPLAY ? 0.4 : null;
        Replay replay = new Replay(
                OBS,
                ACTION,
                1,
                false,
                Map.of(),
                new MemoryConfig(kind, BATCH, SIZE, false, 0.6, 1e-4, beta, 1, null, 0),
                steps,
                0.99,
                RandomStream.ofSeed(1));
        Step step = step();
        Array action = Array.zeros(DType.FLOAT32, ACTION.row().insert(0, 1));
        replay.begin(step);
        for (int t = 1; t <= SIZE; t++) {
            move(step, t);
            replay.put("action", action);
            replay.observe(step);
        }
        return replay;
    }

    /// Return a step of one env to be filled.
    static Step step() {
        Shape row = OBS.row().insert(0, 1);
        return new Step(
                Array.zeros(DType.FLOAT32, row),
                Array.zeros(DType.FLOAT32, Shape.of(1)),
                Array.zeros(DType.UINT8, Shape.of(1)),
                Array.zeros(DType.UINT8, Shape.of(1)),
                Array.zeros(DType.FLOAT32, row),
                null,
                null);
    }

    /// Fill in the env's step number t, with the last of an episode every 1,000.
    static void move(Step step, int t) {
        step.obs().floats()[0] = t % 1000 * 1e-3f;
        step.truncated().bytes()[0] = (byte) (t % 1000 == 0 ? 1 : 0);
    }

    /// Return a program with the inputs that batches are copied to.
    static Program inputs() {
        return Program.trace(trace -> {
            trace.input("obs", BATCH, OBS.row().volume());
            trace.input("next_obs", BATCH, OBS.row().volume());
            trace.input("action", BATCH, ACTION.row().volume());
            for (String name : List.of("reward", "discount", "weight")) {
                trace.input(name, BATCH);
            }
        });
    }
}
