package slmlab.bridge.gym;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.env.Step;
import slmlab.env.VecEnv;

/// A lab that is killed leaves neither a worker nor a file, whatever its workers are doing.
@Tag("python")
class KilledLabTest {

    @ParameterizedTest
    @ValueSource(strings = {"none", "hang", "import", "children"})
    void aKilledLabLeavesNothing(String fault) throws IOException, InterruptedException {
        PythonTestEnvs.python();
        Process lab = lab(fault);
        List<ProcessHandle> workers = new ArrayList<>();
        try (BufferedReader out = lab.inputReader(StandardCharsets.UTF_8)) {
            for (String line = out.readLine(); line != null && !line.equals("stepping"); line = out.readLine()) {
                if (line.startsWith("worker ")) {
                    ProcessHandle.of(Long.parseLong(line.substring(7))).ifPresent(workers::add);
                }
            }
            assertThat(workers).hasSize(fault.equals("children") ? 2 + 4 : 2);
            lab.destroyForcibly().waitFor();
        }
        for (ProcessHandle worker : workers) {
            assertThat(worker.onExit()).as("worker %s", worker.pid()).succeedsWithin(60, TimeUnit.SECONDS);
        }
        assertThat(names(lab)).isEmpty();
    }

    /// The interpreter never connects, so that only the lab knows of the socket.
    @Test
    void aLabThatIsAskedToEndBeforeAWorkerConnectsLeavesNothing(@TempDir Path temp)
            throws IOException, InterruptedException {
        Path sleeper = Files.writeString(temp.resolve("python"), "#!/bin/sh\nexec sleep 20\n");
        assertThat(sleeper.toFile().setExecutable(true)).isTrue();
        Process lab = lab("connect", sleeper.toString());
        try (BufferedReader out = lab.inputReader(StandardCharsets.UTF_8)) {
            assertThat(out.lines().anyMatch("stepping"::equals)).isTrue();
            assertThat(names(lab)).isNotEmpty();
            lab.destroy();
            lab.waitFor();
        }
        assertThat(names(lab)).isEmpty();
    }

    private static List<Path> names(Process lab) throws IOException {
        String own = "slm-lab-" + lab.pid() + "-";
        try (Stream<Path> files = Files.list(WorkerProgram.folder())) {
            return files.filter(file -> file.getFileName().toString().startsWith(own))
                    .toList();
        }
    }

    /// The lab to be killed: in the middle of steps, of a step that hangs, while its workers start, or with
    /// processes that its envs have started, or before a worker connects.
    public static void main(String[] args) {
        if (args[0].equals("connect")) {
            WorkerProgram sleeper = new WorkerProgram(Path.of(args[1]), "", Map.of(), Map.of());
            PythonWorker worker = new PythonWorker(sleeper, 0, 1, true, 60_000);
            System.out.println("stepping");
            Hello _ = worker.open();
        }
        if (args[0].equals("import")) {
            Thread.ofPlatform().daemon().start(() -> tell(2));
        }
        boolean parents = args[0].equals("children");
        Map<String, Object> arguments = Map.of("fault", args[0], "at", 1000, "length", 1_000_000);
        String id = parents ? ChildProcessTest.PARENT : PythonTestEnvs.EXOTIC + "Faulty-v0";
        try (VecEnv env = PythonTestEnvs.make(id, 2, arguments, 2)) {
            Step step = env.reset(1);
            if (parents) {
                ChildProcessTest.children(step).forEach(child -> System.out.println("worker " + child.pid()));
            }
            if (!args[0].equals("import")) {
                tell(2);
            }
            while (true) {
                env.step(PythonTestEnvs.zeros(env));
            }
        }
    }

    private static Process lab(String... arguments) throws IOException {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--add-modules=jdk.incubator.vector",
                "-cp",
                classPath(),
                KilledLabTest.class.getName()));
        words.addAll(List.of(arguments));
        return new ProcessBuilder(words).redirectErrorStream(true).start();
    }

    /// Return the class path of this test: some launchers load it themselves.
    private static String classPath() {
        return KilledLabTest.class.getClassLoader() instanceof URLClassLoader loader
                ? Stream.of(loader.getURLs()).map(URL::getPath).collect(Collectors.joining(File.pathSeparator))
                : System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    private static void tell(int workers) {
        List<ProcessHandle> all = List.of();
        while (all.size() < workers) {
            all = ProcessHandle.current()
                    .children()
                    .filter(child -> child.info().commandLine().orElse("").contains("slm-lab-"))
                    .toList();
        }
        all.forEach(worker -> System.out.println("worker " + worker.pid()));
        System.out.println("stepping");
    }
}
