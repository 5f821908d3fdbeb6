package slmlab.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import slmlab.report.RunFolder;

/// The run of a command that has subcommands: picocli would ask for it before them too.
final class OptionalRun {
    @Parameters(arity = "0..1", paramLabel = "RUN", description = "run folder, a file in it, or latest")
    private @Nullable String run;

    @Mixin
    private final DataFolder data = new DataFolder();

    RunFolder folder() {
        if (run == null) {
            throw new IllegalArgumentException("Missing required parameter: 'RUN'");
        }
        return RunFolders.of(run, data.path());
    }

    boolean isLatest() {
        return RunFolders.LATEST.equals(run);
    }
}
