package slmlab.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `slm-lab benchmark`: the table of scores, each with its proof.
@Command(
        name = "benchmark",
        header = "Fill the table of scores: take in a run, see what is open, write the page.",
        subcommands = {IntakeCommand.class, StatusCommand.class, ReportCommand.class},
        mixinStandardHelpOptions = true)
final class BenchmarkCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getOut());
        return Cli.DONE;
    }
}
