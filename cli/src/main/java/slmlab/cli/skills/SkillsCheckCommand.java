package slmlab.cli.skills;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import slmlab.cli.Cli;
import slmlab.cli.Counts;
import slmlab.cli.InputCommand;
import slmlab.cli.JsonFlag;
import slmlab.cli.KnownCommands;
import slmlab.skill.Bundle;
import slmlab.skill.Skill;
import slmlab.skill.SkillCatalog;
import slmlab.skill.SkillCheck;
import slmlab.skill.SkillProblem;

/// `slm-lab skills check`: do the texts keep what they promise?
@Command(
        name = "check",
        header = "Check front matter, files, links and commands of skills.",
        description = "Exit code 0 without problems, 1 with some.",
        footer = {"  slm-lab skills check", "  slm-lab skills check .claude/skills --json"})
final class SkillsCheckCommand extends InputCommand {

    @Parameters(
            paramLabel = "DIR",
            arity = "0..1",
            description = "a folder of skills, or one skill (default: those of this lab)")
    private @Nullable Path folder;

    @Mixin
    private final JsonFlag json = new JsonFlag();

    private List<SkillProblem> problems = List.of();

    @Override
    protected void run(PrintWriter all) {
        json.check();
        PrintWriter out = json.text(all);
        KnownCommands commands = new KnownCommands();
        List<Skill> skills;
        if (folder == null) {
            Bundle bundle = Bundle.shipped();
            skills = bundle.skills();
            problems = new ArrayList<>(new SkillCheck(bundle, commands).all());
            SkillCatalog.entries().stream()
                    .filter(entry -> bundle.skill(entry.id()).isEmpty())
                    .forEach(entry -> problems.add(new SkillProblem(entry.id(), 0, "is missing")));
        } else {
            Path given = folder.toAbsolutePath().normalize();
            boolean isOne = Files.exists(given.resolve(Skill.MAIN));
            Path of = isOne ? given.getParent() : given;
            if (of == null || !Files.isDirectory(given)) {
                throw new IllegalArgumentException("DIR: there is no folder " + folder);
            }
            Bundle bundle = Bundle.in(of);
            skills =
                    isOne ? List.of(bundle.skill(given.getFileName().toString()).orElseThrow()) : bundle.skills();
            problems = new SkillCheck(bundle, commands).of(skills);
            if (skills.isEmpty()) {
                throw new IllegalArgumentException("DIR: %s has no folder with a SKILL.md".formatted(folder));
            }
        }
        problems.forEach(out::println);
        out.println("%s, %s".formatted(Counts.of(skills.size(), "skill"), Counts.of(problems.size(), "problem")));
        int count = skills.size();
        json.write(() -> written(count), all);
    }

    private Map<String, Object> written(int skills) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("valid", problems.isEmpty());
        json.put("skills", skills);
        json.put("problems", problems);
        return json;
    }

    @Override
    protected int code() {
        return problems.isEmpty() ? Cli.DONE : Cli.FAILED;
    }
}
