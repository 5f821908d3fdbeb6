package slmlab.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import slmlab.run.Table;

class MetricsTest {

    private static Table table(double[]... rows) {
        Table table = new Table(List.of("total_reward", "frame", "opt_step"));
        for (double[] row : rows) {
            table.add(row);
        }
        return table;
    }

    private static double[] row(double totalReward, double frame, double optStep) {
        return new double[] {totalReward, frame, optStep};
    }

    @Test
    void fourRowsByHand() {
        // R_random = 10, s = 10, 30, 20, 40
        SessionMetrics metrics =
                SessionMetrics.of(table(row(20, 100, 1), row(40, 200, 2), row(30, 400, 4), row(50, 800, 8)), 10);
        SessionMetrics.Scalar scalar = metrics.scalar();
        assertThat(scalar.totalRewardMa()).isEqualTo(35);
        assertThat(scalar.strength()).isEqualTo(25);
        assertThat(scalar.maxStrength()).isEqualTo(40);
        assertThat(scalar.finalStrength()).isEqualTo(40);
        // (10/100 + 30/200 + 20/400 + 40/800) / 100 = 0.35 / 100
        assertThat(scalar.sampleEfficiency()).isCloseTo(0.0035, within(1e-15));
        assertThat(scalar.trainingEfficiency()).isCloseTo(0.35, within(1e-15));
        // one drop, 30 → 20: 1 − 10 / (10 + 30 + 20)
        assertThat(scalar.stability()).isCloseTo(5.0 / 6, within(1e-15));
        assertThat(metrics.local().strengths()).containsExactly(10, 30, 20, 40);
        assertThat(metrics.local().sampleEfficiencies())
                .usingComparatorWithPrecision(1e-15)
                .containsExactly(0.01, 0.25 / 40, 0.3 / 60, 0.0035);
        assertThat(metrics.local().stabilities())
                .usingComparatorWithPrecision(1e-15)
                .containsExactly(1, 1 - 1.0 / 3, 1);
    }

    @Test
    void rowsAtTimeZeroCountForStrengthOnly() {
        // s = 4, 6; the ratio 4/0 is omitted: (6/2) / 10
        SessionMetrics.Scalar scalar =
                SessionMetrics.of(table(row(4, 0, 0), row(6, 2, 0)), 0).scalar();
        assertThat(scalar.sampleEfficiency()).isCloseTo(0.3, within(1e-15));
        assertThat(scalar.trainingEfficiency()).isEqualTo(0);
        assertThat(scalar.strength()).isEqualTo(5);
    }

    @Test
    void rowsBeforeTheFirstEpisodeAreSkipped() {
        SessionMetrics metrics = SessionMetrics.of(table(row(Double.NaN, 1, 1), row(4, 2, 2), row(2, 4, 4)), 0);
        assertThat(metrics.scalar().strength()).isEqualTo(3);
        assertThat(metrics.scalar().totalRewardMa()).isEqualTo(3);
        assertThat(metrics.scalar().sampleEfficiency()).isCloseTo(2.5 / 6, within(1e-15)); // (4/2 + 2/4) / 6
        assertThat(metrics.scalar().stability()).isEqualTo(0.5); // 1 − 2/4
        assertThat(metrics.local().sampleEfficiencies()[0]).isNaN();
    }

    @Test
    void oneRowAndNoneAreEnough() {
        SessionMetrics.Scalar one = SessionMetrics.of(table(row(7, 10, 1)), 2).scalar();
        assertThat(one.strength()).isEqualTo(5);
        assertThat(one.finalStrength()).isEqualTo(5);
        assertThat(one.sampleEfficiency()).isEqualTo(0.1);
        assertThat(one.stability()).isNaN();
        SessionMetrics none = SessionMetrics.of(table(), 2);
        assertThat(none.scalar().strength()).isNaN();
        assertThat(TrialMetrics.of(List.of(none)).scalar().frame()).isNaN();
    }

    @Test
    void aTrialIsTheMeanOfItsSessionsAndTheirConsistency() {
        SessionMetrics a = SessionMetrics.of(table(row(10, 1, 1), row(20, 2, 2), row(30, 3, 3)), 0);
        SessionMetrics b = SessionMetrics.of(table(row(12, 1, 1), row(24, 2, 2)), 0);
        TrialMetrics trial = TrialMetrics.of(List.of(a, b));
        assertThat(trial.scalar().frame()).isEqualTo(3);
        assertThat(trial.scalar().strength()).isEqualTo(19); // (20 + 18) / 2
        // two rows: std √2 and 2√2, mean 11 and 22: 1 − 2·3√2 / 33
        assertThat(trial.scalar().consistency()).isCloseTo(1 - 6 * Math.sqrt(2) / 33, within(1e-15));
        double each = 1 - 2 * Math.sqrt(2) / 11; // 2·√2 / 11 and 2·2√2 / 22
        assertThat(trial.local().consistencies())
                .usingComparatorWithPrecision(1e-15)
                .containsExactly(each, each);
        assertThat(TrialMetrics.of(List.of(a)).scalar().consistency()).isNaN();
    }

    @Test
    void theLineIsSlmLabs() {
        TrialMetrics.Scalar scalar = new TrialMetrics.Scalar(
                200000, 498.9375, 475.123456, 478, 477.5, 1.23456e-5, 0.00045678, 0.98765, Double.NaN);
        double[] none = {};
        TrialMetrics.Local local =
                new TrialMetrics.Local(List.of(), List.of(), List.of(), List.of(), List.of(), none, none, none);
        assertThat(new TrialMetrics(scalar, local).line())
                .isEqualTo("trial_metrics: frame:2.00e+05 | total_reward_ma:498.94 | strength:475.1 | max_strength:478"
                        + " | final_strength:477.5 | sample_efficiency:1.235e-05 | training_efficiency:0.0004568"
                        + " | stability:0.9877 | consistency:nan");
    }
}
