package slmlab.cli.skills;

import picocli.CommandLine.Command;
import slmlab.cli.CommandGroup;

/// `slm-lab skills`: what an assistant, or a person, can read about working with this lab.
@Command(
        name = "skills",
        header = "Install, list and check skills for assistants.",
        subcommands = {
            SkillsInstallCommand.class,
            SkillsListCommand.class,
            SkillsCheckCommand.class,
            SkillsUninstallCommand.class
        },
        footer = {
            "",
            "docs/skills.md says what a skill is and what is written where.",
            "",
            "Examples:",
            "  slm-lab skills install --tool claude --scope project",
            "  slm-lab skills list"
        })
public final class SkillsCommand extends CommandGroup {}
