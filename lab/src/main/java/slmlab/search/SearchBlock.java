package slmlab.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import slmlab.spec.Problems;
import slmlab.spec.Suggestion;

/// Reads a spec's `search` section: dotted paths, or mappings in mappings, whose last key ends in `__` and a
/// distribution, as in `agent.algorithm.gamma__uniform: [0.98, 0.999]`.
public final class SearchBlock {
    private static final String MARK = "__";
    private static final List<String> DISTRIBUTIONS = List.of(
            "uniform",
            "quniform",
            "loguniform",
            "qloguniform",
            "randn",
            "qrandn",
            "randint",
            "qrandint",
            "lograndint",
            "qlograndint",
            "choice");

    private final Problems problems;
    private final List<Parameter> found = new ArrayList<>();

    private SearchBlock(Problems problems) {
        this.problems = problems;
    }

    /// Read a section; what is wrong with it goes to `problems`, all at once. Empty where nothing is right.
    public static Optional<SearchSpace> read(Map<?, ?> section, Problems problems) {
        SearchBlock block = new SearchBlock(problems);
        block.walk("", section);
        if (section.isEmpty()) {
            problems.add("search", "is empty; needs keys, such as agent.algorithm.gamma__uniform: [0.98, 0.999]");
        }
        return block.found.isEmpty() ? Optional.empty() : Optional.of(new SearchSpace(block.found));
    }

    private void walk(String above, Map<?, ?> section) {
        section.forEach((name, value) -> {
            String path = above.isEmpty() ? String.valueOf(name) : above + "." + name;
            int mark = path.lastIndexOf(MARK);
            if (mark > path.lastIndexOf('.')) {
                add(path.substring(0, mark), path.substring(mark + MARK.length()), value);
            } else if (value instanceof Map<?, ?> inner && !inner.isEmpty()) {
                walk(path, inner);
            } else {
                problems.add(
                        "search." + path,
                        "has no distribution; end the key in one, such as %s%suniform: [LOW, HIGH]",
                        path,
                        MARK);
            }
        });
    }

    private void add(String path, String distribution, @Nullable Object value) {
        String at = "search." + path + MARK + distribution;
        if (!DISTRIBUTIONS.contains(distribution)) {
            problems.add(
                    at,
                    "is no distribution%s (there are %s)",
                    Suggestion.of(distribution, DISTRIBUTIONS)
                            .map("; did you mean %s?"::formatted)
                            .orElse(""),
                    String.join(", ", DISTRIBUTIONS));
            return;
        }
        if (found.stream().anyMatch(each -> each.path().equals(path))) {
            problems.add(at, "is searched twice");
            return;
        }
        if (!(value instanceof List<?> list)) {
            problems.add(at, "needs a list");
            return;
        }
        domain(at, distribution, list).ifPresent(domain -> found.add(new Parameter(path, domain)));
    }

    private Optional<Domain> domain(String at, String distribution, List<?> list) {
        if (distribution.equals("choice")) {
            if (list.isEmpty()) {
                problems.add(at, "is empty; needs at least one option");
                return Optional.empty();
            }
            return Optional.of(new Domain.Choice(list));
        }
        boolean isStepped = distribution.startsWith("q");
        int count = isStepped ? 3 : 2;
        if (list.size() != count || !list.stream().allMatch(Number.class::isInstance)) {
            problems.add(
                    at,
                    isStepped ? "is %s; needs three numbers: low, high, step" : "is %s; needs two numbers: low, high",
                    list);
            return Optional.empty();
        }
        double[] numbers = list.stream().mapToDouble(each -> ((Number) each).doubleValue()).toArray();
        double step = isStepped ? numbers[2] : 0;
        if (isStepped && !(step > 0)) {
            problems.add(at, "has the step %s; needs one above 0", list.get(2));
            return Optional.empty();
        }
        String kind = isStepped ? distribution.substring(1) : distribution;
        return kind.equals("randn")
                ? normal(at, numbers, step)
                : range(at, kind, numbers[0], numbers[1], step, isStepped);
    }

    private Optional<Domain> normal(String at, double[] numbers, double step) {
        if (!(numbers[1] > 0)) {
            problems.add(at, "has the deviation %s; needs one above 0", numbers[1]);
            return Optional.empty();
        }
        return Optional.of(new Domain.Normal(numbers[0], numbers[1], step));
    }

    /// `randint` ends before its high end, `qrandint` at it, as in SLM-Lab.
    private Optional<Domain> range(String at, String kind, double low, double given, double step, boolean isStepped) {
        boolean isWhole = kind.endsWith("randint");
        boolean isLog = kind.startsWith("log");
        double high = isWhole && !isStepped ? given - 1 : given;
        if (isWhole && (low != Math.rint(low) || given != Math.rint(given) || step != Math.rint(step))) {
            problems.add(at, "needs whole numbers");
            return Optional.empty();
        }
        if (!(low < high) && !(isWhole && low == high)) {
            problems.add(at, "is an empty range: %s to %s", low, given);
            return Optional.empty();
        }
        if (isLog && !(low > 0)) {
            problems.add(at, "begins at %s; a logarithmic range begins above 0", low);
            return Optional.empty();
        }
        return Optional.of(new Domain.Range(low, high, isWhole && !isStepped ? 1 : step, isLog, isWhole));
    }
}
