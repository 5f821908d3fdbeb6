package slmlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The program of docs/java.md compiles and does what the page says.
@Tag("slow")
class JavaPageTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @Test
    void theProgramOfThePageRuns() throws Exception {
        Map<String, String> sources = UserJar.documented("java.md");
        assertThat(sources).containsOnlyKeys("Train");
        Path source = Files.writeString(temp.resolve("Train.java"), sources.get("Train"));
        JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler());
        assertThat(compiler.run(null, null, null, "-d", temp.toString(), "-cp", UserJar.classPath(), source.toString()))
                .isZero();
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream out = System.out;
        try (URLClassLoader loader = new URLClassLoader(new URL[] {temp.toUri().toURL()});
                PrintStream caught = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
            System.setOut(caught);
            loader.loadClass("Train").getMethod("main", String[].class).invoke(null, (Object) new String[] {
                UserJar.root().resolve("spec/ppo/cartpole.json").toString(),
                temp.resolve("data").toString()
            });
        } finally {
            System.setOut(out);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .containsPattern("(?m)^stopped at \\d+$")
                .containsPattern("(?m)^finished true, return \\d+\\.\\d+$")
                .containsPattern("(?m)^action [01]$");
    }
}
