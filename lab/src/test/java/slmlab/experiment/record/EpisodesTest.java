package slmlab.experiment.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.tensor.State;

/// The returns of the last 100 episodes.
class EpisodesTest {

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 99, 100, 101, 250})
    void theMeanIsThatOfAStreamBitForBit(int count) {
        Random random = new Random(count);
        double[] returns = random.doubles(count, -1e3, 1e3).toArray();
        Episodes episodes = new Episodes(false);
        State state = new State();
        for (double each : returns) {
            episodes.add(each, (int) Math.abs(each), false);
        }
        double[] last = new double[Math.min(count, 100)]; // as they lie in the ring
        for (int i = Math.max(0, count - 100); i < count; i++) {
            last[i % 100] = returns[i];
        }
        Double mean = DoubleStream.of(last).average().orElse(Double.NaN);
        assertThat(episodes.mean()).isEqualTo(mean);
        assertThat(episodes.isFull()).isEqualTo(count >= 100);
        episodes.save(state);
        Episodes loaded = new Episodes(false);
        loaded.load(state);
        assertThat(loaded.mean()).isEqualTo(mean);
        Double length = DoubleStream.of(last)
                .map(each -> (int) Math.abs(each))
                .average()
                .orElse(Double.NaN);
        assertThat(loaded.meanLength()).isEqualTo(length);
        assertThat(loaded.count()).isEqualTo(count);
    }
}
