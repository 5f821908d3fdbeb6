package slmlab.agent.part;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The package's page names each part.
class PartsPageTest {

    @Test
    void everyPartHasItsLine() throws IOException {
        Path here = Path.of("").toAbsolutePath();
        Path module = Files.isDirectory(here.resolve("lab")) ? here.resolve("lab") : here;
        Path folder = module.resolve("src/main/java/slmlab/agent/part");
        String page = Files.readString(folder.resolve("package-info.java"));
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString().replace(".java", ""))
                            .filter(name -> !name.equals("package-info")))
                    .hasSizeGreaterThan(20)
                    .allSatisfy(name -> assertThat(page).contains("[" + name + "]"));
        }
    }
}
