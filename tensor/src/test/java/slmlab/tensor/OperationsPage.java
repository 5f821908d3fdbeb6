package slmlab.tensor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The list of operations in docs/tensor.md, made of the methods of [Tensor] and their doc comments.
/// `scripts/tensor-docs` runs this file by itself, so it uses nothing but the JDK.
final class OperationsPage {
    private static final String BEGIN = "<!-- operations: written by scripts/tensor-docs -->\n";
    private static final String END = "<!-- end of operations -->\n";
    private static final Pattern SECTION = Pattern.compile(" {4}// ---- (.*)");
    private static final Pattern METHOD = Pattern.compile(" {4}public (static )?Tensor (\\w+)\\((.*)\\) \\{");
    private static final Pattern LINK = Pattern.compile("\\[#(\\w+)]");
    private static final String LAST = "for operations"; // what follows is for the engine

    private OperationsPage() {}

    /// Rewrite the page of a checkout.
    public static void main(String[] args) throws IOException {
        Path root = Path.of(args[0]);
        Path page = root.resolve("docs/tensor.md");
        String source = Files.readString(root.resolve("tensor/src/main/java/slmlab/tensor/Tensor.java"));
        Files.writeString(page, filled(Files.readString(page), source));
    }

    /// Return the page with its list of operations replaced by that of the source.
    static String filled(String page, String source) {
        int from = page.indexOf(BEGIN);
        int to = page.indexOf(END);
        if (from < 0 || to < from) {
            throw new IllegalArgumentException(
                    "docs/tensor.md lacks the lines \"%s\" and \"%s\"".formatted(BEGIN.strip(), END.strip()));
        }
        return page.substring(0, from + BEGIN.length()) + operations(source) + page.substring(to);
    }

    private static String operations(String source) {
        StringBuilder text = new StringBuilder();
        List<Row> rows = new ArrayList<>();
        String section = "";
        List<String> comment = new ArrayList<>();
        for (String line : source.lines().toList()) {
            Matcher heading = SECTION.matcher(line);
            Matcher method = METHOD.matcher(line);
            if (heading.matches()) {
                append(text, section, rows);
                rows.clear();
                section = heading.group(1);
                if (section.equals(LAST)) {
                    return text.append('\n').toString();
                }
            } else if (line.strip().startsWith("///")) {
                comment.add(line.strip().substring(3).strip());
            } else {
                if (method.matches() && !section.isEmpty()) {
                    String owner = method.group(1) == null ? "" : "Tensor.";
                    add(rows, owner + method.group(2), method.group(3), String.join(" ", comment));
                }
                comment.clear();
            }
        }
        throw new IllegalArgumentException("Tensor.java has no section \"%s\"".formatted(LAST));
    }

    /// Add a method. An overload without a comment means the same as the one before it.
    private static void add(List<Row> rows, String name, String parameters, String comment) {
        String signature = "`%s(%s)`".formatted(name, parameters);
        if (!comment.isEmpty()) {
            rows.add(new Row(name, signature, comment));
        } else if (!rows.isEmpty() && rows.getLast().name.equals(name)) {
            Row before = rows.removeLast();
            rows.add(new Row(name, before.signatures + ", " + signature, before.comment));
        } else {
            throw new IllegalArgumentException("%s of Tensor.java has no doc comment; write one".formatted(name));
        }
    }

    private static void append(StringBuilder text, String section, List<Row> rows) {
        if (rows.isEmpty()) {
            return;
        }
        String title = section.substring(0, 1).toUpperCase(Locale.ROOT) + section.substring(1);
        text.append("\n### %s\n\n| Operation | Result |\n|---|---|\n".formatted(title));
        for (Row row : rows) {
            String plain = LINK.matcher(row.comment).replaceAll("`$1`").replace("|", "\\|");
            String result = plain.startsWith("Return ") ? plain.substring("Return ".length()) : plain;
            text.append("| %s | %s |\n".formatted(row.signatures, result));
        }
    }

    /// An operation with the overloads that mean the same.
    private record Row(String name, String signatures, String comment) {}
}
