package slmlab.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import slmlab.agent.Schedule.Decay;
import slmlab.spec.key.ConfigException;

class ScheduleTest {

    @ParameterizedTest
    @CsvSource({"0, 0.1", "50, 0.05", "100, 0", "150, 0"})
    void linearGoesDownToZero(long frame, double value) {
        assertThat(Schedule.linear(0.1, 0, 0, 100).at(frame)).isCloseTo(value, within(1e-15));
    }

    @ParameterizedTest
    @CsvSource({"0, 0.128", "10, 0.128", "60, 0.164", "110, 0.2", "1000, 0.2"})
    void linearGoesUpToo(long frame, double value) {
        assertThat(Schedule.linear(0.128, 0.2, 10, 110).at(frame)).isCloseTo(value, within(1e-15));
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "5, 0.9", "10, 0.81", "25, 0.59049", "50, 0.3486784401", "100, 0"})
    void rateFallsByATenthInEachOfTwentySegments(long frame, double value) {
        Schedule rate = new Schedule(Decay.RATE_DECAY, 1, 0.0, 0, 100);
        assertThat(rate.at(frame)).isCloseTo(value, within(1e-12));
    }

    @Test
    void rateStopsAtItsEnd() {
        Schedule rate = new Schedule(Decay.RATE_DECAY, 1, 0.5, 0, 100);
        assertThat(rate.at(90)).isEqualTo(0.5); // 0.9^18 = 0.15
    }

    @Test
    void periodicSwingsLessAndLess() {
        Schedule periodic = new Schedule(Decay.PERIODIC_DECAY, 1, 0.2, 0, 600);
        // x = 60·50/600 = 5: 0.2 + 0.4·(1 + cos 5)·(1 − 5/60) = 0.2 + 0.4·1.283662·0.916667
        assertThat(periodic.at(50)).isCloseTo(0.670676, within(1e-6));
        assertThat(periodic.at(0)).isEqualTo(1);
        assertThat(periodic.at(600)).isEqualTo(0.2);
    }

    @Test
    void withoutDecayTheStartStays() {
        assertThat(new Schedule(Decay.NO_DECAY, 0.3, 0.3, 0, 10).at(99)).isEqualTo(0.3);
        assertThatThrownBy(() -> new Schedule(Decay.NO_DECAY, 0.3, 0.1, 0, 10))
                .isInstanceOf(ConfigException.class)
                .hasMessage("end_val is 0.1; no_decay keeps start_val = 0.3, remove it or name a decay");
    }

    @Test
    void aDecayNeedsItsEnd() {
        assertThatThrownBy(() -> new Schedule(Decay.LINEAR_DECAY, 0.3, null, 0, 10))
                .isInstanceOf(ConfigException.class)
                .hasMessage("end_val is missing; linear_decay needs the value that it ends with");
        assertThatThrownBy(() -> new Schedule(Decay.RATE_DECAY, 0.3, 0.1, 0, 0))
                .isInstanceOf(ConfigException.class)
                .hasMessage("end_step is 0; rate_decay needs the frame at which it ends");
    }

    @Test
    void aSpanOfNothingJumps() {
        Schedule jump = Schedule.linear(1, 0, 10, 10);
        assertThat(jump.at(9)).isEqualTo(1);
        assertThat(jump.at(10)).isZero();
    }

    /// SLM-Lab's searches draw start_step and end_step apart.
    @ParameterizedTest
    @EnumSource(names = "NO_DECAY", mode = EnumSource.Mode.EXCLUDE)
    void oneThatWouldEndBeforeItStartsJumpsWhereItStarts(Decay decay) {
        Schedule jump = new Schedule(decay, 1, 0.25, 10, 5);
        assertThat(jump.at(0)).isEqualTo(1);
        assertThat(jump.at(7)).isEqualTo(1);
        assertThat(jump.at(9)).isEqualTo(1);
        assertThat(jump.at(10)).isEqualTo(0.25);
        assertThat(jump.at(11)).isEqualTo(0.25);
    }
}
