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
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Statistics beside rliable's, recorded by `scripts/golden/rliable_statistics.py`.
class StatisticsTest {
    private static final double EXACT = 1e-12;

    /// Bounds of 20,000 of our draws and of 5,000 to 50,000 of theirs differ by chance alone.
    private static final double SCATTER = 0.012;

    private static final Bootstrap BOOTSTRAP = new Bootstrap(20_000);

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
        if (golden.containsKey(set + ".median")) {
            assertThat(Statistic.MEDIAN.of(a)).isEqualTo(numbers(set + ".median")[0], within(EXACT));
        }
        assertThat(Improvement.of(a, scores(set, "b"))).isEqualTo(numbers(set + ".improvement")[0], within(EXACT));
        Profile profile = Profile.of(a, numbers(set + ".thresholds"), new Bootstrap(40));
        assertThat(profile.shares()).containsExactly(numbers(set + ".profile"), within(EXACT));
    }

    @ParameterizedTest
    @ValueSource(strings = {"one", "three", "few"})
    void intervalsAreRliables(String set) {
        Scores a = scores(set, "a");
        assertClose(BOOTSTRAP.interval(a, Statistic.MEAN::of), numbers(set + ".mean_interval"));
        assertClose(BOOTSTRAP.interval(a, Statistic.INTERQUARTILE_MEAN::of), numbers(set + ".iqm_interval"));
        assertClose(BOOTSTRAP.interval(a, scores(set, "b"), Improvement::of), numbers(set + ".improvement_interval"));
    }

    private static void assertClose(Interval ours, double[] theirs) {
        assertThat(ours.low()).isEqualTo(theirs[0], within(SCATTER));
        assertThat(ours.high()).isEqualTo(theirs[1], within(SCATTER));
    }

    @Test
    void anIntervalCoversTheTrueMean() {
        SplittableRandom random = new SplittableRandom(1);
        Bootstrap bootstrap = new Bootstrap(1000);
        int covered = 0;
        for (int trial = 0; trial < 1000; trial++) {
            Scores scores = Scores.of(
                    random.doubles(50).map(draw -> -Math.log(1 - draw) + draw).toArray()); // mean 1 + 1/2, skewed
            if (bootstrap.interval(scores, Statistic.MEAN::of).contains(1.5)) {
                covered++;
            }
        }
        assertThat(covered).isBetween(930, 970);
    }

    @Test
    void theSameScoresGiveTheSameInterval() {
        Scores scores = Scores.of(3, 1, 4, 1, 5);
        assertThat(BOOTSTRAP.interval(scores, Statistic.MEAN::of))
                .isEqualTo(BOOTSTRAP.interval(scores, Statistic.MEAN::of));
    }

    @Test
    void aVerdictSaysNoMoreThanTheNumbers() {
        Scores high = Scores.of(10, 11, 12, 13, 14, 15, 16, 17, 18, 19);
        Scores low = Scores.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
        assertThat(verdict(high, low))
                .isEqualTo("A is better than B: it wins with probability 1.00 (95 % interval 1.00 to 1.00).");
        assertThat(verdict(low, high))
                .isEqualTo("B is better than A: it wins with probability 1.00 (95 % interval 1.00 to 1.00).");
        assertThat(verdict(high, high)).startsWith("The scores do not show which is better: A beats B with ");
        assertThat(verdict(Scores.of(2, 3), low)).endsWith("; 2 sessions are too few to say more.");
        assertThat(verdict(Scores.of(2), low)).endsWith("; one session is too few to say more.");
        assertThat(verdict(Scores.of(20, 21, 22, 23), low))
                .endsWith("(95 % interval 1.00 to 1.00); with 4 sessions the interval is too narrow.");
    }

    private static String verdict(Scores a, Scores b) {
        return Verdict.of(a, b, BOOTSTRAP).words("A", "B");
    }

    @Test
    void scoresThatAreNoneAreRefused() {
        assertThatThrownBy(() -> Scores.ofTasks(List.of())).hasMessageContaining("at least one run");
        assertThatThrownBy(() -> Scores.of(1, Double.NaN)).hasMessage("a score is NaN; needs finite ones");
        assertThatThrownBy(() -> Improvement.of(Scores.of(1), Scores.ofTasks(List.of(new double[1], new double[1]))))
                .hasMessageContaining("needs the same tasks");
    }
}
