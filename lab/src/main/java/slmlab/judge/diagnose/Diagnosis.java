package slmlab.judge.diagnose;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import slmlab.file.LogTail;
import slmlab.metric.Baselines;
import slmlab.run.Phase;
import slmlab.run.RunFolder;
import slmlab.run.RunSpec;
import slmlab.run.Table;

/// What is wrong with a run, the most certain first.
///
/// @param findings of one session each that shows it best
/// @param sessions how many show it, by label
/// @param of how many sessions were looked at
/// @param rows with numbers to judge from, of the session with the most
/// @param hasSpec whether the run has a spec that names an algorithm
public record Diagnosis(List<Finding> findings, Map<String, Integer> sessions, int of, int rows, boolean hasSpec) {
    private static final int LOG_END = 1 << 16; // bytes
    private static final int FEWEST_ROWS = 10;
    private static final double SHARE = 0.5; // of the sessions that must show a fault

    /// Look at a run: going, over, or crashed. Why it failed is read from its log, and the return of random actions
    /// in its env is the known one.
    ///
    /// @param spec the keys of the run's spec, as [RunSpec#keys] reads them
    public static Diagnosis of(RunFolder folder, Map<String, String> spec) {
        double random =
                Baselines.of(RunSpec.env(spec)).map(Baselines.Baseline::mean).orElse(Double.NaN);
        return of(folder, spec, failure(folder), random);
    }

    private static String failure(RunFolder folder) {
        try {
            return Files.isRegularFile(folder.log())
                    ? LogTail.read(folder.log(), LOG_END).failure()
                    : "";
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read %s: %s".formatted(folder.log(), e.getMessage()), e);
        }
    }

    /// @param failure why it failed; empty if it did not
    /// @param random return of random actions in its env; NaN where it is not known
    static Diagnosis of(RunFolder folder, Map<String, String> spec, String failure, double random) {
        List<Evidence> sessions = new ArrayList<>();
        for (int session : folder.sessions()) {
            if (Files.isRegularFile(folder.sessionTable(session, Phase.TRAIN))) {
                Table table = Table.read(folder.sessionTable(session, Phase.TRAIN));
                sessions.add(new Evidence(
                        spec, name -> table.has(name) ? table.column(name) : new double[0], failure, random));
            }
        }
        if (sessions.isEmpty()) {
            sessions.add(new Evidence(spec, _ -> new double[0], failure, random));
        }
        return of(sessions);
    }

    /// Look at sessions of one run. Those with too little data count neither for nor against a finding.
    public static Diagnosis of(List<Evidence> sessions) {
        boolean hasSpec = sessions.stream().allMatch(Evidence::hasSpec);
        List<Evidence> judged = sessions.stream()
                .filter(each -> hasSpec && each.rows() >= FEWEST_ROWS)
                .toList();
        Map<String, List<Finding>> found = new LinkedHashMap<>();
        for (Rule rule : Rules.ALL) {
            List<Finding> all = judged.stream()
                    .map(rule::look)
                    .flatMap(Optional::stream)
                    .filter(finding -> !found.containsKey(finding.label()))
                    .toList();
            if (!all.isEmpty() && all.size() >= SHARE * judged.size()) {
                found.put(all.getFirst().label(), all);
            }
        }
        if (judged.isEmpty()) { // a failure needs no rows
            sessions.stream()
                    .map(SetupRules::numeric)
                    .flatMap(Optional::stream)
                    .forEach(finding -> found.merge(
                            finding.label(),
                            List.of(finding),
                            (a, b) -> Stream.concat(a.stream(), b.stream()).toList()));
        }
        Map<String, Integer> counts = new LinkedHashMap<>();
        found.forEach((label, all) -> counts.put(label, all.size()));
        return new Diagnosis(
                found.values().stream().map(List::getFirst).toList(),
                counts,
                judged.isEmpty() ? sessions.size() : judged.size(),
                sessions.stream().mapToInt(Evidence::rows).max().orElse(0),
                hasSpec);
    }

    /// Whether there is enough to say anything.
    public boolean isPossible() {
        return (rows >= FEWEST_ROWS && hasSpec) || !findings.isEmpty();
    }

    /// Return what is missing for a diagnosis, in one sentence.
    public String missing() {
        return hasSpec
                ? "not enough data to judge: %s with a return and a number of an update; a diagnosis needs %s (meta.log_frequency sets how many there are)"
                        .formatted(rows == 1 ? "1 row" : rows + " rows", FEWEST_ROWS)
                : "not enough data to judge: the run's spec names no algorithm";
    }
}
