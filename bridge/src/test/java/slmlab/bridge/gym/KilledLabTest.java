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
        Process lab = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "--add-modules=jdk.incubator.vector",
                        "-cp",
                        classPath(),
                        KilledLabTest.class.getName(),
                        fault)
                .redirectErrorStream(true)
                .start();
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
        String own = "slm-lab-" + lab.pid() + "-";
        try (Stream<Path> files = Files.list(WorkerProgram.folder())) {
            assertThat(files.filter(file -> file.getFileName().toString().startsWith(own)))
                    .isEmpty();
        }
    }

    /// The lab to be killed: in the middle of steps, of a step that hangs, while its workers start, or with
    /// processes that its envs have started.
    public static void main(String[] args) {
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
