package slmlab.design;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Collects what a validator finds and computes.
public final class Findings {
    private static final Pattern NUMBER = Pattern.compile("\\d+");
    private static final int DIGITS = 9;

    private final List<DesignFinding> found = new ArrayList<>();
    private final Map<String, Object> facts = new LinkedHashMap<>();

    public void add(Code code, String path, String message, String fix) {
        found.add(new DesignFinding(code, path, message, fix));
    }

    /// Note a number or a text that follows from the design.
    public void fact(String name, Object value) {
        facts.put(name, value);
    }

    public boolean has(Code code) {
        return found.stream().anyMatch(finding -> finding.code() == code);
    }

    /// Return whether an error was found; facts are computed only where there was none.
    public boolean hasErrors() {
        return found.stream().anyMatch(DesignFinding::isError);
    }

    public DesignVerdict verdict() {
        List<DesignFinding> sorted = found.stream()
                .sorted(Comparator.comparing((DesignFinding finding) -> sortable(finding.path()))
                        .thenComparing(DesignFinding::code))
                .toList();
        return new DesignVerdict(sorted, new LinkedHashMap<>(facts));
    }

    /// Return a path whose numbers sort by their value.
    private static String sortable(String path) {
        return NUMBER.matcher(path)
                .replaceAll(match ->
                        "0".repeat(Math.max(0, DIGITS - match.group().length())) + match.group());
    }
}
