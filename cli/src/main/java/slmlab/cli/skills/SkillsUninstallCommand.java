package slmlab.cli.skills;

import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slmlab.cli.Counts;
import slmlab.cli.InputCommand;
import slmlab.cli.JsonFlag;
import slmlab.skill.Bundle;
import slmlab.skill.InstallReport;
import slmlab.skill.Installer;
import slmlab.skill.Scope;
import slmlab.skill.Target;
import slmlab.skill.Tool;

/// `slm-lab skills uninstall`: removes what install wrote.
@Command(
        name = "uninstall",
        header = "Remove installed skills and their index; nothing else.",
        description = "Without --tool it covers all assistants, without --scope the project.",
        footer = {"  slm-lab skills uninstall", "  slm-lab skills uninstall --tool codex --scope user --dry-run"})
final class SkillsUninstallCommand extends InputCommand {

    @Mixin
    private final TargetFlags flags = new TargetFlags();

    @Option(names = "--dry-run", description = "print what would be removed, and remove nothing")
    private boolean dryRun;

    @Option(names = "--yes", description = "delete files that you edited without keeping a copy")
    private boolean yes;

    @Mixin
    private final JsonFlag json = new JsonFlag();

    @Override
    protected void run(PrintWriter all) {
        json.check();
        PrintWriter out = json.text(all);
        List<Tool> tools = flags.tools().isEmpty() ? List.of(Tool.values()) : flags.tools();
        List<Target> targets = flags.targets(tools, flags.scope().orElse(Scope.PROJECT)).stream()
                .filter(Installer::isInstalled)
                .toList();
        List<InstallReport> reports = new Installer(Bundle.shipped()).uninstall(targets, dryRun, yes);
        for (InstallReport report : reports) {
            out.println("%s: %s %s from %s"
                    .formatted(
                            report.target().tool().title(),
                            dryRun ? "would remove" : "removed",
                            Counts.of(report.count(), "skill"),
                            report.target().folder()));
            if (dryRun) {
                report.changes().forEach(change -> out.println("  would " + change));
            }
            report.notes().forEach(note -> err().println("  " + note));
        }
        if (reports.isEmpty()) {
            out.println("nothing to remove: no skills of this installer are there");
        }
        json.write(() -> reports.stream().map(report -> report.json(dryRun)).toList(), all);
    }
}
