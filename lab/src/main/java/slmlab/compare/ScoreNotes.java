package slmlab.compare;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import slmlab.compare.Contestant.Read;
import slmlab.metric.Metrics;

/// What scores cannot say by themselves: why runs cannot be compared, and what to know where they can.
final class ScoreNotes {
    /// Runs whose frames differ by less have the same budget: the last step of many envs may overshoot.
    private static final double SAME_FRAMES = 1.01;

    private ScoreNotes() {}

    /// Refuse a name or a run that stands there twice.
    static void refuseTwice(List<Contestant> all, List<String> problems) {
        Map<String, Integer> names = new HashMap<>();
        Map<Path, Integer> runs = new HashMap<>();
        for (Contestant each : all) {
            names.merge(each.name(), 1, Integer::sum);
            each.runs().forEach(run -> runs.merge(run.path().toAbsolutePath().normalize(), 1, Integer::sum));
        }
        runs.entrySet().stream()
                .filter(run -> run.getValue() > 1)
                .forEach(run ->
                        problems.add("%s is named twice; a run beside itself says nothing".formatted(run.getKey())));
        if (problems.isEmpty()) {
            names.entrySet().stream()
                    .filter(name -> name.getValue() > 1)
                    .forEach(name ->
                            problems.add("two are called %s; NAME=RUN gives other names".formatted(name.getKey())));
        }
    }

    /// Refuse contestants that were not all trained in the same envs.
    static void refuseOtherEnvs(Map<Contestant, List<RunScores>> read, List<String> problems) {
        Map<Contestant, Set<String>> envs = new HashMap<>();
        read.forEach((each, runs) ->
                envs.put(each, runs.stream().map(RunScores::env).collect(Collectors.toCollection(TreeSet::new))));
        if (envs.values().stream().distinct().count() > 1) {
            String which = read.keySet().stream()
                    .map(each ->
                            "%s in %s".formatted(each.name(), String.join(" and ", envs.getOrDefault(each, Set.of()))))
                    .collect(Collectors.joining(", "));
            problems.add(("returns of different envs cannot be compared: %s; "
                            + "group runs so that each side has the same envs: PPO=RUN,RUN SAC=RUN,RUN")
                    .formatted(which));
        }
    }

    /// @param unknown envs without a scale
    static List<String> of(List<Read> all, List<String> envs, List<String> unknown) {
        List<String> notes = new ArrayList<>();
        all.forEach(each -> each.runs().forEach(run -> notes.addAll(run.notes())));
        for (int task = 0; task < envs.size(); task++) {
            frames(all, task, envs.size() == 1 ? "" : " in " + envs.get(task)).ifPresent(notes::add);
        }
        all.stream()
                .flatMap(each -> each.runs().stream())
                .filter(run -> !run.column().equals(Metrics.MEAN_RETURN.name()))
                .forEach(run -> notes.add("%s has no column mean_return; its scores are the last %s"
                        .formatted(run.run().path(), run.column())));
        if (envs.size() > 1) {
            notes.add(
                    unknown.isEmpty()
                            ? "scores are scaled: 0 is the return of random actions, 1 that at which the env counts as solved"
                            : "no return is known at which %s counts as solved, so scores of several envs have no common scale: no mean, interquartile mean and profile"
                                    .formatted(String.join(", ", unknown)));
        }
        return notes;
    }

    private static Optional<String> frames(List<Read> all, int task, String where) {
        List<String> each = new ArrayList<>();
        LongSummaryStatistics lasts = new LongSummaryStatistics();
        for (Read contestant : all) {
            long last = contestant.byTask().get(task).stream()
                    .flatMap(run -> run.frames().stream())
                    .mapToLong(Long::longValue)
                    .max()
                    .orElseThrow();
            lasts.accept(last);
            each.add(String.format(Locale.ROOT, "%s %,d", contestant.name(), last));
        }
        return lasts.getMax() <= SAME_FRAMES * lasts.getMin()
                ? Optional.empty()
                : Optional.of("different numbers of frames%s, each score is that of its own end: %s"
                        .formatted(where, String.join(", ", each)));
    }
}
