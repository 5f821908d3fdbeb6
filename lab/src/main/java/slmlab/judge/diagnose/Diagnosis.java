package slmlab.judge.diagnose;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import slmlab.report.Phase;
import slmlab.report.RunFolder;
import slmlab.report.RunSpec;
import slmlab.report.Table;

/// What is wrong with a run, the most certain first.
///
/// @param findings of one session each that shows it best
/// @param sessions how many show it, by label
/// @param of how many sessions were looked at
/// @param rows of the session with the fewest
public record Diagnosis(List<Finding> findings, Map<String, Integer> sessions, int of, int rows) {
    private static final int FEWEST_ROWS = 10;
    private static final double SHARE = 0.5; // of the sessions that must show a fault

    /// Look at a run: going, over, or crashed.
    ///
    /// @param failure why it failed; empty if it did not
    /// @param random return of random actions in its env; NaN where it is not known
    public static Diagnosis of(RunFolder folder, String failure, double random) {
        Map<String, String> spec = RunSpec.keys(folder);
        List<Evidence> sessions = new ArrayList<>();
        for (int session : folder.sessions(0)) {
            if (Files.isRegularFile(folder.sessionTable(0, session, Phase.TRAIN))) {
                Table table = Table.read(folder.sessionTable(0, session, Phase.TRAIN));
                sessions.add(new Evidence(
                        spec, name -> table.has(name) ? table.column(name) : new double[0], failure, random));
            }
        }
        if (sessions.isEmpty()) {
            sessions.add(new Evidence(spec, _ -> new double[0], failure, random));
        }
        return of(sessions);
    }

    /// Look at sessions of one run.
    public static Diagnosis of(List<Evidence> sessions) {
        List<Finding> findings = new ArrayList<>();
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (Rule rule : Rules.ALL) {
            List<Finding> found = sessions.stream()
                    .filter(each ->
                            each.rows() >= FEWEST_ROWS || !each.failure().isEmpty())
                    .map(rule::look)
                    .flatMap(Optional::stream)
                    .toList();
            if (!found.isEmpty() && found.size() >= SHARE * sessions.size()) {
                findings.add(found.getFirst());
                counts.put(found.getFirst().label(), found.size());
            }
        }
        return new Diagnosis(
                findings,
                counts,
                sessions.size(),
                sessions.stream().mapToInt(Evidence::rows).min().orElse(0));
    }

    /// Whether there is enough to say anything.
    public boolean isPossible() {
        return rows >= FEWEST_ROWS || !findings.isEmpty();
    }
}
