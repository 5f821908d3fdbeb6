package slmlab.cli.search;

import java.io.Console;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import slmlab.cli.TextColumns;
import slmlab.search.study.Study;
import slmlab.search.study.TrialRow;
import slmlab.search.study.TrialState;

/// The progress of a search: on a terminal a table of trials, redrawn in place; elsewhere a line for each trial that
/// ends.
final class SearchScreen implements AutoCloseable {
    private static final int MOST_ROWS = 20; // of trials, so that the table fits on a terminal
    private static final String CUT = "\033[?7l"; // a line that is too long ends at the edge
    private static final String WRAP = "\033[?7h";
    private static final String GREY = "\033[90m";
    private static final String BOLD = "\033[1m";
    private static final String PLAIN = "\033[0m";

    private final PrintWriter out;
    private final Study study;
    private final TrialTable table;
    private final @Nullable Duration budget;
    private final boolean quiet;
    private final boolean live;
    private final long begun = System.nanoTime();
    private final int before; // trials that had ended when this began
    private final @Nullable ScheduledExecutorService timer;
    private int drawn;

    static SearchScreen open(PrintWriter out, Study study, @Nullable Duration budget, boolean quiet) {
        boolean live = Optional.ofNullable(System.console())
                .filter(Console::isTerminal)
                .isPresent();
        return new SearchScreen(out, study, budget, quiet, live);
    }

    /// @param live whether the table is drawn in place, as a terminal allows
    SearchScreen(PrintWriter out, Study study, @Nullable Duration budget, boolean quiet, boolean live) {
        this.out = out;
        this.study = study;
        this.table = new TrialTable(study.plan().space());
        this.budget = budget;
        this.quiet = quiet;
        this.live = live && !quiet;
        this.before = ended(study.trials());
        this.timer = this.live
                ? Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().name("search-screen").daemon().factory())
                : null;
        if (timer != null) {
            Future<?> _ = timer.scheduleWithFixedDelay(this::draw, 0, 1, TimeUnit.SECONDS);
        }
    }

    private static int ended(List<TrialRow> trials) {
        return (int) trials.stream().filter(trial -> trial.state().isOver()).count();
    }

    /// Print a line, above the table where there is one.
    synchronized void say(String line) {
        if (!quiet) {
            out.print(back() + (live ? "\r\033[J" : ""));
            out.println(line);
            drawn = 0;
            out.flush();
        }
    }

    /// A trial has ended.
    synchronized void ended(int number) {
        if (live) {
            draw();
        } else if (!quiet) {
            List<TrialRow> trials = study.trials();
            trials.stream()
                    .filter(trial -> trial.number() == number)
                    .findFirst()
                    .ifPresent(trial -> {
                        out.println(String.format(
                                Locale.ROOT,
                                "trial %d %s at frame %,d  score %s  %s",
                                number,
                                TrialTable.state(trial),
                                trial.frame(),
                                TrialTable.number(trial.score()),
                                table.values(trial)));
                        out.println("  " + head(trials));
                    });
            out.flush();
        }
    }

    /// Return how far the search is.
    private String head(List<TrialRow> trials) {
        int ended = ended(trials);
        int all = study.plan().trials();
        StringBuilder text = new StringBuilder("%s of %s trials ended".formatted(ended, all));
        for (TrialState state : List.of(TrialState.PRUNED, TrialState.FAILED)) {
            long count = trials.stream().filter(trial -> trial.state() == state).count();
            if (count > 0) {
                text.append(", %s %s".formatted(count, state.name().toLowerCase(Locale.ROOT)));
            }
        }
        best(trials)
                .ifPresent(best -> text.append(
                        ", candidate %s (trial %s)".formatted(TrialTable.number(best.score()), best.number())));
        left(ended, all).ifPresent(left -> text.append(", %s left".formatted(time(left))));
        return text.toString();
    }

    /// Return the time that the other trials will take, as those so far did, or what is left of the budget.
    private Optional<Duration> left(int ended, int all) {
        Duration past = Duration.ofNanos(System.nanoTime() - begun);
        Optional<Duration> rest = ended > before && ended < all
                ? Optional.of(past.multipliedBy(all - ended).dividedBy(ended - before))
                : Optional.empty();
        return budget == null
                ? rest
                : rest.filter(time -> time.compareTo(budget.minus(past)) < 0)
                        .or(() -> Optional.of(budget.minus(past)).filter(Duration::isPositive));
    }

    private static String time(Duration time) {
        return time.toHours() > 0
                ? String.format(Locale.ROOT, "%d:%02d:%02d", time.toHours(), time.toMinutesPart(), time.toSecondsPart())
                : String.format(Locale.ROOT, "%d:%02d", time.toMinutes(), time.toSecondsPart());
    }

    private static Optional<TrialRow> best(List<TrialRow> trials) {
        return trials.stream()
                .filter(trial -> trial.state() == TrialState.DONE && !Double.isNaN(trial.score()))
                .max(Comparator.comparingDouble(TrialRow::score)
                        .thenComparing(TrialRow::number, Comparator.reverseOrder()));
    }

    private synchronized void draw() {
        List<TrialRow> trials = study.trials();
        @Nullable TrialRow best = best(trials).orElse(null);
        List<TrialRow> shown = shown(trials, best);
        List<List<String>> rows = new ArrayList<>();
        rows.add(table.heading());
        shown.forEach(trial -> rows.add(table.row(trial, trial.equals(best))));
        List<String> lines = TextColumns.aligned(rows);
        StringBuilder text = new StringBuilder(back()).append("\r\033[J").append(CUT);
        text.append(head(trials)).append('\n').append(lines.getFirst()).append('\n');
        for (int i = 0; i < shown.size(); i++) {
            text.append(color(shown.get(i), best))
                    .append(lines.get(i + 1))
                    .append(PLAIN)
                    .append('\n');
        }
        text.append(WRAP);
        drawn = shown.size() + 2;
        out.print(text);
        out.flush();
    }

    private String back() {
        return drawn == 0 ? "" : "\033[%sA".formatted(drawn);
    }

    private static String color(TrialRow trial, @Nullable TrialRow best) {
        return trial.equals(best)
                ? BOLD
                : trial.state() == TrialState.PRUNED || trial.state() == TrialState.FAILED ? GREY : "";
    }

    /// Return the trials that run, the best and the newest, in the order of their numbers.
    private static List<TrialRow> shown(List<TrialRow> trials, @Nullable TrialRow best) {
        return trials.stream()
                .sorted(Comparator.comparing((TrialRow trial) -> trial.state().isOver())
                        .thenComparing(trial -> !trial.equals(best))
                        .thenComparing(TrialRow::number, Comparator.reverseOrder()))
                .limit(MOST_ROWS)
                .sorted(Comparator.comparingInt(TrialRow::number))
                .toList();
    }

    @Override
    public void close() {
        if (timer != null) {
            timer.close();
            draw();
        }
    }
}
