package slmlab.design;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What was found in a design, sorted by path, and what follows from it.
///
/// @param facts numbers and texts by name
public record DesignVerdict(List<DesignFinding> findings, Map<String, Object> facts) {

    public List<DesignFinding> errors() {
        return findings.stream().filter(DesignFinding::isError).toList();
    }

    public List<DesignFinding> warnings() {
        return findings.stream().filter(finding -> !finding.isError()).toList();
    }

    /// Return whether the design is valid.
    ///
    /// @param strict whether warnings count too
    public boolean isValid(boolean strict) {
        return strict ? findings.isEmpty() : errors().isEmpty();
    }

    /// Return the same as JSON has it: `{valid, errors, warnings, facts}`.
    public Map<String, Object> json(boolean strict) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("valid", isValid(strict));
        json.put("errors", errors().stream().map(DesignVerdict::entry).toList());
        json.put("warnings", warnings().stream().map(DesignVerdict::entry).toList());
        json.put("facts", facts);
        return json;
    }

    private static Map<String, String> entry(DesignFinding finding) {
        Map<String, String> entry = new LinkedHashMap<>();
        entry.put("code", finding.code().toString());
        entry.put("path", finding.path());
        entry.put("message", finding.message());
        entry.put("fix", finding.fix());
        return entry;
    }
}
