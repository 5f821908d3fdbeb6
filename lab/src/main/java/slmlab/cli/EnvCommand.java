package slmlab.cli;

import picocli.CommandLine.Command;

/// `slm-lab env`: look at one env without an agent.
@Command(
        name = "env",
        header = "Test an env, record a rollout, play it yourself, or score random actions.",
        mixinStandardHelpOptions = true,
        subcommands = {
            EnvCheckCommand.class,
            EnvProbeCommand.class,
            EnvSuiteCommand.class,
            EnvRolloutCommand.class,
            EnvPlayCommand.class,
            BaselineCommand.class
        })
final class EnvCommand extends CommandGroup {}
