package slmlab.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.file.SpecialFiles;

/// Runs the launcher in a copy of the project that holds stubs only: fake JDKs, and a Maven that compiles nothing.
/// Of the machine it sees a few Unix tools.
class LauncherTest {

    /// All that the scripts may call.
    private static final List<String> TOOLS = List.of(
            "bash",
            "cat",
            "cp",
            "date",
            "dirname",
            "env",
            "find",
            "ln",
            "mkdir",
            "mv",
            "readlink",
            "rm",
            "sleep",
            "tr");

    private static final String STUB_JAVA = """
            #!/usr/bin/env bash
            echo "java: $0"
            for arg in "$@"; do echo "arg: $arg"; done
            """;

    /// Writes down that it was called and with which JDK, then leaves what a build leaves.
    private static final String STUB_MAVEN = """
            #!/usr/bin/env bash
            if [ "$1" = --version ]; then echo "Apache Maven 3.9.9"; exit; fi
            echo "$JAVA_HOME" >>maven-calls
            sleep "${MAVEN_TAKES-0}"
            for module in cli bridge atari bench; do
              mkdir -p .slm-lab/build/$module/lib
              echo jar >.slm-lab/build/$module/$module-1.jar
              echo jar >.slm-lab/build/$module/lib/library-1.jar
            done
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private Path project = Path.of("");
    private Path bin = Path.of("");
    private final Map<String, String> environment = new HashMap<>();

    private record Result(int code, String out, String err) {

        String java() {
            return out.lines().findFirst().orElse("");
        }

        List<String> args() {
            return out.lines()
                    .filter(line -> line.startsWith("arg: "))
                    .map(line -> line.substring("arg: ".length()))
                    .toList();
        }
    }

    @BeforeEach
    void setUp() throws IOException {
        Path real = projectFolder();
        project = Files.createDirectories(temp.resolve("a folder with spaces/project"));
        Files.createDirectories(project.resolve("scripts"));
        for (String script : List.of("slm-lab", "scripts/tools.sh")) {
            Files.copy(real.resolve(script), project.resolve(script));
        }
        Files.writeString(project.resolve("pom.xml"), "<project/>");
        Files.createDirectories(project.resolve("lab/src/main"));

        bin = Files.createDirectories(temp.resolve("bin"));
        for (String tool : TOOLS) {
            script(bin.resolve(tool), "#!/bin/sh\nexec '" + onPath(tool) + "' \"$@\"\n");
        }
        script(bin.resolve("mvn"), STUB_MAVEN);

        environment.put("PATH", bin.toString());
        environment.put("HOME", temp.resolve("home").toString());
        environment.put("SLM_LAB_JDK_DIRS", temp.resolve("my jdks") + "/*");
    }

    @Test
    void aFoundJdkIsRemembered() throws Exception {
        Path jdk = jdk("my jdks/temurin 25", "25.0.3");
        assertThat(run().java()).isEqualTo("java: " + jdk.resolve("bin/java"));
        assertThat(Files.readString(project.resolve(".slm-lab/jdk"))).isEqualTo(jdk + "\n");

        environment.put("SLM_LAB_JDK_DIRS", temp.resolve("nowhere").toString());
        assertThat(run().java()).isEqualTo("java: " + jdk.resolve("bin/java"));
    }

    @Test
    void aRememberedJdkThatBecameAnotherOneIsForgotten() throws Exception {
        Path first = jdk("my jdks/a", "25");
        Path second = jdk("my jdks/b", "25");
        assertThat(run().java()).isEqualTo("java: " + first.resolve("bin/java"));
        jdk("my jdks/a", "26");
        assertThat(run().java()).isEqualTo("java: " + second.resolve("bin/java"));
    }

    @Test
    void javaHomeWinsOverTheRememberedOneIfItIsJdk25() throws Exception {
        Path remembered = jdk("my jdks/a", "25.0.1");
        Path chosen = jdk("elsewhere/my own", "25.0.3");
        Path old = jdk("elsewhere/old", "17.0.15");
        run();
        environment.put("JAVA_HOME", chosen.toString());
        assertThat(run().java()).isEqualTo("java: " + chosen.resolve("bin/java"));

        Files.writeString(project.resolve(".slm-lab/jdk"), remembered + "\n");
        environment.put("JAVA_HOME", old.toString());
        assertThat(run().java()).isEqualTo("java: " + remembered.resolve("bin/java"));
    }

    @Test
    void javaOnThePathIsFollowedToItsHome() throws Exception {
        Path jdk = jdk("deep/jdk", "25.0.3");
        Path link = Files.createSymbolicLink(temp.resolve("deep/alternative"), jdk.resolve("bin/java"));
        Files.createSymbolicLink(bin.resolve("java"), link);
        assertThat(run().java()).isEqualTo("java: " + jdk.resolve("bin/java"));
    }

    @Test
    void otherVersionsAndAJreAreNoJdk25() throws Exception {
        jdk("my jdks/a", "17.0.15");
        jdk("my jdks/b", "26");
        jdk("my jdks/c", "250");
        Files.delete(jdk("my jdks/jre", "25.0.3").resolve("bin/javac"));
        Result result = run("--version");
        assertThat(result.code).isEqualTo(2);
        assertThat(result.out).isEmpty();
        assertThat(result.err)
                .startsWith("slm-lab needs a JDK 25 and found none")
                .contains("temurin-25-jdk", "brew install", "sdk install", "winget install")
                .contains("JAVA_HOME        (not set)", temp.resolve("my jdks") + "/*");
        assertThat(project.resolve(".slm-lab")).doesNotExist();
    }

    @Test
    void buildsOnFirstUseAndAgainWhenASourceIsNewer() throws Exception {
        Path jdk = jdk("my jdks/a", "25.0.3");
        Path source = Files.writeString(project.resolve("lab/src/main/A.java"), "class A {}");
        assertThat(run().err).isEqualTo("building (first use, about a minute)…\n");
        assertThat(run().err).isEmpty();
        assertThat(builds()).containsExactly(jdk.toString());

        Files.setLastModifiedTime(source, FileTime.from(Instant.now()));
        assertThat(run().err).isEqualTo("building (sources changed)…\n");
        Files.delete(source);
        assertThat(run().err).isEqualTo("building (sources changed)…\n");
        assertThat(run().err).isEmpty();
        assertThat(builds()).hasSize(3);
    }

    @Test
    void aFailedBuildShowsWhyAndIsTriedAgain() throws Exception {
        jdk("my jdks/a", "25.0.3");
        script(bin.resolve("mvn"), """
                #!/usr/bin/env bash
                if [ "$1" = --version ]; then echo "Apache Maven 3.9.9"; exit; fi
                echo "[ERROR] A.java: ';' expected"
                exit 1
                """);
        Result failed = run("--version");
        assertThat(failed.code).isEqualTo(1);
        assertThat(failed.out).isEmpty();
        assertThat(failed.err).contains("[ERROR] A.java: ';' expected", "the build failed");
        assertThat(project.resolve(".slm-lab/built")).doesNotExist();
        assertThat(project.resolve(".slm-lab/lock")).doesNotExist();

        script(bin.resolve("mvn"), STUB_MAVEN);
        assertThat(run().code).isZero();
    }

    @Test
    void aMavenThatIsTooOldGivesWayToTheWrapper() throws Exception {
        jdk("my jdks/a", "25.0.3");
        script(bin.resolve("mvn"), "#!/usr/bin/env bash\necho 'Apache Maven 3.6.3'\n");
        script(project.resolve("mvnw"), STUB_MAVEN);
        assertThat(run().code).isZero();
        assertThat(builds()).hasSize(1);
    }

    @Test
    void twoLaunchersBuildOnce() throws Exception {
        jdk("my jdks/a", "25.0.3");
        environment.put("MAVEN_TAKES", "0.5");
        Process first = start(project.resolve("slm-lab"));
        Process second = start(project.resolve("slm-lab"));
        assertThat(finish(first).code).isZero();
        assertThat(finish(second).code).isZero();
        assertThat(builds()).hasSize(1);
    }

    @Test
    void theLockOfADeadLauncherIsTaken() throws Exception {
        jdk("my jdks/a", "25.0.3");
        Process dead = new ProcessBuilder("sleep", "0").start();
        dead.waitFor();
        Files.createDirectories(project.resolve(".slm-lab"));
        Files.createSymbolicLink(project.resolve(".slm-lab/lock"), Path.of(Long.toString(dead.pid())));
        assertThat(run().code).isZero();
        assertThat(builds()).hasSize(1);
        assertThat(Files.isSymbolicLink(project.resolve(".slm-lab/lock"))).isFalse();
    }

    @Test
    void aRebuildLeavesTheJarsOfRunsThatAreStillGoing() throws Exception {
        jdk("my jdks/a", "25.0.3");
        List<String> jars = new ArrayList<>(List.of(classPath(run()).split(File.pathSeparator)));
        Files.setLastModifiedTime(project.resolve("pom.xml"), FileTime.from(Instant.now()));
        List<String> newJars = List.of(classPath(run()).split(File.pathSeparator));
        assertThat(newJars).hasSameSizeAs(jars).doesNotContainAnyElementsOf(jars);
        assertThat(jars).allSatisfy(jar -> assertThat(Path.of(jar)).exists());
    }

    @Test
    void theProductHasNoBenchmarksOnItsClassPath() throws Exception {
        jdk("my jdks/a", "25.0.3");
        environment.put("SLM_LAB_JAVA_OPTS", "-Xmx1g -Dpattern=*");
        Result product = run("check", "a spec.json");
        assertThat(product.args())
                .contains("--enable-native-access=ALL-UNNAMED", "-Dslmlab.home=" + project, "-Xmx1g", "-Dpattern=*")
                .endsWith("slmlab.cli.Main", "check", "a spec.json");
        assertThat(classPath(product)).contains("cli-1.jar", "library-1.jar").doesNotContain("bench");

        Result bench = run("bench", "engine", "--rounds", "9");
        assertThat(bench.args()).endsWith("slmlab.bench.BenchMain", "engine", "--rounds", "9");
        assertThat(classPath(bench)).contains("bench-1.jar", "library-1.jar");
    }

    /// As in an archive of scripts/package: nothing is looked for, built or kept.
    @Test
    void aPackageRunsWithTheJavaAndTheJarsInIt() throws Exception {
        Path runtime = project.resolve("runtime");
        Files.move(jdk("packed", "25.0.3"), runtime);
        Files.createDirectories(project.resolve("app/lab"));
        Files.writeString(project.resolve("app/lab/cli-1.jar"), "jar");
        Files.writeString(project.resolve("app/lab.jsa"), "classes");
        Files.delete(bin.resolve("mvn"));

        Result result = run("check", "a spec.json");
        assertThat(result.err).isEmpty();
        assertThat(result.java()).isEqualTo("java: " + runtime.resolve("bin/java"));
        assertThat(result.args())
                .contains("-XX:SharedArchiveFile=" + project.resolve("app/lab.jsa"), "-Dslmlab.home=" + project)
                .endsWith("slmlab.cli.Main", "check", "a spec.json");
        assertThat(classPath(result))
                .isEqualTo(project.resolve("app/lab/cli-1.jar").toString());
        assertThat(project.resolve(".slm-lab")).doesNotExist();

        Result bench = run("bench", "engine");
        assertThat(bench.code).isEqualTo(2);
        assertThat(bench.err).contains("the benchmarks are not in this package");
    }

    @Test
    void jarsOfTheUsersComeLastOnTheClassPath() throws Exception {
        jdk("my jdks/a", "25.0.3");
        Path jar = Files.writeString(temp.resolve("my envs.jar"), "jar");
        Path other = Files.writeString(temp.resolve("other.jar"), "jar");
        Result first = run("--classpath", jar + ":" + other, "list", "a b");
        assertThat(classPath(first)).endsWith("library-1.jar:" + jar + ":" + other);
        assertThat(first.args()).endsWith("slmlab.cli.Main", "list", "a b");
        Result last = run("env", "check", "X", "--classpath=" + jar, "--classpath", temp + "/*");
        assertThat(classPath(last)).endsWith("library-1.jar:" + jar + ":" + temp + "/*");
        assertThat(last.args()).endsWith("slmlab.cli.Main", "env", "check", "X");

        environment.put("SLM_LAB_CLASSPATH", other.toString());
        assertThat(classPath(run("list"))).endsWith(":" + other);
        assertThat(classPath(run("list", "--classpath", jar.toString())))
                .endsWith("library-1.jar:" + jar); // the option goes before the variable
    }

    @Test
    void aJarThatIsMissingIsNamedBeforeAnythingIsBuilt() throws Exception {
        jdk("my jdks/a", "25.0.3");
        for (String[] args : new String[][] {{"--classpath", "no.jar", "list"}, {"list", "--classpath=.:no.jar"}}) {
            Result result = run(args);
            assertThat(result.code).isEqualTo(2);
            assertThat(result.out).isEmpty();
            assertThat(result.err).isEqualTo("slm-lab: --classpath: there is no no.jar\n");
        }
        Result nothing = run("list", "--classpath");
        assertThat(nothing.code).isEqualTo(2);
        assertThat(nothing.err).isEqualTo("slm-lab: --classpath needs jars after it, with colons between them\n");
        assertThat(project.resolve(".slm-lab/built")).doesNotExist();
    }

    @Test
    void aReadOnlyCheckoutRunsIfItIsBuiltAndSaysSoIfNot() throws Exception {
        jdk("my jdks/a", "25.0.3");
        Files.writeString(project.resolve(".slm-lab"), "a file, so that not even root can write there");
        Result unbuilt = run("list");
        assertThat(unbuilt.code).isEqualTo(1);
        assertThat(unbuilt.err)
                .isEqualTo(
                        "slm-lab: the lab is not built yet, and %s cannot be written to; run ./slm-lab --version once as someone who may write there\n"
                                .formatted(project.resolve(".slm-lab")));
        Files.delete(project.resolve(".slm-lab"));
        assertThat(run("list").code).isZero();

        assumeFalse("root".equals(System.getProperty("user.name")), "root may write anywhere");
        Path state = project.resolve(".slm-lab");
        Files.setPosixFilePermissions(state, PosixFilePermissions.fromString("r-xr-xr-x"));
        try {
            Result built = run("list");
            assertThat(built.code).isZero();
            assertThat(built.err).isEmpty();
            Files.setLastModifiedTime(
                    project.resolve("pom.xml"), FileTime.from(Instant.now().plusSeconds(5)));
            Result changed = run("list");
            assertThat(changed.code).isEqualTo(1);
            assertThat(changed.err).startsWith("slm-lab: a source is newer than the build, and " + state);
        } finally {
            Files.setPosixFilePermissions(state, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    @Test
    void whatKilledLaunchersLeftIsCleanedByTheNextBuild() throws Exception {
        jdk("my jdks/a", "25.0.3");
        Process dead = new ProcessBuilder("sleep", "0").start();
        dead.waitFor();
        Path state = project.resolve(".slm-lab");
        Files.createDirectories(state.resolve("app/." + dead.pid()));
        for (String name : List.of("built", "jdk", "lock")) {
            Files.writeString(state.resolve(name + "." + dead.pid()), "left");
        }
        Path mine = Files.writeString(
                state.resolve("jdk." + ProcessHandle.current().pid()), "of a launcher that still runs");
        assertThat(run().code).isZero();
        try (Stream<Path> files = Files.list(state)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder(
                            "app",
                            "build",
                            "build.log",
                            "built",
                            "jdk",
                            mine.getFileName().toString());
        }
        try (Stream<Path> builds = Files.list(state.resolve("app"))) {
            assertThat(builds).hasSize(1);
        }
    }

    @Test
    void aJarThatIsNoFileIsNamed() throws Exception {
        jdk("my jdks/a", "25.0.3");
        Path pipe = SpecialFiles.namedPipe(temp.resolve("pipe.jar"));
        Path text = Files.writeString(temp.resolve("text.jar"), "no jar");
        assertThat(run("list", "--classpath", pipe.toString()))
                .isEqualTo(
                        new Result(2, "", "slm-lab: --classpath: %s is neither a jar nor a folder\n".formatted(pipe)));
        assertThat(run("list", "--classpath", text + "/*"))
                .isEqualTo(new Result(2, "", "slm-lab: --classpath: %s is no folder\n".formatted(text)));
    }

    @Test
    void aWorkingFolderThatIsGoneIsNamed() throws Exception {
        jdk("my jdks/a", "25.0.3");
        Path gone = Files.createDirectory(temp.resolve("gone"));
        Path script = temp.resolve("in-a-gone-folder");
        script(
                script,
                "#!/bin/sh\ncd '%s' && rmdir '%s' && exec '%s' list\n"
                        .formatted(gone, gone, project.resolve("slm-lab")));
        environment.put("PATH", bin + File.pathSeparator + System.getenv("PATH"));
        Result result = finish(start(script));
        assertThat(result.code).isEqualTo(2);
        assertThat(result.err).endsWith("slm-lab: the working folder does not exist any more; cd to one that does\n");
        assertThat(result.err.lines()).hasSizeLessThan(4); // the shells have a line each about it
        assertThat(result.out).isEmpty();
    }

    @Test
    void worksThroughASymlinkFromAnotherFolder() throws Exception {
        jdk("my jdks/a", "25.0.3");
        Path link = Files.createSymbolicLink(bin.resolve("lab"), project.resolve("slm-lab"));
        assertThat(finish(start(link)).code).isZero();
        assertThat(builds()).hasSize(1);
    }

    @Test
    void printedCommandsHaveTheNameOnThePathOrThePathThatWasCalled() throws Exception {
        jdk("my jdks/a", "25.0.3");
        assertThat(run().args()).contains("-Dslmlab.command=" + project.resolve("slm-lab"));
        Path link = Files.createSymbolicLink(bin.resolve("slm-lab"), project.resolve("slm-lab"));
        assertThat(finish(start(link)).args()).contains("-Dslmlab.command=slm-lab");
        assertThat(run().args()).contains("-Dslmlab.command=" + project.resolve("slm-lab"));
    }

    /// Make a fake JDK, or turn the one that is there into another version.
    private Path jdk(String name, String version) throws IOException {
        Path home = temp.resolve(name);
        Files.createDirectories(home.resolve("bin"));
        script(home.resolve("bin/java"), STUB_JAVA);
        script(home.resolve("bin/javac"), STUB_JAVA);
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"Test\"\nJAVA_VERSION=\"" + version + "\"\n");
        return home;
    }

    /// The JDKs that Maven was called with, one for each build.
    private List<String> builds() throws IOException {
        return Files.readAllLines(project.resolve("maven-calls"));
    }

    private static String classPath(Result result) {
        return result.args().get(result.args().indexOf("-cp") + 1);
    }

    private Result run(String... args) throws Exception {
        return finish(start(project.resolve("slm-lab"), args));
    }

    private Process start(Path launcher, String... args) throws IOException {
        List<String> command =
                Stream.concat(Stream.of(launcher.toString()), Stream.of(args)).toList();
        ProcessBuilder builder = new ProcessBuilder(command).directory(temp.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder.start();
    }

    private static Result finish(Process process) throws Exception {
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        return new Result(process.exitValue(), out, err);
    }

    private static void script(Path path, String text) throws IOException {
        Files.writeString(path, text);
        assertThat(path.toFile().setExecutable(true)).isTrue();
    }

    private static Path onPath(String tool) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(folder -> Path.of(folder, tool))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new AssertionError(tool + " is not on PATH"));
    }

    /// Find the project: the tests run in its folder or in a module's.
    private static Path projectFolder() {
        Path here = Path.of("").toAbsolutePath();
        return Stream.of(here, here.resolve("..").normalize())
                .filter(folder -> Files.isRegularFile(folder.resolve("slm-lab")))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no launcher in or above " + here));
    }
}
