package slmlab.cli.search;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import slmlab.cli.Called;
import slmlab.cli.Cli;
import slmlab.cli.Counts;
import slmlab.cli.train.Runner;
import slmlab.search.study.Standing;
import slmlab.search.study.Study;
import slmlab.search.study.StudyPlan;
import slmlab.search.study.TrialRow;
import slmlab.search.study.TrialState;
import slmlab.search.trial.Pruning;
import slmlab.search.trial.SearchFolder;
import slmlab.search.trial.SearchPlan;

/// What a search says at its beginning and at its end.
///
/// @param out for what was asked for
/// @param err for what is worth knowing besides
record SearchConsole(PrintWriter out, PrintWriter err) {

    /// @param written sessions of the spec, before a pruner has its say
    void begin(SearchPlan search, StudyPlan plan, int atATime, int written) {
        int sessions = search.plan().meta().maxSession();
        out.println(String.format(
                Locale.ROOT,
                "%s: %s on %s, a search over %s, %s of %s of %,d frames, %s, %s, seed %d",
                search.name(),
                search.plan().algorithm().name(),
                search.plan().env().name(),
                Counts.of(plan.space().size(), "key"),
                Counts.of(plan.trials(), "trial"),
                Counts.of(sessions, "session"),
                search.plan().env().maxFrame(),
                plan.sampler(),
                pruner(plan),
                plan.seed()));
        if (atATime > 1) {
            out.println("%s trials at a time".formatted(atATime));
        }
        Runner.warn(search.plan(), err);
        search.unused().forEach((path, why) -> err.println("%s is not searched: %s".formatted(path, why)));
        search.keys().stream()
                .filter(key -> key.unchecked() > 0)
                .forEach(key -> err.println("%s: %s of its %s items are checked when their trials begin"
                        .formatted(key.path(), key.unchecked(), key.given().size())));
        Pruning.notes(plan.pruner(), written, search.plan().meta().searchScheduler())
                .forEach(err::println);
        if (search.plan().meta().searchResources().gpu() > 0) {
            err.println("search_resources.gpu has no effect: there is no GPU to choose; runs are on the CPU");
        }
        out.flush();
    }

    private static String pruner(StudyPlan plan) {
        Object name = plan.pruner().get("name");
        if (Pruning.NONE.equals(name)) {
            return "no pruner";
        }
        List<String> settings = new ArrayList<>();
        plan.pruner().forEach((key, value) -> {
            if (!key.equals("name")) {
                settings.add(key + " " + value);
            }
        });
        return "%s (%s)".formatted(name, String.join(", ", settings));
    }

    /// Return the exit code of the process.
    ///
    /// @param spent budget that ended the search; empty if none did
    /// @param unconfirmed why the best trials were not trained again; empty if they were, or were not to be
    int end(SearchFolder folder, Study study, String spent, String unconfirmed) {
        Standing standing = study.standing();
        List<TrialRow> trials = standing.trials();
        Optional<TrialRow> best = standing.best();
        long ended = trials.stream().filter(trial -> trial.state().isOver()).count();
        long pruned = count(trials, TrialState.PRUNED);
        long failed = count(trials, TrialState.FAILED);
        out.println("%s of %s ended, %s pruned%s, %s failed; %s frames"
                .formatted(
                        ended,
                        Counts.of(study.plan().trials(), "trial"),
                        pruned,
                        atFirstRung(trials, study.plan()),
                        failed,
                        String.format(
                                Locale.ROOT,
                                "%,d",
                                trials.stream().mapToLong(TrialRow::frame).sum())));
        if (ended == study.plan().trials() || best.isPresent()) {
            out.println(standing.inWords());
        }
        standing.confirmations().stream()
                .filter(each -> standing.winner().filter(each::equals).isEmpty())
                .forEach(each -> out.println("  trial %s: %s".formatted(each.trial(), each.inWords())));
        best.ifPresent(
                trial -> out.println("values  " + new TrialTable(study.plan().space()).values(trial)));
        if (!unconfirmed.isEmpty()) {
            out.println(unconfirmed);
        }
        out.println("table   " + folder.table());
        if (Files.exists(folder.graph())) {
            out.println("graph   " + folder.graph());
        }
        if (best.isPresent()) {
            out.println("train   " + Called.with("run", folder.bestSpec().toString(), folder.name(), "train"));
        }
        if (ended < study.plan().trials()) {
            out.println((spent.isEmpty() ? "stopped; " : "the search has spent %s; ".formatted(spent))
                    + resumeLine(folder));
        }
        out.flush();
        if (failed == ended && ended > 0) {
            err.println("every trial failed; the first: "
                    + trials.stream()
                            .map(TrialRow::error)
                            .filter(Objects::nonNull)
                            .findFirst()
                            .orElse(""));
            return Cli.FAILED;
        }
        return Cli.DONE;
    }

    /// Return how many of the pruned trials were stopped at the first rung, where scores are mostly noise.
    private static String atFirstRung(List<TrialRow> trials, StudyPlan plan) {
        if (!(plan.pruner().get("grace_period") instanceof Number grace
                && plan.pruner().get("reduction_factor") instanceof Number reduction)) {
            return "";
        }
        long second = grace.longValue() * reduction.longValue();
        long first = trials.stream()
                .filter(trial -> trial.state() == TrialState.PRUNED && trial.frame() < second)
                .count();
        return first == 0 ? "" : " (%s before frame %s)".formatted(first, String.format(Locale.ROOT, "%,d", second));
    }

    private static long count(List<TrialRow> trials, TrialState state) {
        return trials.stream().filter(trial -> trial.state() == state).count();
    }

    static String resumeLine(SearchFolder folder) {
        return "resume with: " + Called.with("run", folder.spec().toString(), folder.name(), "search@" + folder.path());
    }
}
