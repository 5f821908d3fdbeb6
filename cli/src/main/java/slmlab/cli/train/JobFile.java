package slmlab.cli.train;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import slmlab.cli.Cli;
import slmlab.cli.Interrupt;
import slmlab.cli.Main;
import slmlab.cli.SpecPaths;
import slmlab.experiment.plan.Plan;
import slmlab.file.JsonFile;
import slmlab.spec.SpecFile;
import slmlab.spec.text.SpecException;

/// A batch of runs, as SLM-Lab has it: `{"spec file": {"spec name": "mode"}}`.
///
/// All are checked before the first starts. As many run at a time as there are threads for their sessions; a failed
/// one does not stop the others.
final class JobFile {
    private static final List<String> SHOWN =
            List.of("trial_metrics: ", "stopped; resume with: ", "Uploading ", "uploaded ");

    private final Path file;
    private final List<String> flags;
    private final int threads;

    /// @param flags for each of the runs
    /// @param threads that all of them share
    JobFile(Path file, List<String> flags, int threads) {
        this.file = file;
        this.flags = flags;
        this.threads = threads;
    }

    /// One run.
    private record Entry(String spec, String name, String mode, int sessions) {
        @Override
        public String toString() {
            return spec + " " + name + " " + mode;
        }
    }

    /// Run them all and return the highest exit code.
    int run(PrintWriter out, PrintWriter err) {
        List<Entry> entries = read();
        Semaphore free = new Semaphore(threads, true);
        List<Future<Integer>> runs = new ArrayList<>();
        try (Interrupt _ = new Interrupt(() -> "the runs of the job", () -> "each run says how to resume it");
                ExecutorService pool = Executors.newThreadPerTaskExecutor(
                        Thread.ofPlatform().daemon().factory())) {
            for (Entry entry : entries) {
                int wanted = Math.min(threads, entry.sessions);
                free.acquireUninterruptibly(wanted);
                runs.add(pool.submit(() -> {
                    try {
                        return Interrupt.isStopping() ? Cli.DONE : runOne(entry, wanted, out, err);
                    } finally {
                        free.release(wanted);
                    }
                }));
            }
        }
        return runs.stream().mapToInt(Future::resultNow).max().orElse(Cli.DONE);
    }

    private int runOne(Entry entry, int wanted, PrintWriter out, PrintWriter err) {
        long began = System.nanoTime();
        StringWriter said = new StringWriter();
        StringWriter wrong = new StringWriter();
        CommandLine line = Cli.of(new Main());
        line.setOut(new PrintWriter(said)).setErr(new PrintWriter(wrong));
        List<String> words = new ArrayList<>(List.of("run", entry.spec, entry.name, entry.mode, "--quiet"));
        words.addAll(flags);
        words.removeIf(word -> word.startsWith("--threads"));
        words.add("--threads=" + wanted);
        int code = line.execute(words.toArray(String[]::new));
        String result = Stream.of(said.toString().split("\n", -1))
                .filter(each -> SHOWN.stream().anyMatch(each::startsWith))
                .collect(Collectors.joining("  "));
        synchronized (this) {
            out.println(String.format(
                    Locale.ROOT,
                    "job: %s: %s after %.1f s  %s",
                    entry,
                    outcome(code, result),
                    (System.nanoTime() - began) / 1e9,
                    result));
            out.flush();
            err.print(wrong);
            err.flush();
        }
        return code;
    }

    private static String outcome(int code, String result) {
        if (code != Cli.DONE) {
            return "failed";
        }
        return result.contains("stopped; ") ? "stopped" : "done";
    }

    private List<Entry> read() {
        List<Entry> entries = new ArrayList<>();
        if (!(JsonFile.read(file) instanceof Map<?, ?> job) || job.isEmpty()) {
            throw wrong();
        }
        List<String> problems = new ArrayList<>();
        job.forEach((spec, names) -> {
            if (!(names instanceof Map<?, ?> modes)) {
                throw wrong();
            }
            modes.forEach((name, mode) -> {
                if (!(mode instanceof String)) {
                    throw wrong();
                }
                entries.add(entry(spec.toString(), name.toString(), mode.toString(), problems));
            });
        });
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException("%s: nothing was run: %s".formatted(file, String.join("; ", problems)));
        }
        return entries;
    }

    private static Entry entry(String spec, String name, String mode, List<String> problems) {
        if (!mode.equals("dev") && !mode.equals("train") && !mode.startsWith("train@")) {
            problems.add("%s %s: mode '%s'; needs dev, train or train@latest".formatted(spec, name, mode));
        }
        int sessions = 1;
        try {
            Plan plan = Plan.read(SpecFile.read(SpecPaths.find(spec), Map.of()), name);
            sessions = mode.equals("dev") ? 1 : plan.meta().maxSession();
        } catch (SpecException | IllegalArgumentException e) {
            problems.add(String.valueOf(e.getMessage()));
        }
        return new Entry(spec, name, mode, sessions);
    }

    private IllegalArgumentException wrong() {
        return new IllegalArgumentException(
                "%s is not a job file: needs {\"spec file\": {\"spec name\": \"mode\"}}".formatted(file));
    }
}
