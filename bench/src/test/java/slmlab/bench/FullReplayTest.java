package slmlab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.agent.memory.MemoryConfig;
import slmlab.agent.memory.Replay;
import slmlab.tensor.Program;

@Tag("slow")
class FullReplayTest {

    @ParameterizedTest
    @CsvSource({"REPLAY, 1", "PRIORITIZED_REPLAY, 3"})
    void givesBatchesOfWhatWasSeen(MemoryConfig.Kind kind, int steps) {
        Replay replay = FullReplay.of(kind, steps);
        try (Program inputs = FullReplay.inputs()) {
            if (kind == MemoryConfig.Kind.REPLAY) {
                replay.sample(FullReplay.BATCH);
            } else {
                replay.sample(FullReplay.BATCH, 0.4);
            }
            replay.gather(inputs);
            float[] obs = inputs.input("obs").floats();
            float[] next = inputs.input("next_obs").floats();
            int width = obs.length / FullReplay.BATCH;
            long moved = IntStream.range(0, FullReplay.BATCH)
                    .filter(row -> Math.abs(next[row * width] - obs[row * width] - steps * 1e-3f) < 1e-6f)
                    .count();
            assertThat(moved).isGreaterThan(FullReplay.BATCH * 9 / 10); // the others met the end of an episode
        }
    }
}
