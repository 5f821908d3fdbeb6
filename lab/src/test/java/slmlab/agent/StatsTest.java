package slmlab.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import slmlab.tensor.State;

class StatsTest {

    @Test
    void tellsMeansSinceTheLastClear() {
        Stats stats = new Stats("loss");
        stats.add("loss", 5);
        stats.clear();
        stats.add("loss", 1);
        stats.add("loss", 2);
        stats.add("norm", 7);
        assertThat(stats.names()).containsExactly("loss", "norm");
        assertThat(stats.mean("loss")).isEqualTo(1.5);
        assertThat(stats.mean("norm")).isEqualTo(7);
        assertThat(stats.mean("else")).isNaN();
    }

    @Test
    void takesMoreNamesThanItHasRoomFor() {
        Stats stats = new Stats();
        for (int i = 0; i < 20; i++) {
            stats.add("n" + i, i);
        }
        assertThat(stats.mean("n19")).isEqualTo(19);
        assertThat(stats.mean("n3")).isEqualTo(3);
    }

    @Test
    void resumesFromWhatWasSaved() {
        Stats stats = new Stats("loss");
        stats.add("loss", 1);
        stats.add("loss", 2);
        State state = new State();
        stats.save(state);
        Stats other = new Stats("loss");
        other.load(state);
        other.add("loss", 6);
        assertThat(other.mean("loss")).isEqualTo(3);
    }
}
