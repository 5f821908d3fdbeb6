package slmlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import slmlab.board.Board;
import slmlab.experiment.Lab;
import slmlab.experiment.Listener;
import slmlab.experiment.TinySpecs;
import slmlab.run.RunFolder;

/// Damaged, huge, linked and nonsensical run folders: every command that reads a run says in a sentence what is wrong,
/// or works; the dashboard shows each as a row with a note. Nothing prints a stack trace, hangs, takes much memory, or
/// touches what a link leads to.
///
/// `SLM_LAB_FUZZ=3000` makes more of them: a folder meets three commands, and the others in turn.
@Tag("slow")
class HostileRunsTest {
    private static final int COUNT = Integer.parseInt(System.getenv().getOrDefault("SLM_LAB_FUZZ", "300"));
    private static final int PATIENCE = 60; // seconds; only what hangs takes as long
    private static final long MOST_BYTES = 600L << 20; // allocated by one command

    /// The commands that read a run, and how they are called.
    private static final Map<String, Function<HostileRun, List<String>>> READERS = readers();

    /// The commands that read no run, whose other files have tests of their own.
    private static final Set<String> OTHERS = Set.of(
            "bench",
            "benchmark report",
            "calc batch",
            "calc buffer",
            "check",
            "commands",
            "env baseline",
            "env check",
            "env play",
            "env probe",
            "env rollout",
            "env suite",
            "flow list",
            "flow resume",
            "flow run",
            "flow show",
            "graduate", // reads a dataset
            "import",
            "java",
            "javac",
            "list",
            "mdp solve",
            "metrics explain",
            "metrics list",
            "metrics reference",
            "new",
            "pull",
            "push", // needs a dataset first: HubCommandsTest
            "python-host",
            "remote fetch",
            "remote logs",
            "remote ps",
            "remote resume",
            "remote stop",
            "run-remote",
            "search-worker",
            "select",
            "serve", // serves until it is stopped; what it loads: HostileFileTest
            "setup",
            "skills check",
            "skills install",
            "skills list",
            "skills uninstall",
            "spec audit",
            "spec explain",
            "spec reference",
            "spec schema",
            "study best",
            "study export",
            "study list",
            "study plot",
            "study show",
            "validate");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private static Path temp;

    private static final List<HostileRun> RUNS = new ArrayList<>();

    private static Map<String, Function<HostileRun, List<String>>> readers() {
        Map<String, Function<HostileRun, List<String>>> all = new LinkedHashMap<>();
        all.put("checkpoint list", run -> List.of("checkpoint", "list", path(run)));
        all.put("checkpoint verify", run -> List.of("checkpoint", "verify", path(run)));
        all.put("diagnose", run -> List.of("diagnose", path(run)));
        all.put(
                "compare",
                run -> List.of("compare", path(run), temp.resolve("good").toString()));
        all.put("plot", run -> List.of("plot", "-f", path(run), "-o", out()));
        all.put("eval", run -> List.of("eval", path(run), "--episodes", "1"));
        all.put("export", run -> List.of("export", path(run), out() + "/policy.safetensors"));
        all.put("benchmark intake", run -> List.of("benchmark", "intake", path(run), "--docs", out()));
        all.put(
                "eval attack",
                run -> List.of("eval", "attack", path(run), "--episodes", "1", "--attack", "random", "-o", out()));
        all.put("eval ood", run -> List.of("eval", "ood", path(run), "--episodes", "1", "-o", out()));
        all.put("explain", run -> List.of("explain", path(run), "--states", "16", "-o", out()));
        all.put("dossier", run -> List.of("dossier", path(run), "--episodes", "1", "-o", out()));
        all.put("surface", run -> List.of("surface", path(run), "-o", out()));
        all.put(
                "plot-list",
                run -> List.of("plot-list", "-d", String.valueOf(run.folder().getParent())));
        all.put(
                "benchmark status",
                run -> List.of(
                        "benchmark", "status", "-d", String.valueOf(run.folder().getParent()), "--docs", out()));
        all.put("dashboard", run -> List.of("dashboard", path(run), "--port", "-1")); // the page itself is below
        all.put(
                "run",
                run -> List.of(
                        "run",
                        temp.resolve("ppo.json").toString(),
                        "train@" + path(run),
                        "--quiet",
                        "--max-frame",
                        "1204"));
        all.put("retro", run -> List.of("retro", path(run)));
        all.put("checkpoint prune", run -> List.of("checkpoint", "prune", path(run), "--last", "1", "--states"));
        return all;
    }

    private static String path(HostileRun run) {
        return run.folder().toString();
    }

    private static String out() {
        return temp.resolve("out").toString();
    }

    @BeforeAll
    static void begin() throws IOException {
        Path data = temp.resolve("data");
        Path outside = Files.createDirectories(temp.resolve("outside"));
        Files.createDirectories(temp.resolve("out"));
        String meta = "\"max_session\": 2, \"keep\": {\"every\": 400, \"last\": 2}";
        RunFolder run = Lab.run(TinySpecs.plan(temp, "ppo", "", meta), TinySpecs.options(temp), Listener.NONE)
                .folder();
        HostileRun.copy(run.path(), temp.resolve("good"));
        HostileRun.copy(run.path(), outside.resolve("run"));
        for (String part : List.of("info", "model", "state", "log", "graph")) {
            HostileRun.copy(run.path().resolve(part), outside.resolve(part));
        }
        Files.createDirectory(data);
        for (int seed = 0; seed < COUNT; seed++) {
            RUNS.add(HostileRun.make(run.path(), data, outside, seed));
        }
    }

    /// A new command is either tried here or has a reason not to be.
    @Test
    void everyCommandIsInOneOfTheLists() {
        Set<String> all = new TreeSet<>();
        leaves("", Cli.of(new Main()), all);
        Set<String> known = new TreeSet<>(READERS.keySet());
        known.addAll(OTHERS);
        assertThat(all).isEqualTo(known);
    }

    private static void leaves(String name, CommandLine line, Set<String> to) {
        boolean isLeaf = line.getSubcommands().isEmpty() || name.equals("eval"); // which is also a command by itself
        if (isLeaf) {
            to.add(name);
        }
        Set<CommandLine> subcommands = new LinkedHashSet<>(line.getSubcommands().values()); // an alias names one again
        subcommands.forEach(sub -> leaves((name + " " + sub.getCommandName()).strip(), sub, to));
    }

    /// What one call did.
    private record Call(CommandResult result, long bytes) {}

    @Test
    void everyCommandSaysWhatIsWrongInASentence() throws Exception {
        String before = content(temp.resolve("outside"));
        List<String> faults = new ArrayList<>();
        Map<String, int[]> codes = new TreeMap<>();
        Map<String, Long> nanos = new TreeMap<>();
        List<String> commands = List.copyOf(READERS.keySet());
        List<String> always = commands.subList(0, 3);
        List<String> inTurn =
                commands.subList(3, commands.size()); // they play, draw or train where the folder lets them
        ExecutorService thread =
                Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().factory());
        try {
            for (int i = 0; i < RUNS.size(); i++) {
                List<String> tried = new ArrayList<>(always);
                tried.add(inTurn.get(i % inTurn.size()));
                for (String command : tried) {
                    HostileRun run = RUNS.get(i);
                    String[] words = Objects.requireNonNull(READERS.get(command))
                            .apply(run)
                            .toArray(String[]::new);
                    long start = System.nanoTime();
                    Future<Call> future = thread.submit(() -> call(words));
                    Call call;
                    try {
                        call = future.get(PATIENCE, TimeUnit.SECONDS);
                    } catch (TimeoutException | ExecutionException e) {
                        faults.add("%s (%s): %s".formatted(command, run.did(), e));
                        assertThat(faults).as("a command hangs or throws").isEmpty();
                        throw e;
                    }
                    nanos.merge(command, System.nanoTime() - start, Long::sum);
                    codes.computeIfAbsent(command, _ -> new int[3])[call.result.code()]++;
                    String problem = problem(call);
                    if (!problem.isEmpty()) {
                        faults.add("%s (%s): %s".formatted(command, run.did(), problem));
                        System.out.println(faults.getLast()); // at once: the run may be long
                    }
                }
            }
        } finally {
            thread.shutdownNow(); // does not wait for a command that hangs
        }
        if (System.getenv("SLM_LAB_FUZZ_TIMES") != null) {
            nanos.forEach((command, time) -> System.out.println("%s %s ms, exit codes %s"
                    .formatted(command, time / 1_000_000, Arrays.toString(codes.get(command)))));
        }
        assertThat(faults).isEmpty();
        assertThat(codes.keySet()).isEqualTo(new TreeSet<>(READERS.keySet()));
        assertThat(codes.values().stream()
                        .mapToInt(count -> count[Cli.WRONG_INPUT])
                        .sum())
                .isGreaterThan(RUNS.size() / 10);
        assertThat(content(temp.resolve("outside"))).isEqualTo(before);
    }

    private static Call call(String... words) {
        ThreadMXBean memory = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = memory.getCurrentThreadAllocatedBytes();
        CommandResult result = CommandResult.of(words);
        return new Call(result, memory.getCurrentThreadAllocatedBytes() - before);
    }

    /// Return what a command did that it should not; empty if nothing.
    private static String problem(Call call) {
        String text = call.result.out() + call.result.err();
        if (text.contains("\tat ")) {
            return "stack trace: " + call.result.err().lines().limit(6).toList();
        }
        if (call.result.code() == Cli.WRONG_INPUT && call.result.err().lines().count() > 12) {
            return "a long message: " + call.result.err().lines().limit(14).toList();
        }
        if (call.result.code() != Cli.DONE
                && call.result.out().isBlank()
                && call.result.err().isBlank()) {
            return "exit code %s without a word".formatted(call.result.code());
        }
        if (call.result.err().contains("null") && call.result.err().matches("(?s).*: null\\s*(\n.*)?")) {
            return "says null: " + call.result.err();
        }
        if (text.length() > 100_000) {
            return "%s characters of output".formatted(text.length());
        }
        return call.bytes > MOST_BYTES ? "%s MB of memory".formatted(call.bytes >> 20) : "";
    }

    /// Return names, sizes and times of all files.
    private static String content(Path folder) throws IOException {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted().toList()) {
                all.append(file)
                        .append(
                                Files.isRegularFile(file)
                                        ? " " + Files.size(file) + " " + Files.getLastModifiedTime(file)
                                        : "")
                        .append('\n');
            }
        }
        return all.toString();
    }

    @Test
    void theDashboardShowsEveryFolderAndTheGoodOne() throws IOException, InterruptedException {
        Path data = temp.resolve("data");
        if (Files.notExists(data.resolve("good_2026_11_17_999999"))) {
            HostileRun.copy(temp.resolve("good"), data.resolve("good_2026_11_17_999999"));
        }
        List<String> faults = new ArrayList<>();
        try (Board board = Board.open(data, 0);
                HttpClient client = HttpClient.newHttpClient()) {
            String list = get(client, board, "runs").body();
            for (int i = 0; list.contains("\"reading\":true") && i < 600; i++) {
                TimeUnit.MILLISECONDS.sleep(100);
                list = get(client, board, "runs").body();
            }
            assertThat(list).contains("\"problem\":\"\"").contains("\"id\":\"good_2026_11_17_999999\"");
            for (HostileRun run : RUNS) {
                String id = String.valueOf(run.folder().getFileName());
                if (RunFolder.isRun(run.folder()) && !list.contains("\"id\":\"" + id + "\"")) {
                    faults.add("not in the list: " + run.did());
                }
                for (String page : List.of("run", "curves", "spec", "log", "files")) {
                    HttpResponse<String> answer = get(client, board, page + "?id=" + word(id));
                    if (!Set.of(200, 404, 422).contains(answer.statusCode())) {
                        faults.add("%s of %s: %s".formatted(page, run.did(), answer.body()));
                    }
                }
            }
        }
        assertThat(faults).isEmpty();
        assertThat(RUNS).hasSizeGreaterThanOrEqualTo(300);
        assertThat(IntStream.range(0, 50)
                        .mapToObj(i -> RUNS.get(i).did())
                        .distinct()
                        .count())
                .isGreaterThan(40);
    }

    private static String word(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static HttpResponse<String> get(HttpClient client, Board board, String path)
            throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create(board.address() + "api/" + path))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
