package slmlab.judge.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import slmlab.file.JsonFile;
import slmlab.metric.Metrics;

/// The diagnosis matrix: what is found in recorded runs is what docs/diagnose.md says. `slm-lab bench diagnose --out`
/// records them.
class MatrixTest {
    private static final Path RUNS = Path.of("src/test/resources/judge/matrix");
    private static final Path DOCS = Path.of("../docs/diagnose.md");

    /// @param fault its label; empty for a healthy run
    record Recorded(String fault, String setting, String role, Evidence evidence, List<Finding> findings) {
        boolean isRight() {
            return first().equals(fault);
        }

        String first() {
            return findings.isEmpty() ? "" : findings.getFirst().label();
        }

        String shown() {
            return isRight() ? setting + " ✓" : setting + " ✗ " + (findings.isEmpty() ? "nothing" : first());
        }
    }

    private static List<Recorded> runs() throws IOException {
        try (Stream<Path> files = Files.list(RUNS)) {
            return files.sorted().map(MatrixTest::read).toList();
        }
    }

    private static Recorded read(Path file) {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            Map<?, ?> run = JsonFile.read(in, Map.class);
            Map<String, String> spec = new HashMap<>();
            map(run, "spec").forEach((key, value) -> spec.put(String.valueOf(key), String.valueOf(value)));
            Map<String, double[]> columns = new HashMap<>();
            map(run, "columns").forEach((name, values) -> columns.put(String.valueOf(name), numbers(values)));
            Evidence evidence = new Evidence(
                    spec,
                    name -> columns.getOrDefault(name, new double[0]),
                    String.valueOf(run.get("failure")),
                    number(run.get("random")));
            return new Recorded(
                    String.valueOf(run.get("fault")),
                    String.valueOf(run.get("setting")),
                    String.valueOf(run.get("role")),
                    evidence,
                    Diagnosis.of(List.of(evidence)).findings());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<?, ?> map(Map<?, ?> from, String key) {
        return (Map<?, ?>) Objects.requireNonNull(from.get(key));
    }

    private static double[] numbers(Object list) {
        return ((List<?>) list).stream().mapToDouble(MatrixTest::number).toArray();
    }

    private static double number(@Nullable Object value) {
        return value instanceof Number number
                ? number.doubleValue()
                : "Infinity".equals(value) ? Double.POSITIVE_INFINITY : Double.NaN;
    }

    /// A row for each fault: the settings that rules were tuned on, then those that were held out.
    @Test
    void theTableIsThatOfTheDocs() throws IOException {
        Map<String, List<Recorded>> faults = new TreeMap<>();
        for (Recorded run : runs()) {
            if (!run.fault.isEmpty()) {
                faults.computeIfAbsent(run.fault, _ -> new ArrayList<>()).add(run);
            }
        }
        List<String> rows = new ArrayList<>();
        faults.forEach((fault, cells) -> {
            cells.sort(Comparator.comparing(Recorded::role).reversed().thenComparing(Recorded::setting));
            rows.add("| %s | %s |"
                    .formatted(
                            fault,
                            String.join(
                                    " | ", cells.stream().map(Recorded::shown).toList())));
        });
        assertThat(Files.readString(DOCS)).contains(String.join("\n", rows));
    }

    /// No finding, first or not, says what the run's own numbers or its spec contradict.
    @Test
    void noFindingContradictsItsRun() throws IOException {
        for (Recorded run : runs()) {
            for (Finding finding : run.findings) {
                Evidence evidence = run.evidence;
                boolean hasNoRate = evidence.learningRates().values().stream().anyMatch(rate -> rate < 1e-9);
                boolean agrees = switch (finding.label()) {
                    case "frozen part" ->
                        Arrays.stream(evidence.until(Metrics.LEAST_CHANGE, 1)).allMatch(change -> change < 1e-8);
                    case "dead units" -> !hasNoRate && !evidence.hasLearned();
                    case "learning rate too high" ->
                        evidence.learningRates().values().stream().anyMatch(rate -> rate >= 1e-5);
                    case "policy collapse", "policy learns the opposite", "value divergence" -> !evidence.hasLearned();
                    case "buffer too small" ->
                        evidence.number("agent.memory.max_size", 0) < evidence.number("env.max_frame", 0);
                    case "reward scale" ->
                        !evidence.text("env.normalize_reward").equals("true");
                    case "no exploration" -> evidence.first(Metrics.EXPLORE_VAR) < 0.05;
                    default -> true;
                };
                assertThat(agrees)
                        .as("%s %s: %s", run.fault, run.setting, finding)
                        .isTrue();
                if (finding.advice().contains("clip_grad_val")) {
                    assertThat(evidence.has("agent.net.clip_grad_val"))
                            .as(finding.toString())
                            .isFalse();
                }
            }
        }
    }

    @Test
    void noAlarmOnHealthyRuns() throws IOException {
        List<Recorded> healthy =
                runs().stream().filter(run -> run.fault.isEmpty()).toList();
        assertThat(healthy).hasSize(44);
        assertThat(healthy)
                .allSatisfy(run -> assertThat(run.findings).as(run.setting).isEmpty());
    }
}
