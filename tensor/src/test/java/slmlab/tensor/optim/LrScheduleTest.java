package slmlab.tensor.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.tensor.Golden;

class LrScheduleTest {
    private static final Golden GOLDEN = Golden.read("lr.safetensors");

    static Stream<Arguments> schedules() {
        return Stream.of(
                Arguments.of("constant", 0.01, LrSchedule.constant()),
                Arguments.of("step", 0.01, LrSchedule.step(7, 0.9)),
                Arguments.of("multi_step", 0.3, LrSchedule.multiStep(List.of(25L, 3L, 10L, 10L), 0.5)),
                Arguments.of("exponential", 0.02, LrSchedule.exponential(0.97)),
                Arguments.of("cosine", 0.005, LrSchedule.cosine(25, 0)),
                Arguments.of("cosine_min", 0.005, LrSchedule.cosine(30, 1e-4)),
                Arguments.of("linear_to_zero", 0.003, LrSchedule.linearToZero(23)),
                Arguments.of("linear_to_min", 0.003, LrSchedule.linearToMin(23.5, 0.033)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("schedules")
    void ratesArePyTorchs(String name, double lr, LrSchedule schedule) {
        double[] expected = doubles(GOLDEN.get(name).ints());
        for (int step = 0; step < expected.length; step++) {
            assertThat(schedule.at(step, lr)).as("step %d", step).isCloseTo(expected[step], relative(expected[step]));
        }
    }

    @Test
    void everyRecordedScheduleIsCompared() {
        assertThat(schedules().map(arguments -> arguments.get()[0]))
                .containsExactlyInAnyOrderElementsOf(
                        List.<Object>copyOf(GOLDEN.arrays().keySet()));
    }

    @Test
    void linearSchedulesEndWhereTheyShouldAndStayThere() {
        assertThat(LrSchedule.linearToZero(100).at(100, 0.1)).isZero();
        assertThat(LrSchedule.linearToZero(100).at(1_000_000_000_000L, 0.1)).isZero();
        assertThat(LrSchedule.linearToMin(100, 0.25).at(200, 0.4)).isEqualTo(0.1);
    }

    @Test
    void wrongNumbersAreNamed() {
        assertThatThrownBy(() -> LrSchedule.step(0, 0.1)).hasMessage("step_size is 0; needs at least 1");
        assertThatThrownBy(() -> LrSchedule.exponential(Double.NaN)).hasMessageContaining("gamma is NaN");
        assertThatThrownBy(() -> LrSchedule.cosine(0, 0)).hasMessageContaining("T_max is 0");
        assertThatThrownBy(() -> LrSchedule.linearToZero(0)).hasMessageContaining("a linear schedule of 0.0 steps");
        assertThatThrownBy(() -> LrSchedule.linearToMin(10, 1.5)).hasMessageContaining("min_factor is 1.5");
    }

    private static org.assertj.core.data.Offset<Double> relative(double expected) {
        return within(1e-12 * Math.abs(expected));
    }

    /// Doubles that are stored as pairs of int32, low half first.
    private static double[] doubles(int[] halves) {
        double[] values = new double[halves.length / 2];
        for (int i = 0; i < values.length; i++) {
            ByteBuffer bytes = ByteBuffer.allocate(Double.BYTES);
            values[i] = bytes.putInt(halves[2 * i + 1]).putInt(halves[2 * i]).getDouble(0);
        }
        return values;
    }
}
