package slmlab.board;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import slmlab.chart.Ruler;
import slmlab.search.plot.ParameterAxis;
import slmlab.search.plot.StudyView;
import slmlab.search.study.TrialRow;

/// A study with all its trials.
///
/// @param problem why it cannot be read now; empty if it can
/// @param path of its folder, to copy into a terminal
/// @param pruner in words
/// @param word `candidate` or `confirmed`: what the best trial is
/// @param standing what is known of it
/// @param basis from what the importance of the parameters was learned, or why there is none
/// @param rungs frames at which the pruner compares trials
record StudyPage(
        RunCard card,
        String problem,
        String path,
        String sampler,
        String pruner,
        String word,
        String standing,
        String basis,
        List<Key> keys,
        List<Long> rungs,
        List<Row> trials) {
    private static final int MOST_POINTS = 30_000; // of all curves
    private static final int LEAST_POINTS = 8; // of a curve

    /// A parameter.
    ///
    /// @param marks places of its axis, 0 to 1, and what stands there
    /// @param importance its share
    record Key(String path, String name, boolean choice, List<Mark> marks, double importance) {}

    record Mark(double at, String text) {}

    /// A trial.
    ///
    /// @param score null where there is none
    /// @param values of the parameters, in words
    /// @param at places on the axes of the parameters, 0 to 1
    /// @param frames of its curve
    /// @param error what it failed of; empty for nothing
    /// @param begun milliseconds
    /// @param ended null while it runs
    /// @param run id of its run; empty before it has one
    record Row(
            int number,
            String state,
            @Nullable Float score,
            long frame,
            List<String> values,
            List<@Nullable Float> at,
            List<Long> frames,
            List<@Nullable Float> scores,
            String error,
            String worker,
            int attempt,
            long begun,
            @Nullable Long ended,
            String run) {}

    static StudyPage of(StudySource source, Studies.Reading reading, RunCard card) {
        StudyView view = reading.view();
        String path = source.folder().toAbsolutePath().normalize().toString();
        if (view == null) {
            return new StudyPage(card, reading.problem(), path, "", "", "", "", "", List.of(), List.of(), List.of());
        }
        int most =
                Math.max(LEAST_POINTS, MOST_POINTS / Math.max(1, view.trials().size()));
        return new StudyPage(
                card,
                "",
                path,
                view.plan().sampler(),
                pruner(view.plan().pruner()),
                view.standing().word(),
                view.standing().inWords(),
                view.basis(),
                keys(view),
                view.rungs(),
                view.trials().stream()
                        .map(trial -> row(source, view, trial, most))
                        .toList());
    }

    private static String pruner(Map<String, @Nullable Object> pruner) {
        String settings = pruner.entrySet().stream()
                .filter(entry -> !entry.getKey().equals("name"))
                .map(entry -> "%s %s".formatted(entry.getKey().replace('_', ' '), entry.getValue()))
                .collect(Collectors.joining(", "));
        String name = Objects.toString(pruner.get("name"), "none");
        return settings.isEmpty() ? name : "%s (%s)".formatted(name, settings);
    }

    private static List<Key> keys(StudyView view) {
        return IntStream.range(0, view.axes().size())
                .mapToObj(i -> {
                    ParameterAxis axis = view.axes().get(i);
                    Ruler ruler = axis.ruler();
                    List<Mark> marks = ruler.marks().stream()
                            .map(mark -> new Mark(ruler.at(mark.value()), mark.text()))
                            .toList();
                    return new Key(axis.path(), axis.name(), axis.isChoice(), marks, view.shares()[i]);
                })
                .toList();
    }

    private static Row row(StudySource source, StudyView view, TrialRow trial, int most) {
        List<Long> frames = new ArrayList<>(trial.scores().keySet());
        int step = (frames.size() + most - 1) / most;
        List<Long> kept = IntStream.range(0, frames.size())
                .filter(i -> i % Math.max(1, step) == 0 || i == frames.size() - 1)
                .mapToObj(frames::get)
                .toList();
        double score = trial.state().isOver() || trial.scores().isEmpty()
                ? trial.score()
                : trial.scores().lastEntry().getValue();
        String run = Searches.trial(source.id(), trial.number());
        return new Row(
                trial.number(),
                trial.state().name().toLowerCase(Locale.ROOT),
                Double.isFinite(score) ? Float.valueOf((float) score) : null,
                trial.frame(),
                trial.values().values().stream().map(ParameterAxis::text).toList(),
                PageNumbers.floats(places(view, trial)),
                kept,
                PageNumbers.floats(
                        kept.stream().mapToDouble(trial.scores()::get).toArray()),
                Objects.requireNonNullElse(trial.error(), ""),
                view.worker(trial),
                trial.attempt(),
                trial.begun().toEpochMilli(),
                trial.ended() == null ? null : Long.valueOf(trial.ended().toEpochMilli()),
                Files.isDirectory(source.folder().resolve("t" + trial.number())) ? run : "");
    }

    private static double[] places(StudyView view, TrialRow trial) {
        return IntStream.range(0, trial.point().length)
                .mapToDouble(i -> {
                    ParameterAxis axis = view.axes().get(i);
                    return axis.ruler().at(axis.isChoice() ? trial.point()[i] : axis.place(trial.point()[i], 0));
                })
                .toArray();
    }
}
