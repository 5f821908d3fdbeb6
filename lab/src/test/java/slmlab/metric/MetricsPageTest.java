package slmlab.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// The tables of `docs/metrics.md` are the program's own.
class MetricsPageTest {

    @Test
    void thePageIsUpToDate() throws IOException {
        Path here = Path.of("").toAbsolutePath();
        Path docs = Files.isDirectory(here.resolve("docs")) ? here.resolve("docs") : here.resolve("../docs");
        String page = Files.readString(docs.resolve("metrics.md"));
        assertThat(page)
                .as("docs/metrics.md is out of date; run scripts/spec-docs")
                .isEqualTo(MetricsPage.renewed(page))
                .contains("<!-- generated: train -->", "<!-- generated: eval -->")
                .contains("<!-- generated: summary -->", "<!-- generated: health -->");
    }

    @Test
    void whatStandsBetweenTheCommentsIsReplaced() {
        String page = MetricsPage.renewed("before\n<!-- generated: eval -->\nold\n<!-- end -->\nafter\n");
        assertThat(page)
                .startsWith("before\n<!-- generated: eval -->\n| Column | Meaning |\n|---|---|\n| `frame` | frames of")
                .contains("| `length` | mean number of steps of an evaluation's episodes |\n")
                .endsWith("<!-- end -->\nafter\n")
                .doesNotContain("old");
        assertThatThrownBy(() -> MetricsPage.renewed("<!-- generated: tests -->\n<!-- end -->"))
                .hasMessage("there is no table 'tests' of metrics; there are train, eval, summary and health");
    }
}
