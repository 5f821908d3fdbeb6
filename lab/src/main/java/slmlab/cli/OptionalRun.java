package slmlab.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slmlab.report.RunFolder;

/// The run of a command that has subcommands: picocli would ask for it before them too.
final class OptionalRun {
    @Parameters(arity = "0..1", paramLabel = "RUN", description = "run folder, a file in it, or latest")
    private @Nullable String run;

    @Option(
            names = {"-d", "--data"},
            paramLabel = "DIR",
            defaultValue = "${env:SLM_LAB_DATA:-data}",
            description = "folder of run folders, for latest (default: data; env variable: SLM_LAB_DATA)")
    private Path data = Path.of("data");

    RunFolder folder() {
        if (run == null) {
            throw new IllegalArgumentException("Missing required parameter: 'RUN'");
        }
        return RunFolders.of(run, data);
    }

    boolean isLatest() {
        return RunFolders.LATEST.equals(run);
    }
}
