package slmlab.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.env.Env;
import slmlab.env.check.EnvCheck;

/// A user's env in a jar of its own: the one of docs/envs.md, as it stands there.
class EnvJarTest {
    private static final String SERVICE = "META-INF/services/slmlab.env.EnvProvider";
    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Pattern CLASS = Pattern.compile("public final class (\\w+)");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @Test
    void theDocumentedEnvKeepsTheContract() throws Exception {
        URL jar = jar(documented(), "my.envs.MyEnvs").toUri().toURL();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {jar})) {
            Class<?> corridor = loader.loadClass("my.envs.Corridor");
            List<EnvCheck.Finding> findings = EnvCheck.run("Corridor-v0", () -> instance(corridor), 100);
            assertThat(findings)
                    .hasSizeGreaterThan(10)
                    .noneMatch(finding ->
                            finding.level() == EnvCheck.Level.BROKEN || finding.level() == EnvCheck.Level.WARNING);
        }
    }

    @Test
    void theDocumentedEnvIsKnownToEveryCommand() throws Exception {
        Path jar = jar(documented(), "my.envs.MyEnvs");
        CommandResult list = slmLab(jar, "list", "envs");
        assertThat(list.code()).isZero();
        assertThat(list.out())
                .containsPattern("Corridor-v0 +Box\\(.* Discrete\\(2\\) +100")
                .contains("CartPole-v1 ");
        CommandResult check = slmLab(jar, "env", "check", "Corridor-v0");
        assertThat(check.out()).contains("✓ same seed").doesNotContain("✗");
        assertThat(check.code()).isZero();
        CommandResult rollout = slmLab(jar, "env", "rollout", "Corridor-v0", "--steps", "3", "--seed", "2");
        assertThat(rollout.code()).isZero();
        assertThat(rollout.out()).startsWith("{\"env\":\"Corridor-v0\",\"seed\":2,\"observations\":[[");
    }

    @Test
    void anAgentLearnsTheDocumentedEnv() throws Exception {
        Path spec = temp.resolve("corridor.json");
        Files.writeString(spec, """
                {"corridor": {
                  "agent": {
                    "name": "PPO",
                    "algorithm": {"name": "PPO", "gamma": 0.95, "lam": 0.95, "time_horizon": 32, "minibatch_size": 64,
                      "training_epoch": 4, "clip_eps_spec": {"name": "no_decay", "start_val": 0.2}},
                    "memory": {"name": "OnPolicyBatchReplay"},
                    "net": {"type": "MLPNet", "hid_layers": [16], "hid_layers_activation": "tanh",
                      "optim_spec": {"name": "Adam", "lr": 0.01}}},
                  "env": {"name": "Corridor-v0", "num_envs": 8, "max_frame": 20000},
                  "meta": {"distributed": false, "log_frequency": 1000, "max_session": 1}}}
                """);
        Path jar = jar(documented(), "my.envs.MyEnvs");
        Path data = temp.resolve("data");
        CommandResult run = slmLab(jar, "run", spec.toString(), "corridor", "train", "-d", data.toString());
        assertThat(run.code()).as(run.err()).isZero();
        try (Stream<Path> runs = Files.list(data)) {
            String folder = runs.findFirst().orElseThrow().toString();
            CommandResult eval = slmLab(jar, "eval", folder, "--episodes", "20", "--seed", "1");
            // straight there: 6 to 10 steps, of which the last earns 1 and the others −0.1, so 0.3 on average
            assertThat(eval.out()).containsPattern("mean of 1 session: 0\\.[1-4]\\d");
        }
    }

    @Test
    void aProviderThatThrowsIsNamed() throws Exception {
        Map<String, String> sources = Map.of("Broken", """
                public final class Broken implements slmlab.env.EnvProvider {
                    public void register() {
                        throw new UnsupportedOperationException("no licence");
                    }
                }
                """);
        Path jar = jar(sources, "Broken");
        for (String[] command : new String[][] {{"list"}, {"env", "check", "CartPole-v1"}}) {
            assertRefused(slmLab(jar, command), "the env provider Broken failed", "no licence", "take its jar off");
        }
    }

    @Test
    void aProviderThatIsMissingOrIsNoneIsNamed() throws Exception {
        assertRefused(slmLab(jar(Map.of(), "my.Absent"), "list", "envs"), "my.Absent");
        Map<String, String> sources = Map.of("Other", "public final class Other {}");
        assertRefused(slmLab(jar(sources, "Other"), "list", "envs"), "Other");
    }

    @Test
    void anIdThatIsTakenIsRefused() throws Exception {
        Map<String, String> sources = Map.of("Twice", """
                public final class Twice implements slmlab.env.EnvProvider {
                    public void register() {
                        slmlab.env.Envs.register("CartPole-v1", 1, args -> null);
                    }
                }
                """);
        assertRefused(
                slmLab(jar(sources, "Twice"), "list", "envs"), "Twice failed", "CartPole-v1 is registered already");
    }

    @Test
    void anEnvThatCannotBeMadeIsListedAndChecked() throws Exception {
        Map<String, String> sources = Map.of("Fails", """
                public final class Fails implements slmlab.env.EnvProvider {
                    public void register() {
                        slmlab.env.Envs.register("Fails-v0", 7, args -> { throw new IllegalStateException("no map"); });
                    }
                }
                """);
        Path jar = jar(sources, "Fails");
        CommandResult list = slmLab(jar, "list", "envs");
        assertThat(list.code()).isZero();
        assertThat(list.out()).containsPattern("Fails-v0 +fails; see env check").contains("CartPole-v1 ");
        CommandResult check = slmLab(jar, "env", "check", "Fails-v0");
        assertThat(check.code()).isEqualTo(Cli.FAILED);
        assertThat(check.out()).startsWith("✗ spaces").contains("no map");
    }

    private static void assertRefused(CommandResult result, String... words) {
        assertThat(result.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).contains(words).doesNotContain("\tat ");
    }

    /// The classes of the page, by name.
    private static Map<String, String> documented() throws IOException {
        Path here = Path.of("").toAbsolutePath();
        Path page = Files.exists(here.resolve("docs")) ? here.resolve("docs") : here.resolve("../docs");
        Map<String, String> sources = new LinkedHashMap<>();
        Matcher block = BLOCK.matcher(Files.readString(page.resolve("envs.md")));
        while (block.find()) {
            Matcher name = CLASS.matcher(block.group(1));
            assertThat(name.find()).isTrue();
            sources.put(name.group(1), block.group(1));
        }
        assertThat(sources).containsOnlyKeys("Corridor", "MyEnvs");
        return sources;
    }

    /// Compiles sources into a jar that names a provider.
    private Path jar(Map<String, String> sources, String provider) throws IOException {
        Path classes = Files.createDirectories(temp.resolve("classes " + provider));
        Path service = Files.createDirectories(classes.resolve(SERVICE).getParent());
        Files.writeString(service.resolve("slmlab.env.EnvProvider"), provider + "\n");
        List<String> args = new ArrayList<>(List.of("-d", classes.toString(), "-cp", classPath()));
        for (Map.Entry<String, String> source : sources.entrySet()) {
            Path file = temp.resolve(source.getKey() + ".java");
            args.add(Files.writeString(file, source.getValue()).toString());
        }
        if (!sources.isEmpty()) {
            JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler());
            assertThat(compiler.run(null, null, null, args.toArray(String[]::new)))
                    .isZero();
        }
        Path jar = temp.resolve(provider + ".jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file);
                Stream<Path> files = Files.walk(classes)) {
            for (Path each : files.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new ZipEntry(classes.relativize(each).toString()));
                Files.copy(each, out);
            }
        }
        return jar;
    }

    /// Runs a command in a JVM of its own, as the launcher does: providers are looked for once.
    private static CommandResult slmLab(Path jar, String... args) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-modules=jdk.incubator.vector",
                "-Dstdout.encoding=UTF-8",
                "-cp",
                classPath() + File.pathSeparator + jar,
                "slmlab.cli.Main"));
        command.addAll(List.of(args));
        Path err = Files.createTempFile(jar.getParent(), "err", ".txt"); // a file, so that neither stream can block
        Process process =
                new ProcessBuilder(command).redirectError(err.toFile()).start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), UTF_8);
        return new CommandResult(process.waitFor(), out, Files.readString(err));
    }

    /// Surefire's own class path may be a jar that only points to the real one.
    private static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    private static Env instance(Class<?> type) {
        try {
            return (Env) type.getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }
}
