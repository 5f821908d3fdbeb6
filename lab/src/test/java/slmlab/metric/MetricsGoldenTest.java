package slmlab.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import slmlab.run.Table;

/// Against pandas' numbers; scripts/golden/metrics.py recorded them.
final class MetricsGoldenTest {
    private static final Path GOLDEN = Path.of("src/test/resources/golden/metrics.txt");

    /// @param sessions what was recorded of each, by name
    /// @param trial what was recorded of the trial
    private record Case(
            String name, double random, List<Map<String, double[]>> sessions, Map<String, double[]> trial) {}

    @Test
    void metricsArePandas() throws IOException {
        List<Case> cases = cases();
        assertThat(cases).hasSize(7);
        for (Case recorded : cases) {
            List<SessionMetrics> sessions = new ArrayList<>();
            for (Map<String, double[]> session : recorded.sessions) {
                SessionMetrics metrics = SessionMetrics.of(table(session), recorded.random);
                check(recorded.name, metrics, session);
                sessions.add(metrics);
            }
            TrialMetrics trial = TrialMetrics.of(sessions);
            check(recorded.name, recorded.trial, "consistency", trial.scalar().consistency());
            check(recorded.name, recorded.trial, "~consistencies", trial.local().consistencies());
        }
    }

    private static void check(String name, SessionMetrics metrics, Map<String, double[]> recorded) {
        SessionMetrics.Scalar scalar = metrics.scalar();
        check(name, recorded, "total_reward_ma", scalar.totalRewardMa());
        check(name, recorded, "strength", scalar.strength());
        check(name, recorded, "max_strength", scalar.maxStrength());
        check(name, recorded, "final_strength", scalar.finalStrength());
        check(name, recorded, "sample_efficiency", scalar.sampleEfficiency());
        check(name, recorded, "training_efficiency", scalar.trainingEfficiency());
        check(name, recorded, "stability", scalar.stability());
        SessionMetrics.Local local = metrics.local();
        check(name, recorded, "~strengths", local.strengths());
        check(name, recorded, "~sample_efficiencies", local.sampleEfficiencies());
        check(name, recorded, "~training_efficiencies", local.trainingEfficiencies());
        check(name, recorded, "~stabilities", local.stabilities());
    }

    private static void check(String name, Map<String, double[]> recorded, String key, double... ours) {
        double[] theirs = recorded.getOrDefault(key, new double[0]);
        assertThat(ours).as("%s %s", name, key).hasSameSizeAs(theirs);
        for (int i = 0; i < ours.length; i++) {
            String where = "%s %s row %d".formatted(name, key, i);
            if (Double.isNaN(theirs[i])) {
                assertThat(ours[i]).as(where).isNaN();
            } else {
                assertThat(ours[i]).as(where).isCloseTo(theirs[i], within(1e-12 * Math.max(1, Math.abs(theirs[i]))));
            }
        }
    }

    private static Table table(Map<String, double[]> session) {
        List<String> columns = List.of("total_reward", "frame", "opt_step");
        Table table = new Table(columns);
        List<double[]> values = columns.stream().map(session::get).toList();
        for (double[] row : Series.rows(values)) {
            table.add(row);
        }
        return table;
    }

    private static List<Case> cases() throws IOException {
        List<Case> cases = new ArrayList<>();
        for (String line : Files.readAllLines(GOLDEN)) {
            String[] words = line.split(" ", -1);
            switch (words[0]) {
                case "#" -> {}
                case "case" -> cases.add(new Case(words[1], number(words[2]), new ArrayList<>(), new HashMap<>()));
                case "session" -> cases.getLast().sessions.add(new HashMap<>());
                case "consistency", "~consistencies" -> cases.getLast().trial.put(words[0], numbers(words));
                default -> cases.getLast().sessions.getLast().put(words[0], numbers(words));
            }
        }
        return cases;
    }

    private static double[] numbers(String[] words) {
        return Stream.of(words)
                .skip(1)
                .filter(word -> !word.isEmpty())
                .mapToDouble(MetricsGoldenTest::number)
                .toArray();
    }

    private static double number(String word) {
        return word.equals("nan") ? Double.NaN : Double.parseDouble(word);
    }
}
