package slmlab.cli.skills;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import slmlab.cli.Choice;
import slmlab.skill.Scope;
import slmlab.skill.Target;
import slmlab.skill.Tool;

/// Which assistants, for whom, and in which folder.
final class TargetFlags {
    @Option(
            names = "--tool",
            paramLabel = "TOOL",
            split = ",",
            description =
                    "claude (Claude Code), codex (OpenAI Codex), both (these two), or agents (the folder .agents/skills, which "
                            + "several assistants read); may be repeated")
    private List<String> tools = new ArrayList<>();

    @Option(
            names = "--scope",
            paramLabel = "SCOPE",
            description = "project (the working directory) or user (the home folder)")
    private @Nullable String scope;

    @Option(
            names = "--dir",
            paramLabel = "BASE",
            description = "the folder to use in place of the working directory or the home folder")
    private @Nullable Path base;

    /// Return the tools that are named, in their order.
    List<Tool> tools() {
        TreeSet<Tool> all = new TreeSet<>();
        for (String word : tools) {
            try {
                all.addAll(Tool.of(word));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("--tool " + e.getMessage(), e);
            }
        }
        return List.copyOf(all);
    }

    Optional<Scope> scope() {
        return Optional.ofNullable(scope).map(word -> Choice.of("--scope", word, Scope.values()));
    }

    List<Target> targets(List<Tool> tools, Scope scope) {
        if (base != null) {
            checkBase(base);
        }
        Path folder = base == null ? Target.base(scope) : base;
        return tools.stream().map(tool -> new Target(tool, scope, folder)).toList();
    }

    static void checkBase(Path base) {
        if (!Files.isDirectory(base)) {
            throw new IllegalArgumentException("--dir: there is no folder " + base);
        }
    }
}
