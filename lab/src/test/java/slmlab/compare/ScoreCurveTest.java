package slmlab.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.file.JsonFile;
import slmlab.metric.Baselines;
import slmlab.report.MetricCurve;
import slmlab.run.Phase;
import slmlab.run.RunFolder;
import slmlab.run.Runs;
import slmlab.run.Table;

/// Scores between rows, scales of several envs, and what strength is counted from.
class ScoreCurveTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private static Table table(double[]... rows) {
        Table table = new Table(List.of("total_reward", "frame", "opt_step", "mean_return"));
        for (double[] row : rows) {
            table.add(row[1], row[0], row[0], row[1]);
        }
        return table;
    }

    @Test
    void aScoreBetweenTwoRowsLiesOnTheLineBetweenThem() {
        Table table = table(new double[] {100, 10}, new double[] {300, 50}, new double[] {400, 0});
        assertThat(ScoreCurve.at(table, "mean_return", 150)).isEqualTo(20, within(1e-12));
        assertThat(ScoreCurve.at(table, "mean_return", 200)).isEqualTo(30, within(1e-12));
        assertThat(ScoreCurve.at(table, "mean_return", 375)).isEqualTo(12.5, within(1e-12));
    }

    @Test
    void aScoreAtARowIsThatRows() {
        Table table = table(new double[] {100, 10}, new double[] {300, 50}, new double[] {400, 0});
        assertThat(ScoreCurve.at(table, "mean_return", 100)).isEqualTo(10);
        assertThat(ScoreCurve.at(table, "mean_return", 300)).isEqualTo(50);
        assertThat(ScoreCurve.at(table, "mean_return", 400)).isEqualTo(0);
    }

    @Test
    void thereIsNoScoreBeforeTheFirstRowAndAfterTheLast() {
        Table table = table(new double[] {100, 10}, new double[] {300, 50});
        assertThat(ScoreCurve.at(table, "mean_return", 99)).isNaN();
        assertThat(ScoreCurve.at(table, "mean_return", 301)).isNaN();
    }

    private RunFolder run(String name, String env, double... scores) {
        RunFolder folder = Runs.of(temp, name, env, 0);
        JsonFile.write(
                folder.spec(),
                Map.of(name, Map.of("env", Map.of("name", env, "max_frame", 400), "meta", Map.of("max_session", 4))));
        for (int i = 0; i < scores.length; i++) {
            table(new double[] {200, scores[i] / 4}, new double[] {400, scores[i]})
                    .write(folder.sessionTable(i, Phase.TRAIN));
        }
        return folder;
    }

    /// At frame 300, halfway between the rows, every session has five eighths of its score.
    @Test
    void aCurveIsTheMeanOfTheSessions() {
        Scoreboard board = Scoreboard.ofRuns(List.of(run("a", "CartPole-v1", 100, 200, 300, 400)));
        Scoreboard.Curve curve = Objects.requireNonNull(board.curve(0));
        int at = Arrays.binarySearch(curve.frames(), 300);
        assertThat(at).isNotNegative();
        assertThat(curve.mean()[at]).isEqualTo(250 * 5.0 / 8, within(1e-9));
        assertThat(curve.mean()[curve.mean().length - 1]).isEqualTo(250, within(1e-9));
        // 250 ± 3.18245 · 129.099 / 2
        assertThat(curve.bands()[curve.bands().length - 1].low()).isEqualTo(44.574, within(1e-3));
        assertThat(curve.bands()[curve.bands().length - 1].high()).isEqualTo(455.426, within(1e-3));
    }

    /// The best is the one with the highest mean, whatever the order: with the interquartile mean it would be the
    /// other.
    @Test
    void theVerdictIsAboutTheHighestMean() {
        RunFolder even = run("even", "CartPole-v1", 240, 250, 260, 250);
        RunFolder failing = run("failing", "CartPole-v1", 300, 300, 300, 0);
        for (List<RunFolder> order : List.of(List.of(even, failing), List.of(failing, even))) {
            assertThat(Scoreboard.ofRuns(order).verdicts())
                    .singleElement()
                    .asString()
                    .startsWith("The scores do not show which is better: the mean of even_2026_11_15_120000 is 25.00"
                            + " higher than that of failing_2026_11_15_120000 (Welch's t-test, p = 0.761");
        }
    }

    /// One env each: 0 is the return of random actions, 1 that at which it counts as solved.
    @Test
    void severalEnvsAreScaledByTheirRandomReturn() {
        double random = Baselines.of("CartPole-v1").orElseThrow().mean();
        double half = (random + 475) / 2;
        RunFolder cart = run("cart", "CartPole-v1", half, half, half, half);
        RunFolder acrobot = run("acrobot", "Acrobot-v1", -100, -100, -100, -100);
        Scoreboard.Row row = Scoreboard.of(List.of(new Contestant("a", List.of(cart, acrobot))))
                .rows()
                .getFirst();
        assertThat(row.mean()).isEqualTo(0.75, within(1e-9));
        assertThat(row.worst()).isEqualTo(0.5, within(1e-9));
        assertThat(row.best()).isEqualTo(1, within(1e-9));
    }

    @Test
    void strengthIsCountedFromTheReturnOfRandomActions() {
        double random = Baselines.of("CartPole-v1").orElseThrow().mean();
        assertThat(random).isBetween(15.0, 30.0);
        RunFolder run = run("a", "CartPole-v1", 100);
        List<Table> tables = List.of(Table.read(run.sessionTable(0, Phase.TRAIN)));
        assertThat(MetricCurve.of(run, tables, "strength").getFirst()).containsExactly(25 - random, 100 - random);
        RunFolder unknown = run("b", "Nobody-v0", 100);
        assertThat(MetricCurve.of(unknown, tables, "strength").getFirst()).containsExactly(25, 100);
        assertThat(MetricCurve.of(run, tables, "mean_return").getFirst()).containsExactly(25, 100);
    }
}
