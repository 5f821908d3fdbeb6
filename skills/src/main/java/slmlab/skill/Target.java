package slmlab.skill;

import java.nio.file.Path;
import java.util.Optional;

/// Where skills are installed.
///
/// @param base folder of the project, or the user's home
public record Target(Tool tool, Scope scope, Path base) {
    public Target {
        base = base.toAbsolutePath().normalize();
    }

    /// Return the base of a scope: the working directory, or the user's home.
    public static Path base(Scope scope) {
        return Path.of(scope == Scope.USER ? System.getProperty("user.home") : "")
                .toAbsolutePath()
                .normalize();
    }

    /// Return the folder that holds one folder for each skill.
    public Path folder() {
        return base.resolve(tool.folder()).resolve("skills");
    }

    /// Return the file that gets an index of the skills, if the assistant needs one.
    public Optional<Path> instructions() {
        if (tool != Tool.CODEX) {
            return Optional.empty();
        }
        return Optional.of(scope == Scope.USER ? base.resolve(".codex/instructions.md") : base.resolve("AGENTS.md"));
    }

    /// Return the folder as the index names it: from the project, or from the user's home.
    String shown() {
        if (scope == Scope.PROJECT) {
            return tool.folder() + "/skills";
        }
        return base.equals(base(Scope.USER)) ? "~/" + tool.folder() + "/skills" : folder().toString();
    }

    /// Return the file that says which files here are ours.
    Path manifest() {
        return folder().resolve(SkillManifest.NAME);
    }
}
