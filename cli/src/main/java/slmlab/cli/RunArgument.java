package slmlab.cli;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import slmlab.run.RunFolder;

/// The run that a command works on: a folder, a file in it, or `latest`.
public final class RunArgument {
    @Parameters(
            index = "0",
            paramLabel = "RUN",
            description = "run folder, a file in it, a name in the data folder, or latest")
    private String run = "";

    @Mixin
    private final DataFolder data = new DataFolder();

    public RunFolder folder() {
        return RunFolders.of(run, data.path());
    }
}
