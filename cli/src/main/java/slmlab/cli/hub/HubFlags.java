package slmlab.cli.hub;

import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine.Option;
import slmlab.file.DotEnv;
import slmlab.hub.Dataset;
import slmlab.hub.HubSettings;

/// `--env-file`: where the token and the names of datasets are, besides the environment.
public final class HubFlags {
    @Option(
            names = "--env-file",
            paramLabel = "FILE",
            description = "file with HF_TOKEN, HF_REPO and other variables; the environment overrides it (default: "
                    + "${DEFAULT-VALUE})")
    private Path file = Path.of(".env");

    HubSettings settings() {
        return new HubSettings(DotEnv.with(System.getenv(), file));
    }

    /// Return the dataset of runs.
    ///
    /// @param err gets a line when there is something to wait for
    public Dataset dataset(PrintWriter err) {
        return dataset(HubSettings.REPO, err);
    }

    Dataset dataset(String variable, PrintWriter err) {
        return Dataset.of(settings(), variable, line -> {
            err.println(line);
            err.flush();
        });
    }
}
