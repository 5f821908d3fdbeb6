package slmlab.judge.dossier;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// A report in chapters. The same chapters give the same bytes.
///
/// @param subtitle one line below the title
public record Dossier(String title, String subtitle, List<Chapter> chapters) {
    private static final String STYLE = """
            :root { color-scheme: light dark; --ink: #1b1b1b; --dim: #5a5a5a; --line: #d8d8d8; --page: #ffffff; }
            @media (prefers-color-scheme: dark) { :root { --ink: #e8e8e8; --dim: #a8a8a8; --line: #3a3a3a; --page: #161616; } }
            body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page);
                   max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
            h1 { margin-bottom: 0; } h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); }
            .dim, figcaption { color: var(--dim); }
            .wide { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
            th, td { padding: 0.25rem 0.75rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
            th:first-child, td:first-child { text-align: left; }
            figure { margin: 1.5rem 0; } img { max-width: 100%; background: #ffffff; border: 1px solid var(--line); }
            nav a { margin-right: 1rem; } p { overflow-wrap: anywhere; }
            """;

    /// Return the report as Markdown.
    public String markdown() {
        StringBuilder page = new StringBuilder("# %s\n\n%s\n".formatted(title, subtitle));
        for (Chapter chapter : chapters) {
            page.append("\n## %s\n".formatted(chapter.title()));
            chapter.text().forEach(line -> page.append("\n%s\n".formatted(line)));
            if (!chapter.table().isEmpty()) {
                page.append('\n');
                List<List<String>> rows = chapter.table();
                row(rows.getFirst(), page);
                page.append('|').append("---|".repeat(rows.getFirst().size())).append('\n');
                rows.stream().skip(1).forEach(each -> row(each, page));
            }
            if (!chapter.notes().isEmpty()) {
                page.append('\n');
                chapter.notes().forEach(note -> page.append("- %s\n".formatted(note)));
            }
            chapter.figures()
                    .forEach(figure -> page.append("\n![%s](%s)\n".formatted(figure.caption(), figure.file())));
        }
        return page.toString();
    }

    private static void row(List<String> cells, StringBuilder page) {
        page.append("| ")
                .append(cells.stream().map(cell -> cell.replace("|", "\\|")).collect(Collectors.joining(" | ")))
                .append(" |\n");
    }

    /// Return the report as a page that asks nobody else for anything.
    public String html() {
        StringBuilder page = new StringBuilder();
        page.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .append("<title>%s</title>\n<style>\n%s</style>\n</head>\n<body>\n".formatted(escaped(title), STYLE))
                .append("<h1>%s</h1>\n<p class=\"dim\">%s</p>\n<nav>".formatted(escaped(title), escaped(subtitle)));
        chapters.forEach(
                chapter -> page.append("<a href=\"#%s\">%s</a> ".formatted(id(chapter), escaped(chapter.title()))));
        page.append("</nav>\n");
        for (Chapter chapter : chapters) {
            page.append("<h2 id=\"%s\">%s</h2>\n".formatted(id(chapter), escaped(chapter.title())));
            chapter.text().forEach(line -> page.append("<p>%s</p>\n".formatted(escaped(line))));
            if (!chapter.table().isEmpty()) {
                table(chapter.table(), page);
            }
            if (!chapter.notes().isEmpty()) {
                page.append("<ul>\n");
                chapter.notes().forEach(note -> page.append("<li>%s</li>\n".formatted(escaped(note))));
                page.append("</ul>\n");
            }
            chapter.figures()
                    .forEach(figure ->
                            page.append("<figure><img src=\"%s\" alt=\"%s\"><figcaption>%s</figcaption></figure>\n"
                                    .formatted(
                                            escaped(figure.file()),
                                            escaped(figure.caption()),
                                            escaped(figure.caption()))));
        }
        return page.append("</body>\n</html>\n").toString();
    }

    private static void table(List<List<String>> rows, StringBuilder page) {
        page.append("<div class=\"wide\"><table>\n");
        for (int i = 0; i < rows.size(); i++) {
            List<String> row = rows.get(i);
            String tag = i == 0 ? "th" : "td";
            page.append("<tr>");
            row.forEach(cell -> page.append("<%s>%s</%s>".formatted(tag, escaped(cell), tag)));
            page.append("</tr>\n");
        }
        page.append("</table></div>\n");
    }

    private static String id(Chapter chapter) {
        return chapter.title().toLowerCase(Locale.ROOT).replaceAll("[^a-z]+", "-");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
