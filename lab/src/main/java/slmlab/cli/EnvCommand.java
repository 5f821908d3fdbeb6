package slmlab.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `slm-lab env`: look at one env without an agent.
@Command(
        name = "env",
        header = "Test an env, record a rollout, play it yourself, or score random actions.",
        mixinStandardHelpOptions = true,
        subcommands = {EnvCheckCommand.class, EnvRolloutCommand.class, EnvPlayCommand.class, BaselineCommand.class})
final class EnvCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getOut());
        return Cli.DONE;
    }
}
