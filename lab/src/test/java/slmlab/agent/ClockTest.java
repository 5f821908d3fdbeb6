package slmlab.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import slmlab.tensor.State;

class ClockTest {

    @Test
    void aPeriodEndsOnceHoweverManyEnvsStepAtOnce() {
        Clock clock = new Clock(3, 30);
        List<Long> ends = new ArrayList<>();
        while (!clock.isDone()) {
            clock.advance();
            if (clock.isEvery(10)) {
                ends.add(clock.frame());
            }
        }
        assertThat(ends).containsExactly(12L, 21L, 30L); // 12 % 10 < 3, 21 % 10 < 3, 30 % 10 < 3
    }

    @Test
    void resumesFromWhereItWasSaved() {
        Clock clock = new Clock(2, 100);
        clock.advance();
        clock.countOptSteps(5);
        State state = new State();
        clock.save(state);
        Clock other = new Clock(2, 100);
        other.load(state);
        assertThat(other.frame()).isEqualTo(2);
        assertThat(other.optStep()).isEqualTo(5);
    }
}
