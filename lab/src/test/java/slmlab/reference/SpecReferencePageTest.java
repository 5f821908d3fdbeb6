package slmlab.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// `docs/spec.md` is the program's own.
class SpecReferencePageTest {

    @Test
    void theReferenceIsUpToDate() throws IOException {
        assertThat(docs("spec.md"))
                .as("docs/spec.md is out of date; run scripts/spec-docs")
                .isEqualTo(ReferencePage.text());
    }

    private static String docs(String name) throws IOException {
        Path here = Path.of("").toAbsolutePath();
        Path docs = Files.isDirectory(here.resolve("docs")) ? here.resolve("docs") : here.resolve("../docs");
        return Files.readString(docs.resolve(name));
    }
}
