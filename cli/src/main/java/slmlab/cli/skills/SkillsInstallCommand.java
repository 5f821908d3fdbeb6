package slmlab.cli.skills;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slmlab.cli.Counts;
import slmlab.cli.InputCommand;
import slmlab.cli.JsonFlag;
import slmlab.skill.Bundle;
import slmlab.skill.InstallOptions;
import slmlab.skill.InstallReport;
import slmlab.skill.Installer;
import slmlab.skill.Scope;
import slmlab.skill.Tool;

/// `slm-lab skills install`: copies the skills to where an assistant looks for them.
@Command(
        name = "install",
        header = "Install skills for Claude Code, OpenAI Codex and others.",
        description = "Asks for tool and scope on a terminal. A second install replaces what has changed.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  slm-lab skills install --tool both --scope user",
            "  slm-lab skills install --tool claude --scope project --dry-run"
        })
final class SkillsInstallCommand extends InputCommand {

    @Mixin
    private final TargetFlags flags = new TargetFlags();

    @Option(
            names = "--only",
            paramLabel = "ID",
            split = ",",
            description = "install this skill and leave the others as they are; may be repeated (default: all)")
    private List<String> only = new ArrayList<>();

    @Option(names = "--dry-run", description = "print what would be written, and write nothing")
    private boolean dryRun;

    @Option(
            names = "--yes",
            description =
                    "overwrite files that you edited without keeping a copy, and install over folders of the same name that are "
                            + "not from this installer")
    private boolean yes;

    @Option(
            names = "--replace-original",
            description =
                    "put the index in the place of the one that the package rl-expert-skills wrote into AGENTS.md or "
                            + "instructions.md")
    private boolean replaceOriginal;

    @Mixin
    private final JsonFlag json = new JsonFlag();

    @Override
    protected void run(PrintWriter all) {
        json.check();
        PrintWriter out = json.text(all);
        Bundle bundle = Bundle.shipped();
        List<Tool> tools = flags.tools();
        Optional<Scope> scope = flags.scope();
        if (tools.isEmpty() || scope.isEmpty()) {
            InstallQuestions questions = questions(tools.isEmpty(), scope.isEmpty(), out);
            greet(bundle, out);
            tools = tools.isEmpty() ? questions.tools() : tools;
            scope = scope.or(() -> Optional.of(questions.scope()));
            out.println();
        } else {
            greet(bundle, out);
        }
        List<InstallReport> reports = new Installer(bundle)
                .install(
                        flags.targets(tools, scope.orElseThrow()),
                        new InstallOptions(only, dryRun, yes, replaceOriginal));
        tell(reports, out);
        json.write(() -> reports.stream().map(report -> report.json(dryRun)).toList(), all);
    }

    private InstallQuestions questions(boolean needsTool, boolean needsScope, PrintWriter out) {
        List<String> missing = Stream.of(
                        needsTool ? "--tool claude|codex|agents|both" : "", needsScope ? "--scope project|user" : "")
                .filter(flag -> !flag.isEmpty())
                .toList();
        return (json.isPrinted() ? Optional.<InstallQuestions>empty() : InstallQuestions.onTerminal(out))
                .orElseThrow(() -> new IllegalArgumentException(
                        "needs %s, where there is no terminal to ask on".formatted(String.join(" and ", missing))));
    }

    private static void greet(Bundle bundle, PrintWriter out) {
        String title = "SLM Lab skills";
        out.println();
        out.println(title);
        out.println("=".repeat(title.length()));
        out.println("%s for Claude Code, OpenAI Codex and other assistants"
                .formatted(Counts.of(bundle.skills().size(), "skill")));
        out.println();
    }

    private void tell(List<InstallReport> reports, PrintWriter out) {
        for (InstallReport report : reports) {
            String name = report.target().tool().title();
            String skills = Counts.of(report.count(), "skill");
            out.println("  %s %s".formatted(name, said(report, skills)));
            if (dryRun) {
                report.changes().forEach(change -> out.println("    would " + change));
            }
            out.flush();
            report.notes().forEach(note -> err().println("    " + note));
            err().flush();
        }
        String end = dryRun ? "Dry run" : "Done";
        out.println();
        out.println(end);
        out.println("-".repeat(end.length()));
        for (InstallReport report : reports) {
            out.println("  %s: %s -> %s"
                    .formatted(
                            report.target().tool().title(),
                            Counts.of(report.count(), "skill"),
                            report.target().folder()));
            if (report.count() > 0) {
                report.target().instructions().ifPresent(file -> out.println("    index in " + file));
            }
        }
        out.println();
    }

    private String said(InstallReport report, String skills) {
        String verb = report.status().toString();
        return switch (report.status()) {
            case UNCHANGED -> verb;
            case INSTALLED, UPDATED, REMOVED -> dryRun ? "to be %s: %s".formatted(verb, skills) : verb + " " + skills;
        };
    }
}
