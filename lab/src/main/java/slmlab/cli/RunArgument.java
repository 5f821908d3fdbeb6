package slmlab.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slmlab.report.RunFolder;

/// The run that a command works on: a folder, a file in it, or `latest`.
final class RunArgument {
    @Parameters(paramLabel = "RUN", description = "run folder, a file in it, or latest")
    private String run = "";

    @Option(
            names = {"-d", "--data"},
            paramLabel = "DIR",
            defaultValue = "${env:SLM_LAB_DATA:-data}",
            description = "folder of run folders, for latest (default: data; env variable: SLM_LAB_DATA)")
    private Path data = Path.of("data");

    RunFolder folder() {
        return RunFolders.of(run, data);
    }

    boolean isLatest() {
        return run.equals(RunFolders.LATEST);
    }
}
