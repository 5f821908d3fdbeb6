package slmlab.spec;

import java.util.List;
import java.util.stream.Collectors;

/// Thrown when a config record refuses its values. [Overlay] turns it into a [Problem] at the right path.
public final class ConfigException extends IllegalArgumentException {

    private final transient List<Problem> problems;

    public ConfigException(String message) {
        super(message);
        this.problems = List.of();
    }

    /// Report several problems, whose paths begin with a key of the record: `arc.modules.body`.
    public ConfigException(List<Problem> problems) {
        super(problems.stream()
                .map(problem -> "%s: %s".formatted(problem.path(), problem.message()))
                .collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    /// Return the problems, if there are several or their paths are known; empty if the message is all.
    public List<Problem> problems() {
        return problems;
    }
}
