package slmlab.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/// `-d`: where the run folders are.
final class DataFolder {
    @Option(
            names = {"-d", "--data"},
            paramLabel = "DIR",
            defaultValue = "${env:SLM_LAB_DATA:-data}",
            description = "folder of run folders (default: data; env variable: SLM_LAB_DATA)")
    private Path path = Path.of("data");

    Path path() {
        return path;
    }
}
