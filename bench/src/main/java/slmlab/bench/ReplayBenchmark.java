package slmlab.bench;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import slmlab.agent.memory.MemoryConfig;
import slmlab.agent.memory.Replay;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Program;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Shape;

/// A batch of 256 from a full replay of a million transitions of 17 numbers and 6 actions, as HalfCheetah's,
/// into the inputs of a program; with priorities, the errors of the batch too.
///
/// The replay is 100 MB, so that nearly every row comes from memory, not from a cache. It would lie in favour
/// of us with a smaller replay, and against us if something else used the memory meanwhile. In a run the
/// update between two samples puts other things into the caches and the pages' addresses, which costs some
/// microseconds more than here.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
        value = 1,
        jvmArgsAppend = {"--add-modules", "jdk.incubator.vector"})
public class ReplayBenchmark {
    private static final int SIZE = 1_000_000;
    private static final int BATCH = 256;
    private static final int OBS = 17;
    private static final int ACTION = 6;

    @Param({"REPLAY", "PRIORITIZED_REPLAY"})
    private MemoryConfig.Kind kind = MemoryConfig.Kind.REPLAY;

    @Param({"1", "3"})
    private int steps;

    private @Nullable Replay replay;
    private @Nullable Program program;
    private final float[] errors = new float[BATCH];

    @Setup
    public void setUp() {
        Random random = new Random(1);
        for (int i = 0; i < BATCH; i++) {
            errors[i] = random.nextFloat();
        }
        program = Program.trace(trace -> {
            trace.input("obs", BATCH, OBS);
            trace.input("next_obs", BATCH, OBS);
            trace.input("action", BATCH, ACTION);
            for (String name : List.of("reward", "discount", "weight")) {
                trace.input(name, BATCH);
            }
        });
        replay = new Replay(
                Space.Box.of(-10, 10, OBS),
                Space.Box.of(-1, 1, ACTION),
                1,
                false,
                Map.of(),
                new MemoryConfig(kind, BATCH, SIZE, false, 0.6, 1e-4, 0.4, 1, null, 0),
                steps,
                0.99,
                RandomStream.ofSeed(1));
        fill(replay);
    }

    private static void fill(Replay replay) {
        Step step = new Step(
                Array.zeros(DType.FLOAT32, Shape.of(1, OBS)),
                Array.zeros(DType.FLOAT32, Shape.of(1)),
                Array.zeros(DType.UINT8, Shape.of(1)),
                Array.zeros(DType.UINT8, Shape.of(1)),
                Array.zeros(DType.FLOAT32, Shape.of(1, OBS)),
                null);
        Array action = Array.zeros(DType.FLOAT32, Shape.of(1, ACTION));
        replay.begin(step);
        for (int t = 1; t <= SIZE; t++) {
            step.obs().floats()[0] = t;
            step.truncated().bytes()[0] = (byte) (t % 1000 == 0 ? 1 : 0);
            replay.put("action", action);
            replay.observe(step);
        }
    }

    @TearDown
    public void tearDown() {
        Objects.requireNonNull(program).close();
    }

    @Benchmark
    public @Nullable Program sample() {
        Replay from = Objects.requireNonNull(replay);
        Program to = Objects.requireNonNull(program);
        if (kind == MemoryConfig.Kind.PRIORITIZED_REPLAY) {
            from.sample(BATCH, 0.4);
            from.gather(to);
            from.updatePriorities(errors);
        } else {
            from.sample(BATCH);
            from.gather(to);
        }
        return to;
    }
}
