package slmlab.search.trial;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import slmlab.file.JsonFile;
import slmlab.metric.Metric;
import slmlab.metric.Metrics;
import slmlab.run.Csv;
import slmlab.search.SearchSpace;
import slmlab.search.study.TrialRow;

/// SLM-Lab's `experiment_df` with two more columns: a row for each trial that has ended. Those that ran to their
/// end come first, the highest `mean_return` before others, then the pruned ones, then those that failed. It has no
/// times, so that the same search writes the same bytes.
///
/// @param paths of the searched keys, sorted
/// @param trials in the order of the rows
public record ExperimentTable(List<String> paths, List<TrialRow> trials) {
    /// SLM-Lab's numbers of a trial.
    public static final List<String> METRICS = Metrics.names(Metrics.in(Metric.Source.SUMMARY));

    /// @param all trials of a study
    public static ExperimentTable of(SearchSpace space, List<TrialRow> all) {
        TreeSet<String> paths = new TreeSet<>();
        space.parameters().forEach(parameter -> paths.add(parameter.path()));
        List<TrialRow> ended = all.stream()
                .filter(trial -> trial.state().isOver())
                .sorted(Comparator.comparing(TrialRow::state) // done, pruned, failed
                        .thenComparing(ExperimentTable::score, Comparator.reverseOrder())
                        .thenComparingInt(TrialRow::number))
                .toList();
        return new ExperimentTable(List.copyOf(paths), ended);
    }

    private static double score(TrialRow trial) {
        return Double.isNaN(trial.score()) ? Double.NEGATIVE_INFINITY : trial.score();
    }

    /// Return a number of a trial; NaN if it has none.
    public static double metric(TrialRow trial, String metric) {
        return trial.metrics().getOrDefault(metric, Double.NaN);
    }

    /// Return the whole as comma-separated values.
    public String csv() {
        List<String> columns = new ArrayList<>(List.of("trial"));
        columns.addAll(paths);
        columns.addAll(METRICS);
        columns.add(Metrics.MEAN_RETURN.name());
        columns.add("state");
        return line(columns) + trials.stream().map(this::row).collect(Collectors.joining());
    }

    private String row(TrialRow trial) {
        List<String> cells = new ArrayList<>(List.of(Integer.toString(trial.number())));
        paths.forEach(path -> cells.add(text(trial.values().get(path))));
        METRICS.forEach(metric -> cells.add(text(metric(trial, metric))));
        cells.add(text(trial.score()));
        cells.add(trial.state().name().toLowerCase(Locale.ROOT));
        return line(cells);
    }

    /// Return a line of comma-separated values.
    static String line(List<String> cells) {
        return cells.stream().map(ExperimentTable::quoted).collect(Collectors.joining(",", "", "\n"));
    }

    /// Return a value as JSON has it; nothing for null and NaN.
    static String text(@Nullable Object value) {
        return switch (value) {
            case null -> "";
            case String text -> text;
            case Double number -> Csv.number(number);
            default -> JsonFile.line(value);
        };
    }

    private static String quoted(String cell) {
        return cell.matches("[^,\"\n\r]*") ? cell : "\"" + cell.replace("\"", "\"\"") + "\"";
    }

    /// Return the trials by their numbers: values and metrics of each, as SLM-Lab's `trial_data_dict` has them.
    public Map<String, Map<String, @Nullable Object>> data() {
        Map<String, Map<String, @Nullable Object>> all = new LinkedHashMap<>();
        trials.stream().sorted(Comparator.comparingInt(TrialRow::number)).forEach(trial -> {
            Map<String, @Nullable Object> entry = new LinkedHashMap<>();
            paths.forEach(path -> entry.put(path, trial.values().get(path)));
            METRICS.forEach(metric -> entry.put(metric, metric(trial, metric)));
            all.put(Integer.toString(trial.number()), entry);
        });
        return all;
    }
}
