package slmlab.cli.flow;

import picocli.CommandLine.Command;
import slmlab.cli.CommandGroup;

/// `slm-lab flow`: guided workflows.
@Command(
        name = "flow",
        header = "Follow a guided workflow, one question at a time.",
        subcommands = {FlowListCommand.class, FlowShowCommand.class, FlowRunCommand.class, FlowResumeCommand.class},
        footer = {"  slm-lab flow list", "  slm-lab flow run rl-architect"})
public final class FlowCommand extends CommandGroup {}
