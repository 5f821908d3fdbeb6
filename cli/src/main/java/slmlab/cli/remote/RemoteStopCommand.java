package slmlab.cli.remote;

import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import slmlab.cli.Called;
import slmlab.cli.Cli;
import slmlab.cli.InputCommand;
import slmlab.remote.Dstack;
import slmlab.remote.RemoteRun;
import slmlab.remote.SshRuns;

/// `slm-lab remote stop`: end a run on another machine; it writes its state before.
@Command(
        name = "stop",
        header = "Stop a run on another machine; it writes its state first.",
        footer = {"  slm-lab remote stop ppo-cartpole", "  slm-lab remote stop pong-lam95 -d results"})
final class RemoteStopCommand extends InputCommand {
    @Mixin
    private final RemoteArgument remote = new RemoteArgument();

    private int exit = Cli.DONE;

    @Override
    protected void run(PrintWriter out) {
        RemoteRun run = remote.run();
        if (run.place().isSsh()) {
            RemoteRun now = new SshRuns(remote.runs(), _ -> {}, Project.hasTerminal()).stop(run);
            out.println("%s is %s".formatted(now.name(), now.sign().state()));
            if (now.sign().state().equals("stopped")) {
                out.println("resume  " + Called.with("remote", "resume", now.name()));
            }
        } else {
            Dstack.Said said = Project.dstack(remote.runs()).stop(run);
            out.print(said.text());
            exit = said.code() == 0 ? Cli.DONE : Cli.FAILED;
        }
    }

    @Override
    protected int code() {
        return exit;
    }
}
