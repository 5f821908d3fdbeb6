package slmlab.spec.key;

import java.util.List;
import java.util.stream.Collectors;
import slmlab.spec.text.Problem;

/// Thrown when a config record refuses its values. [Overlay] turns it into a [Problem] at the right path.
public final class ConfigException extends IllegalArgumentException {

    private final transient List<Problem> problems;

    /// A problem of no key alone.
    public ConfigException(String message) {
        super(message);
        this.problems = List.of();
    }

    /// Report a problem of one key of the record.
    public ConfigException(String key, String message) {
        super(key + " " + message);
        this.problems = List.of(new Problem(key, message));
    }

    /// Report several problems, whose paths begin with a key of the record: `arc.modules.body`.
    public ConfigException(List<Problem> problems) {
        super(problems.stream()
                .map(problem -> "%s: %s".formatted(problem.path(), problem.message()))
                .collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    /// Return the problems of known keys; empty if the message says it all.
    public List<Problem> problems() {
        return problems;
    }
}
