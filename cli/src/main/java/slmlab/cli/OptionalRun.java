package slmlab.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import slmlab.run.RunFolder;

/// The run of a command that has subcommands: picocli would ask for it before them too.
public final class OptionalRun {
    @Parameters(
            arity = "0..1",
            paramLabel = "RUN",
            description = "run folder, a file in it, a name in the data folder, or latest")
    private @Nullable String run;

    @Mixin
    private final DataFolder data = new DataFolder();

    public RunFolder folder() {
        if (run == null) {
            throw new IllegalArgumentException("Missing required parameter: 'RUN'");
        }
        return RunFolders.of(run, data.path());
    }

    public boolean isLatest() {
        return RunFolders.LATEST.equals(run);
    }
}
