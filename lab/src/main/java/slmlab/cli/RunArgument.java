package slmlab.cli;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import slmlab.report.RunFolder;

/// The run that a command works on: a folder, a file in it, or `latest`.
final class RunArgument {
    @Parameters(paramLabel = "RUN", description = "run folder, a file in it, or latest")
    private String run = "";

    @Mixin
    private final DataFolder data = new DataFolder();

    RunFolder folder() {
        return RunFolders.of(run, data.path());
    }

    boolean isLatest() {
        return run.equals(RunFolders.LATEST);
    }
}
