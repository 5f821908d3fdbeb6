package slmlab.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// `-d`: where the run folders are.
public final class DataFolder {
    @Option(
            names = {"-d", "--data"},
            paramLabel = "DIR",
            defaultValue = "${env:SLM_LAB_DATA:-data}",
            description = "folder of run folders (default: data; env variable: SLM_LAB_DATA)")
    private Path path = Path.of("data");

    @Option(names = "--data-folder", hidden = true) // SLM-Lab's name
    private @Nullable Path upstream;

    public Path path() {
        return upstream == null ? path : upstream;
    }
}
