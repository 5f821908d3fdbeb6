package slmlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.spec.NoOps;

/// The pages say what the code does.
class DocsTest {
    private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private static String page(String name) throws IOException {
        Path here = Path.of("").toAbsolutePath();
        Path docs = Files.isDirectory(here.resolve("docs")) ? here.resolve("docs") : here.resolve("../docs");
        return Files.readString(docs.resolve(name));
    }

    @Test
    void theTableOfKeysWithoutEffectIsTheProgramsOwn() throws IOException {
        List<String> rows = NoOps.rows().stream()
                .map(row -> "| `%s` | %s | %s |"
                        .formatted(row.path(), row.owner().isEmpty() ? "any" : row.owner(), row.why()))
                .toList();
        assertThat(page("slm-lab.md")
                        .lines()
                        .filter(line -> line.startsWith("| `") && line.endsWith(" |"))
                        .filter(line -> line.contains("` | ")))
                .containsAll(rows);
        assertThat(page("slm-lab.md")
                        .lines()
                        .filter(line -> line.matches("\\| `(agent|env|meta|search|spec_params)\\S*` \\|.*")))
                .containsExactlyElementsOf(rows);
    }

    @Test
    void theLinesOfTheGuideCompile() throws IOException {
        Matcher block = JAVA.matcher(page("guide.md"));
        int blocks = 0;
        while (block.find()) {
            String source = "import java.nio.file.Path;\nimport slmlab.experiment.*;\n"
                    + "class Guide%d { void lines() {\n%s} }\n".formatted(blocks, block.group(1));
            Path file = Files.writeString(temp.resolve("Guide%d.java".formatted(blocks++)), source);
            int code = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler())
                    .run(
                            null,
                            null,
                            null,
                            "-d",
                            temp.toString(),
                            "-cp",
                            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                            file.toString());
            assertThat(code).as(source).isZero();
        }
        assertThat(blocks).isPositive();
    }
}
