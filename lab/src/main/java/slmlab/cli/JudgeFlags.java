package slmlab.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import slmlab.experiment.Player;
import slmlab.report.RunFolder;

/// What the commands that judge an agent have in common: which weights, which episodes, where the files go.
final class JudgeFlags {
    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec command;

    @Option(
            names = "--session",
            paramLabel = "N",
            description = "which session (default: the one with the best returns)")
    private @Nullable Integer session;

    @Option(names = "--best", description = "judge the best checkpoint instead of the last")
    private boolean best;

    @Option(names = "--seed", paramLabel = "N", description = "seed of the envs (default: ${DEFAULT-VALUE})")
    private long seed = 1_000_000;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            description = "folder to write numbers and pictures to (default: judge in the run folder)")
    private @Nullable Path output;

    @Option(names = "--json", description = "print the numbers as JSON instead of a table")
    private boolean json;

    /// Refuse options of `eval` in front of a command of it, which would not read them.
    void checkPlace() {
        CommandLine group = command.commandLine().getParent();
        if (group != null && !group.getParseResult().matchedArgs().isEmpty()) {
            throw new IllegalArgumentException("options stand behind the command: slm-lab %s %s RUN …"
                    .formatted(group.getCommandName(), command.name()));
        }
    }

    /// Return the session to judge.
    int session(RunFolder folder) {
        if (session == null) {
            return Player.bestSession(folder);
        }
        if (!folder.sessions(0).contains(session)) {
            throw new IllegalArgumentException(
                    "--session is %s; %s has the sessions %s".formatted(session, folder.path(), folder.sessions(0)));
        }
        return session;
    }

    boolean best() {
        return best;
    }

    long seed() {
        return seed;
    }

    /// Return the folder for the files, and make it.
    Path folder(RunFolder run) {
        if (output == null) {
            run.refuseLinks();
        }
        Path to = output == null ? run.path().resolve("judge") : output;
        Paths.createFolder("--output", to);
        return to;
    }

    /// Print what was found: as text with the names of the files, or as JSON alone.
    void print(PrintWriter out, List<String> lines, Object numbers, Path... files) {
        if (json) {
            out.println(Json.text(numbers));
            return;
        }
        lines.forEach(out::println);
        for (Path file : files) {
            out.println(file);
        }
    }
}
