package slmlab.cli.judge;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import slmlab.chart.Sparkline;
import slmlab.cli.Cli;
import slmlab.cli.Counts;
import slmlab.cli.InputCommand;
import slmlab.cli.JsonFlag;
import slmlab.cli.RunArgument;
import slmlab.judge.diagnose.Diagnosis;
import slmlab.judge.diagnose.Finding;
import slmlab.run.Phase;
import slmlab.run.RunFolder;
import slmlab.run.RunSpec;
import slmlab.run.Table;

/// `slm-lab diagnose`: what is wrong with a run.
@Command(
        name = "diagnose",
        header = "Say what is wrong with a run, why, and what to change.",
        description = "Also while it runs, or after a crash.",
        footer = {"  slm-lab diagnose latest", "  slm-lab diagnose data/ppo_cartpole_1 --json=findings.json"})
public final class DiagnoseCommand extends InputCommand {
    private static final int WIDTH = 60;

    @Mixin
    private final RunArgument run = new RunArgument();

    @Mixin
    private final JsonFlag json = new JsonFlag();

    private boolean isJudged;

    @Override
    protected void run(PrintWriter out) {
        json.check();
        PrintWriter text = json.text(out);
        RunFolder folder = run.folder();
        Map<String, String> spec = RunSpec.keys(folder);
        Diagnosis diagnosis = Diagnosis.of(folder, spec);
        isJudged = diagnosis.isPossible();
        if (diagnosis.hasSpec()) {
            text.println("%s: %s on %s".formatted(folder.path(), spec.get("agent.algorithm.name"), RunSpec.env(spec)));
        }
        if (!diagnosis.isPossible()) {
            text.println(diagnosis.missing());
        } else if (diagnosis.findings().isEmpty()) {
            text.println("✓ nothing wrong was found in %s".formatted(Counts.of(diagnosis.of(), "session")));
        }
        for (Finding finding : diagnosis.findings()) {
            boolean isFirst = finding.equals(diagnosis.findings().getFirst());
            text.println("%s %s, in %s"
                    .formatted(
                            isFirst ? "✗" : "· also",
                            finding.label(),
                            count(diagnosis.sessions().get(finding.label()), diagnosis)));
            text.println("  evidence   " + finding.evidence());
            sparkline(folder, finding.column()).ifPresent(line -> text.println("  %-10s %s".formatted("", line)));
            text.println("  to do      " + finding.advice());
        }
        json.write(() -> written(diagnosis), out);
    }

    /// A run that cannot be judged is not one without faults.
    @Override
    protected int code() {
        return isJudged ? Cli.DONE : Cli.FAILED;
    }

    private static String count(@Nullable Integer found, Diagnosis diagnosis) {
        return "%s of %s session%s".formatted(found, diagnosis.of(), diagnosis.of() == 1 ? "" : "s");
    }

    private static Optional<String> sparkline(RunFolder folder, String column) {
        for (int session : folder.sessions()) {
            Path file = folder.sessionTable(session, Phase.TRAIN);
            if (Files.isRegularFile(file) && Table.read(file).has(column)) {
                return Optional.of(
                        "%s %s".formatted(column, Sparkline.of(Table.read(file).column(column), WIDTH)));
            }
        }
        return Optional.empty();
    }

    private static Map<String, @Nullable Object> written(Diagnosis diagnosis) {
        List<Object> findings = new ArrayList<>();
        for (Finding finding : diagnosis.findings()) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("label", finding.label());
            entry.put("sessions", diagnosis.sessions().getOrDefault(finding.label(), 0));
            entry.put("evidence", finding.evidence());
            entry.put("advice", finding.advice());
            entry.put("column", finding.column());
            findings.add(entry);
        }
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        all.put("sessions", diagnosis.of());
        all.put("rows", diagnosis.rows());
        all.put("judged", diagnosis.isPossible());
        all.put("missing", diagnosis.isPossible() ? null : diagnosis.missing());
        all.put("findings", findings);
        return all;
    }
}
