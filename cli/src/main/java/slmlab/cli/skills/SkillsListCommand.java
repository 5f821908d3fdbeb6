package slmlab.cli.skills;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slmlab.cli.InputCommand;
import slmlab.cli.JsonFlag;
import slmlab.cli.TextColumns;
import slmlab.skill.Bundle;
import slmlab.skill.InstalledSkill;
import slmlab.skill.Scope;
import slmlab.skill.Skill;
import slmlab.skill.SkillCatalog;
import slmlab.skill.Target;
import slmlab.skill.Tool;

/// `slm-lab skills list`: what there is, and where it is installed.
@Command(
        name = "list",
        header = "List the skills, what each is for, and where it is.",
        footer = {"  slm-lab skills list", "  slm-lab skills list --json"})
final class SkillsListCommand extends InputCommand {
    private static final int LONGEST = 100; // characters of a promise

    @Option(
            names = "--dir",
            paramLabel = "BASE",
            description = "the folder to look in, in place of the working directory and the home folder")
    private @Nullable Path base;

    @Mixin
    private final JsonFlag json = new JsonFlag();

    @Override
    protected void run(PrintWriter all) {
        json.check();
        PrintWriter out = json.text(all);
        Bundle bundle = Bundle.shipped();
        Map<String, List<InstalledSkill>> installed = installed(bundle);
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("SKILL", "GROUP", "INSTALLED", "WHAT IT DOES"));
        for (Skill skill : ordered(bundle)) {
            List<InstalledSkill> there = installed.getOrDefault(skill.id(), List.of());
            String where = there.stream().map(SkillsListCommand::place).collect(Collectors.joining(", "));
            rows.add(List.of(skill.id(), group(skill), where.isEmpty() ? "–" : where, promise(skill)));
        }
        TextColumns.aligned(rows).forEach(out::println);
        out.println();
        out.println("Not in this lab yet:");
        TextColumns.aligned(SkillCatalog.missing().stream()
                        .map(missing -> List.of("  " + missing.id(), "comes with " + missing.capability()))
                        .toList())
                .forEach(out::println);
        json.write(() -> written(bundle, installed), all);
    }

    /// Return the skills in the order of the catalog.
    private static List<Skill> ordered(Bundle bundle) {
        List<Skill> skills = new ArrayList<>();
        SkillCatalog.entries().forEach(entry -> bundle.skill(entry.id()).ifPresent(skills::add));
        bundle.skills().stream().filter(skill -> !skills.contains(skill)).forEach(skills::add);
        return skills;
    }

    private Map<String, List<InstalledSkill>> installed(Bundle bundle) {
        Map<String, List<InstalledSkill>> found = new LinkedHashMap<>();
        for (Target target : places()) {
            try {
                InstalledSkill.in(target, bundle)
                        .forEach(each -> found.computeIfAbsent(each.skill(), _ -> new ArrayList<>())
                                .add(each));
            } catch (IllegalArgumentException e) {
                err().println(e.getMessage()); // the rest of the list is of use all the same
            }
        }
        return found;
    }

    /// Return where skills may be: in the folder that is named, or else in the project and in the home folder.
    private List<Target> places() {
        if (base != null) {
            TargetFlags.checkBase(base);
            return targets(Scope.PROJECT, base).toList();
        }
        boolean isHome = Target.base(Scope.PROJECT).equals(Target.base(Scope.USER));
        return Stream.of(Scope.values())
                .filter(scope -> scope == Scope.USER || !isHome)
                .flatMap(scope -> targets(scope, Target.base(scope)))
                .toList();
    }

    private static Stream<Target> targets(Scope scope, Path folder) {
        return Stream.of(Tool.values()).map(tool -> new Target(tool, scope, folder));
    }

    private static String place(InstalledSkill each) {
        String age = each.isCurrent() ? "" : ", other version";
        return "%s (%s%s)".formatted(each.target().tool(), each.target().scope(), age);
    }

    private static String group(Skill skill) {
        return SkillCatalog.find(skill.id()).map(SkillCatalog.Entry::group).orElse("other");
    }

    private static String description(Skill skill) {
        return skill.frontMatter(Skill.MAIN).text("description").orElse("");
    }

    /// Return what a skill does, without when to use it.
    private static String promise(Skill skill) {
        String text = description(skill).replaceFirst("\\s*Use when.*", "");
        return text.length() > LONGEST ? text.substring(0, LONGEST - 1).stripTrailing() + "…" : text;
    }

    private static Map<String, Object> written(Bundle bundle, Map<String, List<InstalledSkill>> installed) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put(
                "skills",
                ordered(bundle).stream().map(skill -> written(skill, installed)).toList());
        all.put("missing", SkillCatalog.missing());
        return all;
    }

    private static Map<String, Object> written(Skill skill, Map<String, List<InstalledSkill>> installed) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("id", skill.id());
        row.put("group", group(skill));
        row.put("description", description(skill));
        row.put(
                "installed",
                installed.getOrDefault(skill.id(), List.of()).stream()
                        .map(SkillsListCommand::written)
                        .toList());
        return row;
    }

    private static Map<String, Object> written(InstalledSkill each) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("tool", each.target().tool().toString());
        row.put("scope", each.target().scope().toString());
        row.put("path", each.target().folder().resolve(each.skill()).toString());
        row.put("current", each.isCurrent());
        return row;
    }
}
