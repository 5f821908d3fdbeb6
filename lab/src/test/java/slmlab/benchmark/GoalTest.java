package slmlab.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Every verdict about a score, at its edges too.
class GoalTest {
    private static final double[] NONE = {0, 0, 0, 0};

    private static Result result(int agents, double[] totalRewardMa, double[] meanReturn) {
        return new Result(
                "CartPole-v1",
                "PPO",
                "ppo",
                "ppo/cartpole.json",
                "0123456789abcdef",
                null,
                1000,
                totalRewardMa.length,
                agents,
                0,
                totalRewardMa,
                meanReturn,
                null,
                new double[totalRewardMa.length],
                new Result.Provenance("0123456", "1", "", "", "", 1, "", "", 1),
                "",
                null);
    }

    private static Cell cell(@Nullable Double published, @Nullable Double bar) {
        return new Cell("t", "CartPole-v1", "PPO", "ppo/cartpole.json", "ppo", 1000, 4, published, bar, null, null);
    }

    private static String published(double goal, double... scores) {
        Cell cell = cell(goal, null);
        return Goal.of(cell).verdict(result(scores.length, scores, new double[scores.length]));
    }

    private static String bar(double goal, double... scores) {
        return Goal.of(cell(null, goal)).verdict(result(scores.length, new double[scores.length], scores));
    }

    /// The rows that counted as met because the better of two sessions reached the score.
    @Test
    void fewerThanFourSessionsGiveNoVerdict() {
        assertThat(published(-103.1, -90.1, -500)).isEmpty();
        assertThat(published(106.2, 58.5, 153.7)).isEmpty();
        assertThat(published(10, 20, 21, 22)).isEmpty();
        assertThat(bar(10, 20, 21, 22)).isEmpty();
        assertThat(result(2, new double[] {58.5, 153.7}, NONE).averages()).hasToString("58.50 to 153.7");
        assertThat(result(2, new double[] {7, 7}, NONE).averages()).hasToString("7.00");
    }

    /// Four workers of one agent are one training.
    @Test
    void workersOfOneAgentGiveNoVerdict() {
        double[] scores = {500, 499, 498, 500};
        assertThat(Goal.of(cell(400.0, null)).verdict(result(1, scores, scores)))
                .isEmpty();
        assertThat(result(1, scores, scores).averages()).hasToString("498.0 to 500.0");
    }

    /// 475.125 ± 3.18245 · 8.658
    @Test
    void aPublishedScoreIsComparedWithTheMeanAndItsInterval() {
        double[] scores = {451.4, 485.9, 489.8, 473.4};
        assertThat(result(4, scores, NONE).averages()).hasToString("475.1 [447.6, 502.6]");
        assertThat(published(475.0, scores)).isEqualTo(" met");
        assertThat(published(475.2, scores)).isEqualTo(" not distinguishable");
        assertThat(published(502.6, scores)).isEqualTo(" not distinguishable");
        assertThat(published(502.8, scores)).isEqualTo(" **missed**");
    }

    @Test
    void aScoreThatIsJustReachedIsMet() {
        assertThat(published(2.5, 1, 2, 3, 4)).isEqualTo(" met");
        assertThat(published(Math.nextUp(2.5), 1, 2, 3, 4)).isEqualTo(" not distinguishable");
        assertThat(bar(2.5, 1, 2, 3, 4)).isEqualTo(" met");
        double end = Objects.requireNonNull(
                        result(4, new double[] {1, 2, 3, 4}, NONE).averages().interval())
                .high();
        assertThat(published(end, 1, 2, 3, 4)).isEqualTo(" not distinguishable");
        assertThat(published(Math.nextUp(end), 1, 2, 3, 4)).isEqualTo(" **missed**");
    }

    /// A2C on CartPole: one of four dropped. The mean of 419 misses 496.7, and four sessions cannot tell.
    @Test
    void oneFailureOfFourIsNotMetWithinItsError() {
        assertThat(published(496.68, 500, 499.1, 176.9, 500)).isEqualTo(" not distinguishable");
    }

    @Test
    void equalScoresBelowTheGoalMissIt() {
        assertThat(published(500, 499, 499, 499, 499)).isEqualTo(" **missed**");
        assertThat(published(499, 499, 499, 499, 499)).isEqualTo(" met");
    }

    /// The interquartile mean of four drops the one that failed: 234.2. Their mean is 199.1.
    @Test
    void aBarIsComparedWithTheMeanOfFewerThanEight() {
        double[] scores = {253.2, 220.2, 248.2, 74.6};
        assertThat(bar(200, scores)).isEqualTo(" not distinguishable");
        assertThat(bar(199, scores)).isEqualTo(" met");
        assertThat(bar(400, scores)).isEqualTo(" **missed**");
        assertThat(result(4, NONE, scores).returns().worst()).isEqualTo(74.6);
        // of seven with mean 200, interquartile mean 240: the mean counts
        assertThat(bar(201, 240, 240, 240, 240, 240, 240, -40)).isEqualTo(" not distinguishable");
        // of eight with mean 205, interquartile mean 240: the interquartile mean counts
        assertThat(bar(240, 240, 240, 240, 240, 240, 240, 240, -40)).isEqualTo(" met");
        assertThat(bar(241, 240, 240, 240, 240, 240, 240, 240, -40)).isEqualTo(" not distinguishable");
    }

    @Test
    void aPublishedScoreLooksAtSlmLabsNumberAndABarAtTheReturns() {
        double[] high = {10, 11, 12, 13};
        double[] low = {0, 1, 2, 3};
        assertThat(Goal.of(cell(9.0, null)).verdict(result(4, high, low))).isEqualTo(" met");
        assertThat(Goal.of(cell(null, 9.0)).verdict(result(4, high, low))).isEqualTo(" **missed**");
        assertThat(Goal.of(cell(null, null)).verdict(result(4, high, low))).isEmpty();
        assertThat(Goal.of(cell(null, null)).words()).isEqualTo("–");
        assertThat(Goal.of(cell(null, 240.0)).words()).isEqualTo("≥ 240");
        assertThat(Goal.of(cell(-103.13, null)).words()).isEqualTo("−103.1");
    }

    @Test
    void settingsNameTheFilesAndTheFlags() {
        Cell cell = new Cell(
                "t", "e", "a", "f", "crossq", 300_000, 4, null, null, null, Map.of("env.autoreset", "next_step"));
        assertThat(cell.name()).isEqualTo("crossq_300k_autoreset-next_step");
        assertThat(cell.flags()).containsExactly("-s env.autoreset=next_step");
        assertThat(cell(1.0, null).name()).isEqualTo("ppo_1k");
        assertThat(cell(1.0, null).flags()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1_000_000, 1M", "3_000_000, 3M", "200_000, 200k", "1_500_000, 1500k", "1_500, 1500"})
    void aBudgetIsWrittenShort(String frames, String budget) {
        long count = Long.parseLong(frames.replace("_", ""));
        assertThat(new Cell("t", "e", "a", "f", "ppo", count, 4, null, null, null, null).budget())
                .isEqualTo(budget);
    }

    @Test
    void aResultOfOtherSettingsIsNotThatOfTheCell() {
        Result plain = result(4, NONE, NONE);
        assertThat(plain.isOf(cell(1.0, null))).isTrue();
        Cell set = new Cell(
                "t",
                "CartPole-v1",
                "PPO",
                "ppo/cartpole.json",
                "ppo",
                1000,
                4,
                null,
                null,
                null,
                Map.of("env.autoreset", "next_step"));
        assertThat(plain.isOf(set)).isFalse();
    }
}
