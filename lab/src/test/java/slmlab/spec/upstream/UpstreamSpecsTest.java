package slmlab.spec.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import slmlab.spec.Spec;
import slmlab.spec.SpecFile;
import slmlab.spec.key.Written;

/// SLM-Lab's own spec files are read unchanged.
///
/// They lie in `shared/slm-lab-spec` beside the project's folder or above it, or where `-Dslmlab.specs=…` says.
class UpstreamSpecsTest {

    private static final Path NOWHERE = Path.of("no-such-folder");

    private static Path folder() {
        String given = System.getProperty("slmlab.specs");
        if (given != null) {
            return Path.of(given);
        }
        for (Path here = Path.of("").toAbsolutePath(); here != null; here = here.getParent()) {
            Path specs = here.resolve("shared/slm-lab-spec");
            if (Files.isDirectory(specs)) {
                return specs;
            }
        }
        return NOWHERE;
    }

    private static List<Path> files() throws IOException {
        Path folder = folder();
        assumeTrue(Files.isDirectory(folder), "skipped: there is no shared/slm-lab-spec beside the project");
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(SpecFile::isSpecFile)
                    .sorted()
                    .toList();
        }
    }

    @Test
    void everyFileIsRead() throws IOException {
        List<Path> files = files();
        assertThat(files).hasSizeGreaterThan(100);
        for (Path path : files) {
            SpecFile file = SpecFile.read(path, Map.of());
            assertThat(file.names()).as("specs of %s", path).isNotEmpty();
            for (String name : file.names()) {
                Spec spec = file.spec(name);
                assertThat(Written.of(spec)).containsKeys("agent", "env", "meta", "search");
            }
        }
    }

    @Test
    void variablesCanBeFilledInEveryFile() throws IOException {
        Map<String, String> vars = Map.of("env", "Hopper-v5", "max_frame", "3e6");
        for (Path path : files()) {
            SpecFile file = SpecFile.read(path, vars);
            for (String name : file.names()) {
                Set<String> unused = new HashSet<>(vars.keySet());
                unused.removeAll(file.vars(name).keySet());
                SpecFile filled = file.without(unused);
                assertThat(filled.unset(name)).as("%s of %s", name, path).isEmpty();
                assertThat(filled.spec(name).name()).isEqualTo(unused.contains("env") ? name : name + "_hopper");
            }
        }
    }
}
