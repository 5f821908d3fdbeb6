package slmlab.design.validate;

import java.util.ArrayList;
import java.util.List;

/// Boxes one below the other, with arrows between them.
final class Diagram {
    private Diagram() {}

    /// Return the lines of a diagram, one box for each text.
    static List<String> of(String... texts) {
        int width = 0;
        for (String text : texts) {
            width = Math.max(width, text.length());
        }
        String edge = "+" + "-".repeat(width + 2) + "+";
        List<String> lines = new ArrayList<>();
        for (String text : texts) {
            if (!lines.isEmpty()) {
                lines.add(" ".repeat(edge.length() / 2) + "|");
                lines.add(" ".repeat(edge.length() / 2) + "v");
            }
            lines.add(edge);
            lines.add("| " + text + " ".repeat(width - text.length()) + " |");
            lines.add(edge);
        }
        return List.copyOf(lines);
    }
}
