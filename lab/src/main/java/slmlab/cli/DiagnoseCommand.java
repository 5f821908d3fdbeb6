package slmlab.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
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
import picocli.CommandLine.Option;
import slmlab.judge.diagnose.Diagnosis;
import slmlab.judge.diagnose.Finding;
import slmlab.report.Baselines;
import slmlab.report.JsonFile;
import slmlab.report.LogTail;
import slmlab.report.Phase;
import slmlab.report.RunFolder;
import slmlab.report.RunSpec;
import slmlab.report.Sparkline;
import slmlab.report.Table;

/// `slm-lab diagnose`: what is wrong with a run.
@Command(
        name = "diagnose",
        header = "Say what is wrong with a run, why, and what to change; also while it runs, or after a crash.",
        mixinStandardHelpOptions = true)
final class DiagnoseCommand extends InputCommand {
    private static final int LOG_END = 1 << 16; // bytes
    private static final int WIDTH = 60;

    @Mixin
    private final RunArgument run = new RunArgument();

    @Option(names = "--json", paramLabel = "FILE", description = "write the findings to FILE")
    private @Nullable Path json;

    private boolean isJudged;

    @Override
    void run(PrintWriter out) {
        Paths.checkWritable("--json", json);
        RunFolder folder = run.folder();
        Map<String, String> spec = RunSpec.keys(folder);
        Diagnosis diagnosis = diagnosis(folder);
        isJudged = diagnosis.isPossible();
        if (diagnosis.hasSpec()) {
            out.println("%s: %s on %s".formatted(folder.path(), spec.get("agent.algorithm.name"), RunSpec.env(spec)));
        }
        if (!diagnosis.isPossible()) {
            out.println(diagnosis.missing());
        } else if (diagnosis.findings().isEmpty()) {
            out.println("✓ nothing wrong was found in %s".formatted(Counts.of(diagnosis.of(), "session")));
        }
        for (Finding finding : diagnosis.findings()) {
            boolean isFirst = finding.equals(diagnosis.findings().getFirst());
            out.println("%s %s, in %s"
                    .formatted(
                            isFirst ? "✗" : "· also",
                            finding.label(),
                            count(diagnosis.sessions().get(finding.label()), diagnosis)));
            out.println("  evidence   " + finding.evidence());
            sparkline(folder, finding.column()).ifPresent(line -> out.println("  %-10s %s".formatted("", line)));
            out.println("  to do      " + finding.advice());
        }
        if (json != null) {
            JsonFile.write(json, written(diagnosis));
        }
    }

    /// A run that cannot be judged is not one without faults.
    @Override
    int code() {
        return isJudged ? Cli.DONE : Cli.FAILED;
    }

    /// Look at a run, with why it failed and the return of random actions in its env.
    static Diagnosis diagnosis(RunFolder folder) {
        double random = Baselines.of(RunSpec.env(RunSpec.keys(folder)))
                .map(Baselines.Baseline::mean)
                .orElse(Double.NaN);
        return Diagnosis.of(folder, failure(folder), random);
    }

    private static String count(@Nullable Integer found, Diagnosis diagnosis) {
        return "%s of %s session%s".formatted(found, diagnosis.of(), diagnosis.of() == 1 ? "" : "s");
    }

    private static Optional<String> sparkline(RunFolder folder, String column) {
        for (int session : folder.sessions(0)) {
            Path file = folder.sessionTable(0, session, Phase.TRAIN);
            if (Files.isRegularFile(file) && Table.read(file).has(column)) {
                return Optional.of(
                        "%s %s".formatted(column, Sparkline.of(Table.read(file).column(column), WIDTH)));
            }
        }
        return Optional.empty();
    }

    private static String failure(RunFolder folder) {
        try {
            return Files.isRegularFile(folder.log(0))
                    ? LogTail.read(folder.log(0), LOG_END).failure()
                    : "";
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read %s: %s".formatted(folder.log(0), e.getMessage()), e);
        }
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
