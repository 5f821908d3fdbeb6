package slmlab.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Pruners against tables worked out by hand.
class PrunersTest {

    /// Rungs at 1, 3 and 9 with η = 3. Trials come to a rung in the order of their numbers.
    ///
    /// | trial | score at 1 | place of those that came | of how many continue | ends |
    /// |---|---|---|---|---|
    /// | 0 | 5 | 1 of 1 | the best | no |
    /// | 1 | 3 | 2 of 2 | the best | yes |
    /// | 2 | 6 | 1 of 3 | 1 | no |
    /// | 3 | 4 | 3 of 4 | 1 | yes |
    /// | 4 | 5.5 | 2 of 5 | 1 | yes |
    /// | 5 | 5.8 | 2 of 6 | 2 | no |
    @Test
    void ashaDecidesAsTheTable() {
        AshaPruner asha = new AshaPruner(1, 3);
        double[] scores = {5, 3, 6, 4, 5.5, 5.8};
        boolean[] ends = {false, true, false, true, true, false};
        List<Curve> came = new ArrayList<>();
        for (int i = 0; i < scores.length; i++) {
            Curve trial = curve(i, Map.of(1L, scores[i]));
            assertThat(asha.ends(trial, came)).as("trial %s", i).isEqualTo(ends[i]);
            came.add(trial);
        }
    }

    @Test
    void ashaLooksAtRungsAlone() {
        AshaPruner asha = new AshaPruner(10, 3);
        List<Curve> others = List.of(curve(0, Map.of(10L, 9.0, 20L, 9.0, 30L, 9.0)));
        assertThat(asha.ends(curve(1, Map.of(5L, 0.0)), others)).isFalse();
        assertThat(asha.ends(curve(1, Map.of(5L, 0.0, 12L, 0.0)), others)).isTrue();
        assertThat(asha.ends(curve(1, Map.of(10L, 10.0, 20L, 0.0)), others)).isFalse();
        assertThat(asha.ends(curve(1, Map.of(10L, 10.0, 20L, 0.0, 30L, 0.0)), others))
                .isTrue();
    }

    /// A trial that went on at a rung is not judged there again, whoever has come meanwhile.
    @Test
    void ashaJudgesATrialOncePerRung() {
        AshaPruner asha = new AshaPruner(10, 3);
        assertThat(asha.ends(curve(0, Map.of(10L, 1.0)), List.of())).isFalse();
        List<Curve> later = List.of(curve(1, Map.of(10L, 9.0)), curve(2, Map.of(10L, 8.0)));
        assertThat(asha.ends(curve(0, Map.of(10L, 1.0, 20L, 1.0)), later)).isFalse();
        assertThat(asha.ends(curve(0, Map.of(10L, 1.0, 20L, 1.0, 30L, 1.0)), later))
                .isFalse(); // alone at 30
    }

    @Test
    void aTrialThatIsNotANumberIsTheWorst() {
        AshaPruner asha = new AshaPruner(1, 2);
        assertThat(asha.ends(curve(1, Map.of(1L, Double.NaN)), List.of(curve(0, Map.of(1L, -1e9)))))
                .isTrue();
    }

    /// 27 trials whose scores rise with their numbers, worst case for ASHA, and fall, its best.
    @Test
    void ashaSpendsWhatItIsKnownToSpend() {
        int[] falling = IntStream.range(0, 27).map(i -> 27 - i).toArray();
        assertThat(frames(falling)).isEqualTo(27 + 2 + 6 + 18); // the first alone continues to the end
    }

    private static long frames(int[] scores) {
        AshaPruner asha = new AshaPruner(1, 3);
        List<Curve> ended = new ArrayList<>();
        long frames = 0;
        for (int i = 0; i < scores.length; i++) {
            TreeMap<Long, Double> reports = new TreeMap<>();
            Curve trial = curve(i, reports);
            for (long frame = 1; frame <= 27; frame++) {
                reports.put(frame, (double) scores[i]);
                trial = curve(i, reports);
                frames++;
                if (asha.ends(trial, ended)) {
                    break;
                }
            }
            ended.add(trial);
        }
        return frames;
    }

    /// Five trials have 1, 2, 3, 4 and 5 at frame 10: the median is 3.
    @Test
    void medianEndsWhatLiesBelowIt() {
        MedianPruner median = new MedianPruner(5, 5);
        List<Curve> others = IntStream.rangeClosed(1, 5)
                .mapToObj(i -> curve(i, Map.of(5L, 0.0, 10L, (double) i)))
                .toList();
        assertThat(median.ends(curve(9, Map.of(10L, 2.9)), others)).isTrue();
        assertThat(median.ends(curve(9, Map.of(10L, 3.0)), others)).isFalse();
        assertThat(median.ends(curve(9, Map.of(5L, 3.5, 10L, 0.0)), others)).isFalse(); // its best counts
        assertThat(median.ends(curve(9, Map.of(5L, -9.0)), others)).isFalse(); // warming up
        assertThat(median.ends(curve(9, Map.of(10L, 0.0)), others.subList(0, 4)))
                .isFalse(); // too few
    }

    /// Frames 1 to 81 with η = 3 give five brackets, whose first rungs are 1, 3, 9, 27 and 81.
    ///
    /// Shares ⌈5 · 3^s ∕ (s + 1)⌉ for s = 4, 3, 2, 1, 0: 81, 34, 15, 8, 5.
    @Test
    void hyperbandDealsTrialsToBrackets() {
        HyperbandPruner hyperband = new HyperbandPruner(1, 81, 3);
        assertThat(hyperband.brackets()).isEqualTo(5);
        assertThat(IntStream.range(0, 5).map(hyperband::share)).containsExactly(81, 34, 15, 8, 5);
        assertThat(hyperband.bracket(0)).isZero();
        assertThat(hyperband.bracket(80)).isZero();
        assertThat(hyperband.bracket(81)).isEqualTo(1);
        assertThat(hyperband.bracket(142)).isEqualTo(4);
        assertThat(hyperband.bracket(143)).isZero();
        Curve good = curve(0, Map.of(1L, 9.0, 3L, 9.0));
        assertThat(hyperband.ends(curve(1, Map.of(1L, 0.0)), List.of(good))).isTrue();
        assertThat(hyperband.ends(curve(81, Map.of(1L, 0.0)), List.of(good))).isFalse(); // its first rung is 3
        assertThat(hyperband.ends(curve(81, Map.of(3L, 0.0)), List.of(good))).isFalse(); // of another bracket
    }

    private static Curve curve(int number, Map<Long, Double> scores) {
        return new Curve(number, new TreeMap<>(scores));
    }
}
