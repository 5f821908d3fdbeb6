package slmlab.bench;

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
import slmlab.tensor.Program;

/// A batch from a [FullReplay] into the inputs of a program; with priorities, also the update of the batch's
/// errors.
///
/// The replay is 100 MB, so that nearly every row comes from memory, not from a cache. A smaller replay would
/// favor us, and another process using the memory would do the opposite. In a run, the update between two
/// samples evicts the caches and the TLB, which costs some microseconds more than here.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
        value = 1,
        jvmArgsAppend = {"--add-modules", "jdk.incubator.vector"})
public class ReplayBenchmark {
    @Param({"REPLAY", "PRIORITIZED_REPLAY"})
    private MemoryConfig.Kind kind = MemoryConfig.Kind.REPLAY;

    @Param({"1", "3"})
    private int steps;

    private @Nullable Replay replay;
    private @Nullable Program program;
    private final float[] errors = new float[FullReplay.BATCH];

    @Setup
    public void setUp() {
        Random random = new Random(1);
        for (int i = 0; i < FullReplay.BATCH; i++) {
            errors[i] = random.nextFloat();
        }
        program = FullReplay.inputs();
        replay = FullReplay.of(kind, steps);
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
            from.sample(FullReplay.BATCH, 0.4);
            from.gather(to);
            from.updatePriorities(errors);
        } else {
            from.sample(FullReplay.BATCH);
            from.gather(to);
        }
        return to;
    }
}
