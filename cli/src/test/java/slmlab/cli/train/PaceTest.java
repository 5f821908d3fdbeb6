package slmlab.cli.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class PaceTest {

    @Test
    void theWarmUpGivesNoEstimate() {
        Pace pace = new Pace(100, 5_000);
        pace.add(101, 5_100);
        assertThat(pace.framesPerSecond()).isEqualTo(100);
        assertThat(pace.seconds(1_000)).isEmpty();
        pace.add(102, 5_200);
        assertThat(pace.seconds(1_000)).isEmpty();
    }

    @Test
    void theEstimateLeavesTheWarmUpOut() {
        Pace pace = new Pace(0, 0);
        pace.add(2, 200); // 100 per second, still cold
        pace.add(2.5, 700);
        assertThat(pace.framesPerSecond()).isEqualTo(1_000);
        assertThat(pace.seconds(3_000)).hasValue(3);
    }

    @Test
    void aSlowdownIsSeenAfterTenSeconds() {
        Pace pace = new Pace(0, 0);
        long frame = 0;
        for (int t = 1; t <= 100; t++) {
            pace.add(t, frame += 1_000);
        }
        for (int t = 101; t <= 111; t++) {
            pace.add(t, frame += 10);
        }
        assertThat(pace.framesPerSecond()).isEqualTo(10, within(1e-9));
    }
}
