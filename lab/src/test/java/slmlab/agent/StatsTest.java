package slmlab.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import slmlab.metric.Metric;
import slmlab.metric.Metrics;
import slmlab.tensor.Program;
import slmlab.tensor.State;

class StatsTest {
    private static final Metric NORM = Metric.of("norm", "a number of the test");

    @Test
    void tellsMeansSinceTheLastClear() {
        Stats stats = new Stats(Metrics.LOSS);
        stats.add(Metrics.LOSS, 5);
        stats.clear();
        stats.add(Metrics.LOSS, 1);
        stats.add(Metrics.LOSS, 2);
        stats.add(NORM, 7);
        assertThat(stats.metrics()).containsExactly(Metrics.LOSS, NORM);
        assertThat(stats.mean(Metrics.LOSS)).isEqualTo(1.5);
        assertThat(stats.mean(NORM)).isEqualTo(7);
        assertThat(stats.mean(Metrics.ENTROPY)).isNaN();
    }

    @Test
    void takesMoreMetricsThanItHasRoomFor() {
        Stats stats = new Stats();
        for (int i = 0; i < 20; i++) {
            stats.add(Metrics.rewardShare("n" + i), i);
        }
        assertThat(stats.mean(Metrics.rewardShare("n19"))).isEqualTo(19);
        assertThat(stats.mean(Metrics.rewardShare("n3"))).isEqualTo(3);
        assertThat(stats.metrics()).hasSize(20);
    }

    /// A program's output counts if it has the name of a metric that is known; the loss has its column elsewhere.
    @Test
    void takesWhatAProgramOutputsAndShowsAllButTheLoss() {
        Stats stats = new Stats(Metrics.LOSS, NORM, Metrics.ENTROPY);
        Program program = Program.trace(trace -> {
            trace.output(Metrics.LOSS.name(), trace.scalar("x"));
            trace.output(NORM.name(), trace.scalar("x").mul(2));
            trace.output("other", trace.scalar("x"));
        });
        program.set("x", 3).run();
        stats.add(program);
        program.set("x", 5).run();
        stats.add(program);
        assertThat(stats.mean(Metrics.LOSS)).isEqualTo(4);
        Stats row = new Stats();
        stats.show(row);
        assertThat(row.metrics()).containsExactly(NORM, Metrics.ENTROPY);
        assertThat(row.mean(NORM)).isEqualTo(8);
        assertThat(row.mean(Metrics.ENTROPY)).isNaN();
    }

    @Test
    void resumesFromWhatWasSaved() {
        Stats stats = new Stats(Metrics.LOSS);
        stats.add(Metrics.LOSS, 1);
        stats.add(Metrics.LOSS, 2);
        State state = new State();
        stats.save(state);
        Stats other = new Stats(Metrics.LOSS);
        other.load(state);
        other.add(Metrics.LOSS, 6);
        assertThat(other.mean(Metrics.LOSS)).isEqualTo(3);
    }
}
