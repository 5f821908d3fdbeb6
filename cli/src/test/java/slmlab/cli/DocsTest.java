package slmlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.agent.algorithm.Algorithms;
import slmlab.experiment.Lab;
import slmlab.experiment.Listener;
import slmlab.experiment.TinySpecs;
import slmlab.play.Player;
import slmlab.tensor.Tensor;

/// The pages say what the code does.
@Tag("slow")
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

    private static String place(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI())
                .toString();
    }

    /// The lines of the README that act, on a run of their own.
    @Test
    void theLinesOfTheReadmeAct() throws Exception {
        Matcher block = JAVA.matcher(page("../README.md"));
        assertThat(block.find()).isTrue();
        Path run = Lab.run(
                        TinySpecs.plan(temp, "ppo", "\"max_frame\": 200", ""), TinySpecs.options(temp), Listener.NONE)
                .folder()
                .path();
        assertThat(block.group(1).lines()).hasSizeLessThanOrEqualTo(10);
        String lines = block.group(1).replaceFirst("Path.of\\(\"[^\"]+\"\\)", "Path.of(\"%s\")".formatted(run));
        assertThat(lines).contains(run.toString());
        Path file = Files.writeString(
                temp.resolve("Act.java"), "import slmlab.play.Player;\nvoid main() {\n%s}\n".formatted(lines));
        Process java = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--add-modules",
                        "jdk.incubator.vector",
                        "-cp",
                        place(Player.class) + File.pathSeparator + place(Tensor.class),
                        file.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(java.waitFor()).as(said).isZero();
        assertThat(said).containsPattern("[01] of 2, value -?[0-9.E-]+, then 2");
    }

    @Test
    void theTableOfKeysWithoutEffectIsTheProgramsOwn() throws IOException {
        List<String> rows = Algorithms.noOps().stream()
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
