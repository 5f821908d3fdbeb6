package slmlab.metric;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// `docs/metrics.md`: prose written by hand, and tables that stand between two comments and are written from the
/// declarations.
public final class MetricsPage {
    private static final Pattern TABLE =
            Pattern.compile("(<!-- generated: (\\w+) -->\n).*?(<!-- end -->)", Pattern.DOTALL);

    private MetricsPage() {}

    /// Return the page with every table written again.
    public static String renewed(String page) {
        return TABLE.matcher(page)
                .replaceAll(found -> Matcher.quoteReplacement(found.group(1) + table(found.group(2)) + found.group(3)));
    }

    private static String table(String name) {
        return switch (name) {
            case "train" -> meanings("Column", Metric.Source.TRAIN);
            case "eval" -> meanings("Column", Metric.Source.EVAL);
            case "summary" -> meanings("Metric", Metric.Source.SUMMARY);
            case "health" ->
                rows(
                        List.of("Metric", "Healthy", "Otherwise"),
                        Metrics.all().stream()
                                .map(metric -> List.of(
                                        "`" + metric.name() + "`",
                                        metric.health().healthy(),
                                        metric.health().advice())));
            default ->
                throw new IllegalArgumentException(
                        "there is no table '%s' of metrics; there are train, eval, summary and health".formatted(name));
        };
    }

    private static String meanings(String head, Metric.Source source) {
        return rows(
                List.of(head, "Meaning"),
                Metrics.in(source).stream()
                        .map(metric -> List.of(
                                "`" + metric.name() + "`",
                                metric.meaning(source).orElseThrow())));
    }

    private static String rows(List<String> head, Stream<List<String>> rows) {
        return line(head) + "|---".repeat(head.size()) + "|\n"
                + rows.map(MetricsPage::line).collect(Collectors.joining());
    }

    private static String line(List<String> cells) {
        return cells.stream().map(cell -> cell.replace("|", "\\|")).collect(Collectors.joining(" | ", "| ", " |\n"));
    }
}
