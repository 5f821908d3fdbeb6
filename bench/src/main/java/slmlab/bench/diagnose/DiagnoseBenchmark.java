package slmlab.bench.diagnose;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import slmlab.cli.Cli;
import slmlab.judge.diagnose.Diagnosis;
import slmlab.judge.diagnose.Evidence;

/// `slm-lab bench diagnose`: trains the runs of the matrix, and prints the first finding of each.
@Command(
        name = "diagnose",
        header = "Put twelve faults into runs, and print what diagnose finds in each.",
        description = "The cells stand in bench/diagnose/matrix.yaml.")
public final class DiagnoseBenchmark implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(
            names = "--only",
            paramLabel = "PATTERN",
            description = "Only cells whose name matches this regular expression, such as stale_target-.*")
    private Pattern only = Pattern.compile(".*");

    @Option(names = "--role", paramLabel = "ROLE", description = "Only cells of this role: tuned, held_out or fresh.")
    private @Nullable String role;

    @Option(names = "--out", paramLabel = "DIR", description = "Write the tables of the runs to DIR, for tests.")
    private @Nullable Path folder;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        FaultyEnv.registerWrapper();
        List<FaultCell> cells = FaultCell.read(Path.of(System.getProperty("slmlab.home", "."))).stream()
                .filter(cell -> only.matcher(cell.id()).matches() && (role == null || role.equals(cell.role())))
                .toList();
        int right = 0;
        for (FaultCell cell : cells) {
            CellRun run = CellRun.of(cell);
            if (folder != null) {
                Files.createDirectories(folder);
                run.write(cell, folder.resolve(cell.id() + ".json.gz"));
            }
            String first = first(run);
            right += first.equals(cell.label()) ? 1 : 0;
            out.println("%s %-8s %-48s %s"
                    .formatted(first.equals(cell.label()) ? "✓" : "✗", cell.role(), cell.id(), first));
            out.flush();
        }
        out.println("%s of %s right".formatted(right, cells.size()));
        return Cli.DONE;
    }

    private static String first(CellRun run) {
        Evidence evidence = new Evidence(
                run.spec(),
                name -> run.table().has(name) ? run.table().column(name) : new double[0],
                run.failure(),
                run.random());
        return Diagnosis.of(List.of(evidence)).findings().stream()
                .findFirst()
                .map(finding -> finding.label())
                .orElse("");
    }
}
