package slmlab.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import slmlab.report.Glossary;
import slmlab.report.Health;
import slmlab.report.Phase;
import slmlab.spec.Suggestion;

/// `slm-lab metrics`: what the numbers of a run mean.
@Command(
        name = "metrics",
        header = "Explain the numbers of a run.",
        mixinStandardHelpOptions = true,
        subcommands = {MetricsCommand.ListAll.class, MetricsCommand.Explain.class})
final class MetricsCommand extends CommandGroup {

    /// Return the tables that have a number of this name, with what it means there.
    private static Map<String, String> meanings(String name) {
        Map<String, String> meanings = new LinkedHashMap<>();
        put("tables of training", Glossary.columns(Phase.TRAIN), name, meanings);
        put("tables of evaluation", Glossary.columns(Phase.EVAL), name, meanings);
        put("metrics of a run", Glossary.metrics(), name, meanings);
        Glossary.family(name).ifPresent(meaning -> meanings.put("tables of training", meaning));
        return meanings;
    }

    private static void put(String where, Map<String, String> table, String name, Map<String, String> meanings) {
        String meaning = table.get(name);
        if (meaning != null) {
            meanings.put(where, meaning);
        }
    }

    private static Set<String> names() {
        Set<String> names = new LinkedHashSet<>(Glossary.columns(Phase.TRAIN).keySet());
        names.addAll(Glossary.columns(Phase.EVAL).keySet());
        names.addAll(Glossary.metrics().keySet());
        return names;
    }

    /// `slm-lab metrics list`.
    @Command(name = "list", header = "List every number that a run writes.", mixinStandardHelpOptions = true)
    static final class ListAll extends InputCommand {
        @Override
        void run(PrintWriter out) {
            List<List<String>> rows = new ArrayList<>();
            rows.add(List.of("METRIC", "MEANING"));
            names().forEach(name ->
                    rows.add(List.of(name, meanings(name).values().iterator().next())));
            rows.add(List.of(
                    Glossary.REWARD_SHARE + "NAME",
                    meanings(Glossary.REWARD_SHARE + "NAME").values().iterator().next()));
            Columns.aligned(rows).forEach(out::println);
        }
    }

    /// `slm-lab metrics explain`.
    @Command(
            name = "explain",
            header = "Say what a number means, what is healthy, and what to do when it is not.",
            mixinStandardHelpOptions = true)
    static final class Explain extends InputCommand {

        @Parameters(paramLabel = "NAME", arity = "1..*", description = "columns or metrics, such as approx_kl")
        private List<String> names = List.of();

        @Override
        void run(PrintWriter out) {
            List<String> plain = names.stream()
                    .map(name -> name.replaceFirst("^(train|eval)/", ""))
                    .toList(); // as trackers show them
            List<String> problems = plain.stream()
                    .filter(name -> meanings(name).isEmpty())
                    .map(Explain::unknown)
                    .toList();
            if (!problems.isEmpty()) {
                throw new IllegalArgumentException(String.join("\n  ", problems));
            }
            for (int i = 0; i < plain.size(); i++) {
                if (i > 0) {
                    out.println();
                }
                lines(plain.get(i)).forEach(out::println);
            }
        }

        private static List<String> lines(String name) {
            Map<String, String> meanings = meanings(name);
            Health health = Health.of(name).orElseThrow();
            List<List<String>> rows = new ArrayList<>();
            meanings.forEach((where, meaning) ->
                    rows.add(List.of("  means", meanings.size() == 1 ? meaning : meaning + " (" + where + ")")));
            rows.add(List.of("  healthy", health.healthy()));
            rows.add(List.of("  otherwise", health.advice()));
            List<String> lines = new ArrayList<>(List.of(name));
            lines.addAll(Columns.aligned(rows));
            return lines;
        }

        private static String unknown(String name) {
            List<String> known = List.copyOf(MetricsCommand.names());
            return Suggestion.of(name, known)
                    .map(near -> "there is no metric '%s'; did you mean %s?".formatted(name, near))
                    .orElse("there is no metric '%s'; slm-lab metrics list shows them".formatted(name));
        }
    }
}
