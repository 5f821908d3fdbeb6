package slmlab.bridge.mujoco;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.env.Env;

/// The env on MuJoCo that the skill about simulators shows compiles.
class EngineGuideModelTest {
    private static final Path GUIDE = Path.of(
            "../skills/src/main/resources/slmlab/skill/integrating-physics-simulator/references/engine-guide.md");
    private static final Pattern EXAMPLE =
            Pattern.compile("```java\n((?:(?!```).)*?import slmlab\\.bridge\\.(?:(?!```).)*?)```", Pattern.DOTALL);

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @Test
    void theShownEnvCompiles() throws Exception {
        Matcher example = EXAMPLE.matcher(Files.readString(GUIDE));
        assertThat(example.find()).isTrue();
        compile(Files.writeString(temp.resolve("Joint.java"), example.group(1)));
        try (URLClassLoader loader = new URLClassLoader(new URL[] {temp.toUri().toURL()})) {
            assertThat(loader.loadClass("my.env.Joint")).isAssignableTo(Env.class);
        }
    }

    private void compile(Path source) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter problems = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = List.of(
                    "-d",
                    temp.toString(),
                    "-proc:none",
                    "--add-modules",
                    "jdk.incubator.vector",
                    "-cp",
                    System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
            boolean isDone = compiler.getTask(
                            problems, files, null, options, null, files.getJavaFileObjects(source.toFile()))
                    .call();
            assertThat(isDone).as(problems.toString()).isTrue();
        }
    }
}
