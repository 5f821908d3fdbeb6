package slmlab.skill;

/// What is wrong with a file of a skill.
///
/// @param file path with the name of the skill first
/// @param line counted from 1; 0 for the file as a whole
public record SkillProblem(String file, int line, String message) {
    @Override
    public String toString() {
        return line == 0 ? "%s: %s".formatted(file, message) : "%s:%s: %s".formatted(file, line, message);
    }
}
