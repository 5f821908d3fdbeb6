package slmlab.cli.inspect;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import slmlab.agent.algorithm.Algorithms;
import slmlab.cli.CommandGroup;
import slmlab.cli.InputCommand;
import slmlab.cli.TextColumns;
import slmlab.file.InputFile;
import slmlab.metric.Health;
import slmlab.metric.Metric;
import slmlab.metric.Metrics;
import slmlab.metric.MetricsPage;
import slmlab.spec.text.Suggestion;

/// `slm-lab metrics`: what the numbers of a run mean.
@Command(
        name = "metrics",
        header = "Explain the metrics of a run.",
        subcommands = {MetricsCommand.ListAll.class, MetricsCommand.Explain.class, MetricsCommand.Reference.class},
        footer = {"  slm-lab metrics list", "  slm-lab metrics explain approx_kl"})
public final class MetricsCommand extends CommandGroup {

    /// Return every metric, those from jars too: their providers register them beside algorithms.
    private static List<Metric> all() {
        Algorithms.ALL.names();
        return Metrics.all();
    }

    /// `slm-lab metrics list`.
    @Command(
            name = "list",
            header = "List every metric that a run writes.",
            footer = {"  slm-lab metrics list", "  slm-lab metrics list | grep entropy"})
    static final class ListAll extends InputCommand {
        @Override
        protected void run(PrintWriter out) {
            List<List<String>> rows = new ArrayList<>();
            rows.add(List.of("METRIC", "MEANING"));
            Stream.concat(all().stream(), Stream.of(Metrics.rewardShare("NAME")))
                    .forEach(metric -> rows.add(List.of(metric.name(), metric.meaning())));
            TextColumns.aligned(rows).forEach(out::println);
        }
    }

    /// `slm-lab metrics explain`.
    @Command(
            name = "explain",
            header = "Say what a metric means, what is healthy, and what to do.",
            footer = {"  slm-lab metrics explain approx_kl", "  slm-lab metrics explain entropy clip_fraction"})
    static final class Explain extends InputCommand {

        @Parameters(paramLabel = "NAME", arity = "1..*", description = "columns or metrics, such as approx_kl")
        private List<String> names = List.of();

        @Override
        protected void run(PrintWriter out) {
            List<String> known = Metrics.names(all());
            List<String> problems = new ArrayList<>();
            List<Metric> metrics = new ArrayList<>();
            for (String name : names) {
                String plain = name.replaceFirst("^(train|eval)/", ""); // as trackers show them
                Metrics.of(plain).ifPresentOrElse(metrics::add, () -> problems.add(unknown(plain, known)));
            }
            if (!problems.isEmpty()) {
                throw new IllegalArgumentException(String.join("\n  ", problems));
            }
            out.println(metrics.stream().map(Explain::text).collect(Collectors.joining("\n\n")));
        }

        private static String text(Metric metric) {
            List<List<String>> rows = new ArrayList<>();
            metric.meanings()
                    .forEach((source, meaning) -> rows.add(List.of(
                            "  means", metric.meanings().size() == 1 ? meaning : meaning + " (" + source + ")")));
            Health health = metric.health();
            if (health.isKnown()) {
                rows.add(List.of("  healthy", health.healthy()));
                rows.add(List.of("  otherwise", health.advice()));
            }
            return metric.name() + "\n" + String.join("\n", TextColumns.aligned(rows));
        }

        private static String unknown(String name, List<String> known) {
            return Suggestion.of(name, known)
                    .map(near -> "there is no metric '%s'; did you mean %s?".formatted(name, near))
                    .orElse("there is no metric '%s'; slm-lab metrics list shows them".formatted(name));
        }
    }

    /// `slm-lab metrics reference`: for `scripts/spec-docs`.
    @Command(
            name = "reference",
            hidden = true,
            header = "Print docs/metrics.md with its tables written again.",
            footer = {
                "  slm-lab metrics reference docs/metrics.md",
                "  slm-lab metrics reference docs/metrics.md > page.md"
            })
    static final class Reference extends InputCommand {

        @Parameters(paramLabel = "FILE", description = "docs/metrics.md")
        private Path page = Path.of("");

        @Override
        protected void run(PrintWriter out) {
            @Nullable String problem = InputFile.problem(page);
            if (problem != null) {
                throw new IllegalArgumentException("%s %s".formatted(page, problem));
            }
            try {
                out.print(MetricsPage.renewed(Files.readString(page)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
