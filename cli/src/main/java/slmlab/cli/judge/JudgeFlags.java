package slmlab.cli.judge;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import slmlab.cli.CheckpointFlag;
import slmlab.cli.JsonFlag;
import slmlab.cli.Paths;
import slmlab.experiment.CheckpointChoice;
import slmlab.experiment.TrainedAgent;
import slmlab.run.RunFolder;

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

    @Mixin
    private final CheckpointFlag checkpoint = new CheckpointFlag(CheckpointChoice.LAST);

    @Option(names = "--seed", paramLabel = "N", description = "seed of the envs (default: ${DEFAULT-VALUE})")
    private long seed = 1_000_000;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            description = "folder to write numbers and figures to (default: judge in the run folder)")
    private @Nullable Path output;

    @Mixin
    private final JsonFlag json = new JsonFlag();

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
            return TrainedAgent.bestSession(folder);
        }
        if (!folder.sessions().contains(session)) {
            throw new IllegalArgumentException(
                    "--session is %s; %s has the sessions %s".formatted(session, folder.path(), folder.sessions()));
        }
        return session;
    }

    /// Return which weights to judge.
    CheckpointChoice choice() {
        return checkpoint.choice();
    }

    long seed() {
        return seed;
    }

    /// Return the folder for the files, and make it.
    Path folder(RunFolder run) {
        json.check();
        if (output == null) {
            run.refuseLinks();
        }
        Path to = output == null ? run.path().resolve("judge") : output;
        Paths.createFolder("--output", to);
        return to;
    }

    /// Print what was found: as text with the names of the files, or as JSON alone.
    void print(PrintWriter out, List<String> lines, Object numbers, Path... files) {
        PrintWriter text = json.text(out);
        lines.forEach(text::println);
        for (Path file : files) {
            text.println(file);
        }
        json.write(() -> numbers, out);
    }
}
