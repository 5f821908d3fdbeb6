package slmlab.cli.env;

import picocli.CommandLine.Command;
import slmlab.cli.CommandGroup;

/// `slm-lab env`: look at one env without an agent.
@Command(
        name = "env",
        header = "Check, probe, record or play an env; score random actions.",
        subcommands = {
            EnvCheckCommand.class,
            EnvProbeCommand.class,
            EnvSuiteCommand.class,
            EnvRolloutCommand.class,
            EnvPlayCommand.class,
            EnvBaselineCommand.class
        },
        footer = {"  slm-lab env check CartPole-v1", "  slm-lab env rollout Pendulum-v1 --steps 200 --gif pendulum.gif"
        })
public final class EnvCommand extends CommandGroup {}
