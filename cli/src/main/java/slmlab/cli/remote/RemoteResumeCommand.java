package slmlab.cli.remote;

import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import slmlab.cli.InputCommand;
import slmlab.remote.RemoteRun;
import slmlab.remote.SshRuns;

/// `slm-lab remote resume`: continue a run that ended before its time, on the machine where it was.
@Command(
        name = "resume",
        header = "Continue a run on another machine from its newest state.",
        footer = {"  slm-lab remote resume ppo-cartpole", "  slm-lab remote resume pong-lam95 -d results"})
final class RemoteResumeCommand extends InputCommand {
    @Mixin
    private final RemoteArgument remote = new RemoteArgument();

    @Override
    protected void run(PrintWriter out) {
        RemoteRun run = remote.run();
        if (!run.place().isSsh()) {
            throw new IllegalArgumentException(
                    "%s was launched by dstack, whose machines are given back; launch it again under another name"
                            .formatted(run.name()));
        }
        RemoteRun now = new SshRuns(remote.runs(), _ -> {}, Project.hasTerminal()).resume(run);
        out.println("%s is %s on %s".formatted(now.name(), now.sign().state(), now.place()));
    }
}
