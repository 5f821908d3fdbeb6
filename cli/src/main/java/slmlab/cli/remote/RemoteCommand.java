package slmlab.cli.remote;

import picocli.CommandLine.Command;
import slmlab.cli.CommandGroup;

/// `slm-lab remote`: runs on other machines.
@Command(
        name = "remote",
        header = "Watch, stop, resume and fetch runs on other machines.",
        subcommands = {
            RemotePsCommand.class,
            RemoteLogsCommand.class,
            RemoteStopCommand.class,
            RemoteResumeCommand.class,
            RemoteFetchCommand.class
        },
        footer = {"  slm-lab remote ps", "  slm-lab remote fetch ppo-cartpole"})
public final class RemoteCommand extends CommandGroup {}
