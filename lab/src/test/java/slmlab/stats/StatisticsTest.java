package slmlab.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Statistics beside rliable's, recorded by `scripts/golden/rliable_statistics.py`.
class StatisticsTest {
    private static final double EXACT = 1e-12;

    private final Map<String, double[]> golden = golden();

    private static Map<String, double[]> golden() {
        Map<String, double[]> all = new HashMap<>();
        var in = Objects.requireNonNull(StatisticsTest.class.getResourceAsStream("/golden/statistics.txt"));
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            lines.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
                String[] words = line.split(" ", -1);
                all.put(
                        words[0],
                        Arrays.stream(words)
                                .skip(1)
                                .mapToDouble(Double::parseDouble)
                                .toArray());
            });
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return all;
    }

    private double[] numbers(String name) {
        return Objects.requireNonNull(golden.get(name), name);
    }

    /// Return recorded scores, which are rows of runs there.
    private Scores scores(String set, String which) {
        int runs = (int) numbers(set + ".size")[0];
        int tasks = (int) numbers(set + ".size")[1];
        double[] all = numbers(set + "." + which);
        return Scores.ofTasks(IntStream.range(0, tasks)
                .mapToObj(task -> IntStream.range(0, runs)
                        .mapToDouble(run -> all[run * tasks + task])
                        .toArray())
                .toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"one", "three", "few"})
    void estimatesAreRliables(String set) {
        Scores a = scores(set, "a");
        assertThat(Statistic.MEAN.of(a)).isEqualTo(numbers(set + ".mean")[0], within(EXACT));
        assertThat(Statistic.INTERQUARTILE_MEAN.of(a)).isEqualTo(numbers(set + ".iqm")[0], within(EXACT));
        assertThat(Improvement.of(a, scores(set, "b"))).isEqualTo(numbers(set + ".improvement")[0], within(EXACT));
        PerformanceProfile profile = PerformanceProfile.of(a, numbers(set + ".thresholds"));
        assertThat(profile.shares()).containsExactly(numbers(set + ".profile"), within(EXACT));
    }

    /// scipy.stats.t, 1.17.1.
    @Test
    void studentsDistributionIsScipys() {
        assertThat(StudentT.twoSided(2, 5)).isEqualTo(0.10193947882985835, within(EXACT));
        assertThat(StudentT.twoSided(-2, 5)).isEqualTo(0.10193947882985835, within(EXACT));
        assertThat(StudentT.twoSided(0.5, 3)).isEqualTo(0.651447964848151, within(EXACT));
        assertThat(StudentT.twoSided(3.3, 2.7)).isEqualTo(0.05324215291873395, within(EXACT));
        assertThat(StudentT.twoSided(0.001, 4)).isEqualTo(0.99925000015625, within(EXACT));
        assertThat(StudentT.twoSided(40, 6)).isEqualTo(1.6318360930542468e-08, within(1e-19));
        assertThat(StudentT.twoSided(0, 3)).isEqualTo(1);
        assertThat(StudentT.twoSided(Double.POSITIVE_INFINITY, 3)).isZero();
        double[] freedom = {1, 3, 3.7, 4, 9, 49, 1000};
        double[] scipys = {
            12.706204736174694,
            3.1824463052837078,
            2.8675207071911895,
            2.7764451051977934,
            2.262157162798205,
            2.0095752371292392,
            1.9623390808264083
        };
        for (int i = 0; i < freedom.length; i++) {
            assertThat(StudentT.quantile(freedom[i])).isEqualTo(scipys[i], within(1e-10));
        }
    }

    @Test
    void anIntervalIsScipys() {
        Interval interval = Objects.requireNonNull(Interval.ofMean(Scores.of(400, 420, 440, 460)));
        assertThat(interval.low()).isEqualTo(388.9147948647896, within(1e-9));
        assertThat(interval.high()).isEqualTo(471.0852051352104, within(1e-9));
        assertThat(interval.contains(interval.low())).isTrue();
        assertThat(interval.contains(interval.high())).isTrue();
        assertThat(interval.contains(Math.nextDown(interval.low()))).isFalse();
        assertThat(interval.contains(Math.nextUp(interval.high()))).isFalse();
    }

    @Test
    void fewOrEqualScoresHaveNoInterval() {
        assertThat(Interval.ofMean(Scores.of(1, 2, 3))).isNull();
        assertThat(Interval.ofMean(Scores.of(0.1, 0.1, 0.1, 0.1, 0.1))).isNull();
        assertThat(Interval.ofMean(Scores.ofTasks(List.of(new double[] {1, 2, 3, 4}, new double[] {1, 2, 3}))))
                .isNull();
    }

    /// Two tasks of the same variance have the degrees of freedom of both; a task of equal runs adds none.
    @Test
    void severalTasksShareTheirErrors() {
        double[] runs = {400, 420, 440, 460};
        Scores two = Scores.ofTasks(List.of(runs, runs));
        assertThat(two.freedom()).isEqualTo(6, within(EXACT));
        double one = Scores.of(runs).standardError();
        assertThat(one).isEqualTo(Math.sqrt(2000.0 / 3 / 4), within(EXACT));
        assertThat(two.standardError()).isEqualTo(one / Math.sqrt(2), within(EXACT));
        Scores half = Scores.ofTasks(List.of(runs, new double[] {7, 7, 7, 7}));
        assertThat(half.freedom()).isEqualTo(3, within(EXACT));
        assertThat(half.standardError()).isEqualTo(one / 2, within(EXACT));
        assertThat(Scores.of(1).standardError()).isNaN();
    }

    /// scipy.stats.ttest_ind(a, b, equal_var=False), 1.17.1.
    @Test
    void welchsTestIsScipys() {
        Welch test = Welch.of(Scores.of(400, 420, 440, 460), Scores.of(100, 120, 140, 450));
        assertThat(test.difference()).isEqualTo(227.5, within(EXACT));
        assertThat(test.p()).isEqualTo(0.06939036169065363, within(EXACT));
        assertThat(Welch.of(Scores.of(10, 12, 9, 14, 11), Scores.of(13, 12, 16, 15, 14))
                        .p())
                .isEqualTo(0.0371616410409146, within(EXACT));
        assertThat(Welch.of(Scores.of(1, 1, 1, 1), Scores.of(1, 1, 1, 1)).p()).isEqualTo(1);
        assertThat(Welch.of(Scores.of(1, 1, 1, 1), Scores.of(2, 2, 2, 2)).p()).isZero();
    }

    @Test
    void interquartileMeansByHand() {
        // a quarter of 5 is 1.25, so one is dropped at either end: (2 + 3 + 7) / 3
        assertThat(Statistic.INTERQUARTILE_MEAN.of(Scores.of(100, 3, 1, 7, 2))).isEqualTo(4, within(EXACT));
        // a quarter of 10 is 2.5, so two are dropped at either end: (3 + 4 + 5 + 6 + 7 + 11) / 6
        assertThat(Statistic.INTERQUARTILE_MEAN.of(Scores.of(90, -50, 3, 4, 5, 6, 7, 11, 12, 1)))
                .isEqualTo(6, within(EXACT));
        assertThat(Statistic.INTERQUARTILE_MEAN.of(Scores.of(4, 8, 90))).isEqualTo(34, within(EXACT));
        // one of four is dropped at either end, over all tasks together: (2 + 3) / 2
        assertThat(Statistic.INTERQUARTILE_MEAN.of(Scores.ofTasks(List.of(new double[] {1, 2}, new double[] {3, 9}))))
                .isEqualTo(2.5, within(EXACT));
    }

    @Test
    void theMeanGivesEveryTaskTheSameWeight() {
        assertThat(Statistic.MEAN.of(Scores.ofTasks(List.of(new double[] {1, 2, 3}, new double[] {10}))))
                .isEqualTo(6, within(EXACT));
    }

    @Test
    void aVerdictSaysNoMoreThanTheNumbers() {
        Scores high = Scores.of(10, 11, 12, 13, 14, 15, 16, 17, 18, 19);
        Scores low = Scores.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
        assertThat(verdict(high, low, 2))
                .isEqualTo("A is better than B: the mean of A is 10.00 higher than that of B"
                        + " (Welch's t-test, p < 0.001).");
        assertThat(verdict(low, high, 2)).startsWith("B is better than A: the mean of B is 10.00 higher");
        assertThat(verdict(high, high, 2))
                .isEqualTo("The scores do not show which is better: the means of A and B are equal"
                        + " (Welch's t-test, p = 1.000).");
    }

    /// Scores overlap (14 of A beats 12 and 13 of B), and B is better all the same: p = 0.037. Among three that is
    /// not enough: 3 · 0.037 = 0.111.
    @Test
    void theSecondWinsWithOverlappingScores() {
        Scores a = Scores.of(10, 12, 9, 14, 11);
        Scores b = Scores.of(13, 12, 16, 15, 14);
        assertThat(verdict(a, b, 2))
                .isEqualTo("B is better than A: the mean of B is 2.80 higher than that of A"
                        + " (Welch's t-test, p = 0.037).");
        assertThat(verdict(a, b, 3))
                .isEqualTo("The scores do not show which is better: the mean of B is 2.80 higher than that of A"
                        + " (Welch's t-test, p = 0.111 after correction for 3 pairs).");
        assertThat(Verdict.of(a, b, 6).p()).isEqualTo(15 * 0.0371616410409146, within(1e-9));
        assertThat(Verdict.of(a, b, 20).p()).isEqualTo(1);
    }

    /// Two against two of the same spec: the winner of all pairs is not called better.
    @Test
    void fewerThanFourSessionsGiveARange() {
        Scores two = Scores.of(2, 3);
        assertThat(verdict(two, Scores.of(0, 1), 2))
                .isEqualTo("No verdict: A ranges from 2.00 to 3.00, B ranges from 0.00 to 1.00;"
                        + " it needs at least 4 sessions on each side.");
        assertThat(verdict(Scores.of(2), Scores.of(0, 1, 2, 3), 2)).startsWith("No verdict: A has one score, 2.00, B");
        assertThat(verdict(Scores.of(10, 11, 12), Scores.of(0, 1, 2, 3), 2)).startsWith("No verdict: ");
        assertThat(verdict(Scores.of(10, 11, 12, 13), Scores.of(0, 1, 2, 3), 2)).startsWith("A is better than B");
        assertThat(Verdict.of(two, two, 2).isShown()).isFalse();
    }

    private static String verdict(Scores a, Scores b, int compared) {
        return Verdict.of(a, b, compared).words("A", "B");
    }

    @Test
    void anIntervalOfFewScoresIsNotTrustedBlindly() {
        assertThat(Coverage.caution(4))
                .hasValueSatisfying(words -> assertThat(words)
                        .startsWith(
                                "with 4 scores a 95 % interval covers the true mean in 95 % of cases if scores are normally"
                                        + " distributed, in 8")
                        .contains("% if they are skewed, in 6")
                        .endsWith("% if one run in four fails"));
        assertThat(Coverage.caution(5))
                .hasValue("with 5 scores a 95 % interval covers the true mean in 95 % of cases if scores are normally"
                        + " distributed, in 82 % if they are skewed, in 76 % if one run in four fails");
        assertThat(Coverage.caution(20)).isPresent(); // skewed scores are covered in 87 %, the others in 92 % and more
        assertThat(Coverage.caution(50)).isEmpty();
        assertThat(Coverage.caution(1000)).isEmpty();
        // numbers between two that were measured have those of the smaller one
        assertThat(Coverage.caution(9).map(words -> words.replace("with 9", "with 8")))
                .isEqualTo(Coverage.caution(8));
    }

    @Test
    void scoresThatAreNoneAreRefused() {
        assertThatThrownBy(() -> Scores.ofTasks(List.of())).hasMessageContaining("at least one run");
        assertThatThrownBy(() -> Scores.of(1, Double.NaN)).hasMessage("a score is NaN; needs finite ones");
        assertThatThrownBy(() -> Improvement.of(Scores.of(1), Scores.ofTasks(List.of(new double[1], new double[1]))))
                .hasMessageContaining("needs the same tasks");
    }
}
