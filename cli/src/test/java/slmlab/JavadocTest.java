package slmlab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The API docs of a module can be made: every link in a doc comment leads somewhere.
@Tag("slow")
class JavadocTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @ParameterizedTest
    @ValueSource(strings = {"tensor", "play", "lab", "box2d", "search", "skills", "remote", "board", "cli", "bridge"})
    void hasNoErrors(String module) throws IOException {
        List<String> args = new ArrayList<>(List.of(
                "-quiet",
                "-Xdoclint:all,-missing",
                "-Xmaxwarns",
                "1",
                "--add-modules",
                "jdk.incubator.vector",
                "-classpath",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "-d",
                temp.toString()));
        List<String> sources;
        try (Stream<Path> files = Files.walk(Path.of("..", module, "src/main/java"))) {
            sources = files.map(Path::toString)
                    .filter(file -> file.endsWith(".java"))
                    .toList();
        }
        assumeFalse(
                sources.stream().allMatch(file -> file.endsWith("package-info.java")),
                module + " has no classes, of which there would be docs");
        args.addAll(sources);
        StringWriter said = new StringWriter();
        ToolProvider javadoc = ToolProvider.findFirst("javadoc").orElseThrow();
        int code = javadoc.run(new PrintWriter(said), new PrintWriter(said), args.toArray(String[]::new));
        assertThat(said.toString().lines().filter(line -> line.contains(": error")))
                .isEmpty();
        assertThat(code).as(said.toString()).isZero();
        assertThat(temp.resolve("index.html")).exists();
    }
}
