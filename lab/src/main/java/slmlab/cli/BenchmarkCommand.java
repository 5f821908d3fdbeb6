package slmlab.cli;

import picocli.CommandLine.Command;

/// `slm-lab benchmark`: the table of scores, each with its proof.
@Command(
        name = "benchmark",
        header = "Fill the table of scores: take in a run, see what is open, write the page.",
        subcommands = {IntakeCommand.class, StatusCommand.class, ReportCommand.class},
        mixinStandardHelpOptions = true)
final class BenchmarkCommand extends CommandGroup {}
