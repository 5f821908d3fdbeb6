package slmlab.cli.remote;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slmlab.cli.DataFolder;
import slmlab.cli.InputCommand;
import slmlab.cli.JsonFlag;
import slmlab.cli.TextColumns;
import slmlab.remote.RemoteException;
import slmlab.remote.RemoteRun;
import slmlab.remote.RemoteRuns;
import slmlab.remote.SshRuns;

/// `slm-lab remote ps`: which runs there are on other machines, and how they are.
@Command(
        name = "ps",
        header = "List the runs on other machines and ask how they are.",
        footer = {"  slm-lab remote ps", "  slm-lab remote ps --offline --json"})
final class RemotePsCommand extends InputCommand {
    @Mixin
    private final DataFolder data = new DataFolder();

    @Option(names = "--offline", description = "show what is known without asking the machines")
    private boolean offline;

    @Mixin
    private final JsonFlag json = new JsonFlag();

    @Override
    protected void run(PrintWriter out) {
        json.check();
        RemoteRuns runs = new RemoteRuns(data.path());
        if (!offline) {
            ask(runs, runs.all(err()::println));
        }
        List<RemoteRun> known = runs.all(_ -> {});
        PrintWriter text = json.text(out);
        if (known.isEmpty()) {
            text.println("no remote runs in %s; slm-lab run-remote starts one".formatted(data.path()));
        } else {
            List<List<String>> rows = new ArrayList<>();
            rows.add(List.of("run", "where", "spec", "mode", "state", "since", "sign of life", ""));
            known.forEach(run -> rows.add(row(run)));
            TextColumns.aligned(rows).forEach(text::println);
        }
        json.write(() -> Map.of("runs", known), out);
    }

    private static List<String> row(RemoteRun run) {
        return List.of(
                run.name(),
                run.place().toString(),
                run.task().name(),
                run.task().mode(),
                run.sign().state(),
                ago(run.started()),
                ago(run.sign().seen()),
                run.fetched().isEmpty() ? run.sign().note() : (run.sign().note() + " fetched").strip());
    }

    /// Ask each machine once, all of them at the same time.
    private void ask(RemoteRuns runs, List<RemoteRun> all) {
        Map<RemoteRun.Place, List<RemoteRun>> places = new LinkedHashMap<>();
        for (RemoteRun run : all) {
            if (run.sign().isOpen() || run.sign().state().equals("lost")) {
                RemoteRun.Place place = run.place();
                places.computeIfAbsent(
                                new RemoteRun.Place(place.kind(), place.host(), place.options(), "", ""),
                                _ -> new ArrayList<>())
                        .add(run);
            }
        }
        try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
            Stream<Future<String>> answers =
                    places.values().stream().map(there -> pool.submit(() -> askOne(runs, there))).toList().stream();
            answers.map(RemotePsCommand::problem)
                    .filter(problem -> !problem.isEmpty())
                    .forEach(err()::println);
        }
    }

    private static String problem(Future<String> answer) {
        try {
            return answer.get();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return "interrupted";
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException thrown ? thrown : new IllegalStateException(e);
        }
    }

    /// Return what went wrong; empty for nothing.
    private static String askOne(RemoteRuns runs, List<RemoteRun> there) {
        try {
            if (there.getFirst().place().isSsh()) {
                new SshRuns(runs, _ -> {}, Project.hasTerminal()).look(there);
            } else {
                Project.dstack(runs).look(there);
            }
            return "";
        } catch (RemoteException | IllegalArgumentException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /// Return how long ago a time was, in words.
    static String ago(String time) {
        try {
            Duration age = Duration.between(Instant.parse(time), Instant.now());
            long seconds = Math.max(0, age.toSeconds());
            if (seconds < 120) {
                return seconds + " s ago";
            }
            return seconds < 7200
                    ? seconds / 60 + " min ago"
                    : seconds < 172_800 ? seconds / 3600 + " h ago" : seconds / 86_400 + " d ago";
        } catch (DateTimeParseException _) {
            return "–";
        }
    }
}
