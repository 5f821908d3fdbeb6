package slmlab.agent.part;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import slmlab.tensor.State;

/// What advantages and value targets are divided by.
class ScalesTest {

    @Test
    void standardizedByTheSampleDeviation() {
        float[] values = {2, 4, 6}; // mean 4, deviation 2 with n − 1
        AdvantageScale.standardize(values, null);
        assertThat(values).containsExactly(new float[] {-1, 0, 1}, within(1e-6f));
    }

    @Test
    void rowsWithoutWeightDoNotCount() {
        float[] values = {2, 4, 6, 1000};
        AdvantageScale.standardize(values, new float[] {.3f, .3f, .3f, 0});
        assertThat(values).startsWith(new float[] {-1, 0, 1}, within(1e-6f));
    }

    @Test
    void oneValueStaysAsItIs() {
        float[] values = {7};
        AdvantageScale.standardize(values, null);
        assertThat(values).containsExactly(7);
    }

    /// 0, 1, …, 100: the 5th percentile is 5, the 95th is 95.
    private static float[] hundred(float scale) {
        float[] values = new float[101];
        for (int i = 0; i < values.length; i++) {
            values[i] = scale * i;
        }
        return values;
    }

    @Test
    void percentilesMoveByAHundredthOfTheRange() {
        AdvantageScale.Scaler scaler = AdvantageScale.PERCENTILE.scaler();
        float[] values = hundred(10); // range 900: the average goes from 0 to 9
        scaler.scale(values, null);
        assertThat(values[100]).isCloseTo(1000 / 9f, within(1e-4f));
        values = hundred(10); // .99·9 + 9 = 17.91
        scaler.scale(values, null);
        assertThat(values[100]).isCloseTo(1000 / 17.91f, within(1e-4f));
    }

    @Test
    void aRangeBelowOneDoesNotCount() {
        float[] values = hundred(1); // range 90: the average is .9
        AdvantageScale.PERCENTILE.scaler().scale(values, null);
        assertThat(values).containsExactly(hundred(1));
    }

    @Test
    void percentilesResumeFromWhereTheyWereSaved() {
        AdvantageScale.Scaler scaler = AdvantageScale.PERCENTILE.scaler();
        scaler.scale(hundred(10), null);
        State state = new State();
        scaler.save(state);
        AdvantageScale.Scaler other = AdvantageScale.PERCENTILE.scaler();
        other.load(state);
        float[] values = hundred(10);
        other.scale(values, null);
        assertThat(values[100]).isCloseTo(1000 / 17.91f, within(1e-4f));
    }

    @Test
    void valueTargetsAreDividedByTheirDeviation() {
        ValueScale scale = new ValueScale(false);
        scale.add(new float[] {0, 8}, null); // mean 4, variance 16
        assertThat(scale.factor()).isCloseTo(0.25, within(1e-9));
        scale.add(new float[] {4, 4, 1000}, new float[] {.5f, .5f, 0}); // variance 32/4 = 8
        assertThat(scale.factor()).isCloseTo(1 / Math.sqrt(8), within(1e-9));
    }

    @Test
    void smallValueTargetsStayAsTheyAre() {
        ValueScale scale = new ValueScale(false);
        scale.add(new float[] {0.1f, 0.2f}, null);
        assertThat(scale.factor()).isEqualTo(1);
    }
}
