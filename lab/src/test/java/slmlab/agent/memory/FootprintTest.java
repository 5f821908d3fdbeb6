package slmlab.agent.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import slmlab.env.Space;
import slmlab.spec.key.ConfigException;
import slmlab.tensor.State;

class FootprintTest {
    private static final Space PIXELS = Space.Box.pixels(84, 84, 4);

    @Test
    void isWhatAFullReplayHolds() {
        MemoryConfig config = RandomPlay.config(MemoryConfig.Kind.REPLAY, 1000, false);
        var play = new RandomPlay(1, 3, config, 1, 0.99);
        play.play(1000);
        State state = new State();
        play.replay().save(state);
        long bytes = state.lives().entrySet().stream()
                .filter(live -> !live.getKey().startsWith("final_"))
                .map(live -> live.getValue().array())
                .mapToLong(
                        array -> (long) array.shape().volume() * array.dtype().bytes())
                .sum();
        assertThat(Footprint.of(RandomPlay.OBS, 1, RandomPlay.ACTION, 3, true, Map.of(RandomPlay.STATE, 1), config)
                        .bytes())
                .isEqualTo(bytes)
                .isEqualTo(
                        335 * 3 * (12 + 4 + 8 + 4 + 4)); // ⌈1000/3⌉ + 1 slots of obs, action, reward, end, mask, state
    }

    @Test
    void aReplayThatDoesNotFitSaysSoWithTheNumbers() {
        MemoryConfig config = RandomPlay.config(MemoryConfig.Kind.REPLAY, 1_000_000, false);
        Footprint footprint = Footprint.of(PIXELS, 1, new Space.Discrete(6), 1, false, Map.of(), config);
        footprint.check(1, 64_000_000_000L);
        assertThatThrownBy(() -> footprint.check(1, 4L << 30))
                .isInstanceOf(ConfigException.class)
                .hasMessage("max_size is too large: a replay of 28.2 GB, 28236 bytes a transition, and the JVM may use "
                        + "4.3 GB in all; needs at most about 121687 transitions, or more memory: "
                        + "SLM_LAB_JAVA_OPTS=-Xmx33g");
        assertThatThrownBy(() -> footprint.check(4, 64_000_000_000L)).hasMessageContaining("4 replays of 28.2 GB each");
    }

    @Test
    void rowsBeyondAnIntAreRefusedWhateverTheMemory() {
        int most = Integer.MAX_VALUE;
        for (MemoryConfig.Kind kind :
                new MemoryConfig.Kind[] {MemoryConfig.Kind.REPLAY, MemoryConfig.Kind.PRIORITIZED_REPLAY}) {
            MemoryConfig config = RandomPlay.config(kind, most, false);
            for (int envs : new int[] {1, 7, 1_000_000}) {
                Footprint footprint = Footprint.of(RandomPlay.OBS, 1, RandomPlay.ACTION, envs, false, Map.of(), config);
                assertThat(footprint.rows()).isGreaterThanOrEqualTo((long) most + envs);
                assertThat(footprint.bytes()).isGreaterThan(most * 24L);
                assertThatThrownBy(() -> footprint.check(1, Long.MAX_VALUE))
                        .isInstanceOf(ConfigException.class)
                        .hasMessageStartingWith("max_size is too large: a replay of ")
                        .hasMessageContaining(" GB, %d rows, ".formatted(footprint.rows()));
            }
        }
    }

    @Test
    void prioritiesCountToo() {
        MemoryConfig config = RandomPlay.config(MemoryConfig.Kind.PRIORITIZED_REPLAY, 1_000_000, false);
        assertThat(Footprint.of(RandomPlay.OBS, 1, RandomPlay.ACTION, 1, false, Map.of(), config)
                        .treeBytes())
                .isEqualTo(2 * 1_048_576 * 8);
    }
}
