package slmlab.spec.text;

import java.util.List;
import java.util.stream.Collectors;
import slmlab.LabException;

/// Thrown for invalid input: its message names the file and lists every problem, one line each.
public final class SpecException extends LabException {

    /// Longest path that the messages are aligned to.
    private static final int WIDEST = 60;

    private final transient List<Problem> problems;

    /// @param source a file's name as the user gave it
    public SpecException(String source, List<Problem> problems) {
        super(message(
                oneLine(source), problems.stream().map(SpecException::oneLine).toList()));
        this.problems = List.copyOf(problems);
    }

    /// Report one problem of the file as a whole: the message is read after its name.
    public SpecException(String source, String message) {
        this(source, List.of(new Problem("", message)));
    }

    public List<Problem> problems() {
        return problems;
    }

    private static String message(String source, List<Problem> problems) {
        if (problems.size() == 1 && problems.getFirst().path().isEmpty()) {
            return source + " " + problems.getFirst().message();
        }
        int width = problems.stream()
                .mapToInt(problem -> problem.path().length())
                .filter(length -> length <= WIDEST)
                .max()
                .orElse(0);
        String count = problems.size() == 1 ? "1 problem" : problems.size() + " problems";
        return problems.stream()
                .map(problem -> "\n  " + padded(problem.path(), width) + "    " + problem.message())
                .collect(Collectors.joining("", source + " has " + count, ""));
    }

    private static String padded(String path, int width) {
        return path + " ".repeat(Math.max(0, width - path.length()));
    }

    private static Problem oneLine(Problem problem) {
        return new Problem(oneLine(problem.path()), oneLine(problem.message()));
    }

    /// Replace line breaks, which a name, a key or a value can hold: each problem is one line.
    private static String oneLine(String text) {
        return text.replaceAll("\\p{Cntrl}", " ");
    }
}
