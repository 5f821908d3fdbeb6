package slmlab.cli.remote;

import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import slmlab.cli.DataFolder;
import slmlab.remote.RemoteRun;
import slmlab.remote.RemoteRuns;

/// The remote run that a command works on.
final class RemoteArgument {
    @Parameters(index = "0", paramLabel = "RUN", description = "name of a remote run, as slm-lab remote ps lists it")
    private String name = "";

    @Mixin
    private final DataFolder data = new DataFolder();

    RemoteRun run() {
        return runs().named(name);
    }

    RemoteRuns runs() {
        return new RemoteRuns(data.path());
    }

    Path data() {
        return data.path();
    }
}
