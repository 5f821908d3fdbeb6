package slmlab.cli.inspect;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import slmlab.cli.Cli;
import slmlab.cli.CommandGroup;
import slmlab.cli.InputCommand;
import slmlab.cli.RunArgument;
import slmlab.cli.TextColumns;
import slmlab.experiment.Checkpoint;
import slmlab.experiment.state.RunLock;
import slmlab.experiment.state.StateFolder;
import slmlab.file.Folders;
import slmlab.run.RunFolder;

/// `slm-lab checkpoint`: the checkpoints of a run.
@Command(
        name = "checkpoint",
        aliases = "ckpt",
        header = "List, verify or prune the checkpoints of a run.",
        subcommands = {CheckpointCommand.ListAll.class, CheckpointCommand.Verify.class, CheckpointCommand.Prune.class},
        footer = {"  slm-lab checkpoint list latest", "  slm-lab checkpoint verify latest"})
public final class CheckpointCommand extends CommandGroup {
    private static final double MEGA = 1e6;

    private static String shown(double number) {
        return Double.isNaN(number) ? "–" : String.format(Locale.ROOT, "%.2f", number);
    }

    private static String size(long bytes) {
        return String.format(Locale.ROOT, "%.2f MB", bytes / MEGA);
    }

    /// `slm-lab checkpoint list`.
    @Command(
            name = "list",
            header = "List the weights of a run and the states it can resume from.",
            footer = {"  slm-lab checkpoint list latest", "  slm-lab checkpoint list data/ppo_cartpole_1"})
    static final class ListAll extends InputCommand {
        @Mixin
        private final RunArgument run = new RunArgument();

        @Override
        protected void run(PrintWriter out) {
            RunFolder folder = run.folder();
            List<List<String>> rows = new ArrayList<>();
            rows.add(List.of("SESSION", "KIND", "FRAME", "MEAN RETURN", "SIZE", "FILE"));
            for (Checkpoint each : Checkpoint.all(folder)) {
                rows.add(List.of(
                        String.valueOf(each.session()),
                        each.kind(),
                        each.frame() < 0 ? "–" : String.format(Locale.ROOT, "%,d", each.frame()),
                        shown(each.meanReturn()),
                        size(each.bytes()),
                        folder.path().relativize(each.file()).toString()));
            }
            for (int session : folder.sessions()) {
                for (Path state : new StateFolder(folder.state(session)).all()) {
                    rows.add(List.of(
                            String.valueOf(session),
                            "state",
                            String.format(Locale.ROOT, "%,d", Long.parseLong(String.valueOf(state.getFileName()))),
                            "–",
                            size(Folders.size(state)),
                            folder.path().relativize(state).toString()));
                }
            }
            TextColumns.aligned(rows).forEach(out::println);
        }
    }

    /// `slm-lab checkpoint verify`.
    @Command(
            name = "verify",
            header = "Read every checkpoint of a run; exit code 1 if one is damaged.",
            footer = {"  slm-lab checkpoint verify latest", "  slm-lab checkpoint verify data/ppo_cartpole_1"})
    static final class Verify implements Callable<Integer> {
        @Mixin
        private final RunArgument run = new RunArgument();

        @Spec
        @SuppressWarnings("NullAway.Init") // picocli sets it
        private CommandSpec spec;

        @Override
        public Integer call() {
            PrintWriter out = spec.commandLine().getOut();
            try {
                RunFolder folder = run.folder();
                Map<Path, String> problems = new LinkedHashMap<>();
                Checkpoint.all(folder).forEach(each -> problems.put(each.file(), each.problem()));
                folder.sessions().forEach(session -> problems.putAll(new StateFolder(folder.state(session)).verify()));
                problems.forEach((file, problem) -> out.println("%s %s%s"
                        .formatted(
                                problem.isEmpty() ? "✓" : "✗",
                                folder.path().relativize(file),
                                problem.isEmpty() ? "" : ": " + problem)));
                long damaged = problems.values().stream()
                        .filter(each -> !each.isEmpty())
                        .count();
                out.println("%s checkpoints: %s damaged".formatted(problems.size(), damaged == 0 ? "none" : damaged));
                return damaged == 0 ? Cli.DONE : Cli.FAILED;
            } catch (IllegalArgumentException e) {
                throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
            }
        }
    }

    /// `slm-lab checkpoint prune`.
    @Command(
            name = "prune",
            header = "Delete kept weights of a run, or the states it resumes from.",
            footer = {
                "  slm-lab checkpoint prune latest --last 1 --top 1 --dry-run",
                "  slm-lab checkpoint prune latest --states"
            })
    static final class Prune extends InputCommand {
        @Mixin
        private final RunArgument run = new RunArgument();

        @Option(
                names = "--last",
                paramLabel = "N",
                description = "of the weights that meta.keep wrote, keep the N newest of each session")
        private @Nullable Integer last;

        @Option(names = "--top", paramLabel = "N", description = "and the N with the highest mean return (default: 0)")
        private int top;

        @Option(names = "--states", description = "delete the states too: the run can then no longer be resumed")
        private boolean states;

        @Option(names = "--dry-run", description = "only say what would be deleted")
        private boolean dry;

        @Override
        protected void run(PrintWriter out) {
            if (last == null && !states) {
                throw new IllegalArgumentException("nothing to delete; give --last N, --states, or both");
            }
            if (top < 0 || (last != null && last < 0)) {
                throw new IllegalArgumentException("--last and --top need at least 0");
            }
            if (top > 0 && last == null) {
                throw new IllegalArgumentException("--top needs --last N; otherwise all are kept");
            }
            RunFolder folder = run.folder();
            folder.refuseLinks();
            try (RunLock _ = RunLock.take(folder)) {
                long bytes = 0;
                int count = 0;
                for (int session : folder.sessions()) {
                    List<Checkpoint> kept = Checkpoint.all(folder).stream()
                            .filter(each -> each.isKept() && each.session() == session)
                            .toList();
                    for (Checkpoint each : last == null ? List.<Checkpoint>of() : Checkpoint.surplus(kept, last, top)) {
                        out.println(each.file());
                        bytes += each.bytes();
                        count++;
                        if (!dry) {
                            each.delete();
                        }
                    }
                    if (states && folder.lastState(session).isPresent()) {
                        out.println(folder.state(session));
                        bytes += Folders.size(folder.state(session));
                        count++;
                        if (!dry) {
                            deleteStates(folder.state(session));
                        }
                    }
                }
                out.println(
                        "%s %s files and folders, %s".formatted(dry ? "would delete" : "deleted", count, size(bytes)));
            }
        }

        private static void deleteStates(Path folder) {
            try {
                Folders.delete(folder);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot delete %s: %s".formatted(folder, e.getMessage()), e);
            }
        }
    }
}
