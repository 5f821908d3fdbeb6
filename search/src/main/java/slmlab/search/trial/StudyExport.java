package slmlab.search.trial;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import slmlab.search.study.StudyPlan;
import slmlab.search.study.TrialRow;

/// All that a study knows of its trials, in the order of their numbers.
public record StudyExport(StudyPlan plan, List<TrialRow> trials) {
    private static final List<String> FIRST = List.of("trial", "state", "score", "frame");
    private static final List<String> LAST = List.of("attempt", "worker", "begun", "ended", "error");

    /// Return a line for each trial: its state, values, metrics, times and error.
    public String csv() {
        List<String> columns = new ArrayList<>(FIRST);
        plan.space().parameters().forEach(parameter -> columns.add(parameter.path()));
        ExperimentTable.METRICS.stream()
                .filter(metric -> !columns.contains(metric))
                .forEach(columns::add);
        columns.addAll(LAST);
        return ExperimentTable.line(columns)
                + trials.stream()
                        .map(trial -> {
                            Map<String, @Nullable Object> entry = flat(trial);
                            return ExperimentTable.line(columns.stream()
                                    .map(column -> ExperimentTable.text(entry.get(column)))
                                    .toList());
                        })
                        .collect(Collectors.joining());
    }

    private static Map<String, @Nullable Object> flat(TrialRow trial) {
        Map<String, @Nullable Object> entry = new LinkedHashMap<>();
        entry.putAll(trial.metrics());
        entry.putAll(trial.values());
        entry.put("trial", trial.number());
        entry.put("state", trial.state().name().toLowerCase(Locale.ROOT));
        entry.put("score", trial.score());
        entry.put("frame", trial.frame());
        entry.put("attempt", trial.attempt());
        entry.put("worker", trial.worker());
        entry.put("begun", trial.begun().toString());
        entry.put("ended", trial.ended() == null ? null : trial.ended().toString());
        entry.put("error", trial.error());
        return entry;
    }

    /// Return the same for JSON, with every reported score.
    public Map<String, @Nullable Object> data() {
        List<Map<String, @Nullable Object>> all = new ArrayList<>();
        for (TrialRow trial : trials) {
            Map<String, @Nullable Object> flat = flat(trial);
            Map<String, @Nullable Object> entry = new LinkedHashMap<>();
            FIRST.forEach(key -> entry.put(key, flat.get(key)));
            entry.put("values", trial.values());
            entry.put("metrics", trial.metrics());
            entry.put("scores", trial.scores());
            LAST.forEach(key -> entry.put(key, flat.get(key)));
            all.add(entry);
        }
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("study", plan.name());
        data.put("sampler", plan.sampler());
        data.put("pruner", plan.pruner());
        data.put("seed", plan.seed());
        data.put("trials", all);
        return data;
    }
}
