package slmlab.cli.remote;

import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slmlab.cli.Cli;
import slmlab.cli.InputCommand;
import slmlab.remote.Dstack;
import slmlab.remote.RemoteRun;
import slmlab.remote.SshRuns;

/// `slm-lab remote logs`: what a run on another machine prints.
@Command(
        name = "logs",
        header = "Show what a run on another machine prints.",
        footer = {"  slm-lab remote logs ppo-cartpole", "  slm-lab remote logs ppo-cartpole --follow"})
final class RemoteLogsCommand extends InputCommand {
    private static final long PAUSE = 2000; // milliseconds

    @Mixin
    private final RemoteArgument remote = new RemoteArgument();

    @Option(
            names = {"-f", "--follow"},
            description = "continue until the run ends; Ctrl-C ends this, not the run")
    private boolean follow;

    private int exit = Cli.DONE;

    @Override
    protected void run(PrintWriter out) {
        RemoteRun run = remote.run();
        if (!run.place().isSsh()) {
            Dstack.Said said = Project.dstack(remote.runs()).logs(run);
            out.print(said.text());
            exit = said.code() == 0 ? Cli.DONE : Cli.FAILED;
            return;
        }
        SshRuns ssh = new SshRuns(remote.runs(), _ -> {}, Project.hasTerminal());
        long at = 0;
        do {
            at = ssh.log(run, at, out::print);
            out.flush();
        } while (follow && at >= 0 && wasPaused());
    }

    private static boolean wasPaused() {
        try {
            Thread.sleep(PAUSE);
            return true;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    protected int code() {
        return exit;
    }
}
