package slmlab.cli.design;

import picocli.CommandLine.Command;
import slmlab.cli.CommandGroup;

/// `slm-lab mdp`: what follows from the table of an MDP.
@Command(
        name = "mdp",
        header = "Solve a small MDP exactly, from a table of its transitions.",
        subcommands = MdpSolveCommand.class,
        footer = {"  slm-lab mdp solve problem.yaml", "  slm-lab mdp solve problem.yaml --gamma 0.9 --json"})
public final class MdpCommand extends CommandGroup {}
