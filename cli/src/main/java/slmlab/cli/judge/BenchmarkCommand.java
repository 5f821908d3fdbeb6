package slmlab.cli.judge;

import picocli.CommandLine.Command;
import slmlab.cli.CommandGroup;

/// `slm-lab benchmark`: the table of scores, each with its proof.
@Command(
        name = "benchmark",
        header = "Fill the table of scores: intake, status, report.",
        subcommands = {IntakeCommand.class, StatusCommand.class, ScoreReportCommand.class},
        footer = {"  slm-lab benchmark status --only CartPole", "  slm-lab benchmark intake latest"})
public final class BenchmarkCommand extends CommandGroup {}
