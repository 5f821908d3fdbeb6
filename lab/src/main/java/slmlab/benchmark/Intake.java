package slmlab.benchmark;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import slmlab.metric.Headline;
import slmlab.metric.Metrics;
import slmlab.metric.SessionMetrics;
import slmlab.run.Phase;
import slmlab.run.RunFolder;
import slmlab.run.Table;

/// A finished run that fills a cell: everything is checked before anything is written.
public final class Intake {
    /// What a build adds to its commit where files differed from it.
    static final String CHANGES = "+changes";

    private final RunEvidence run;
    private final Cell cell;
    private final List<Table> tables;

    private Intake(RunEvidence run, Cell cell, List<Table> tables) {
        this.run = run;
        this.cell = cell;
        this.tables = tables;
    }

    /// Check a run; an [IllegalArgumentException] says all that is missing.
    ///
    /// @param differences of the run's spec and that of a cell, each as a line: none if they are the same
    public static Intake of(RunFolder folder, Cells cells, Function<Cell, List<String>> differences) {
        RunEvidence run = RunEvidence.read(folder);
        List<Cell> candidates = cells.of(run);
        if (candidates.isEmpty()) {
            throw refusal(run, List.of(mode(run), noCell(run, cells)));
        }
        List<Cell> fitting = candidates.stream()
                .filter(cell -> cell.frames() == run.maxFrame() && cell.sessions() == run.maxSession())
                .toList();
        List<Table> tables = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        problems.add(mode(run));
        if (fitting.isEmpty()) {
            problems.add(String.format(
                    Locale.ROOT,
                    "its budget is %,d frames and %s sessions; the cell asks for %s",
                    run.maxFrame(),
                    run.maxSession(),
                    candidates.stream()
                            .map(cell -> String.format(
                                    Locale.ROOT, "%,d frames and %s sessions", cell.frames(), cell.sessions()))
                            .collect(Collectors.joining(", or "))));
        }
        problems.addAll(incomplete(run, tables));
        Cell cell = fitting.isEmpty() ? candidates.getFirst() : fitting.getFirst();
        differences.apply(cell).stream()
                .map(each -> "its spec is not that of spec/%s: %s".formatted(cell.file(), each))
                .forEach(problems::add);
        problems.addAll(provenance(run, cell));
        problems.removeIf(String::isEmpty);
        if (!problems.isEmpty()) {
            throw refusal(run, problems);
        }
        return new Intake(run, fitting.getFirst(), tables);
    }

    private static IllegalArgumentException refusal(RunEvidence run, List<String> problems) {
        List<String> all = problems.stream().filter(each -> !each.isEmpty()).toList();
        return new IllegalArgumentException("%s is not taken in:%s"
                .formatted(
                        run.folder().path(),
                        all.size() == 1
                                ? " " + all.getFirst()
                                : all.stream().map("\n  %s"::formatted).collect(Collectors.joining())));
    }

    private static String mode(RunEvidence run) {
        if (run.folder().trials().size() > 1) {
            return "it has %s trials, so it is a search; a score comes from one train run"
                    .formatted(run.folder().trials().size());
        }
        return switch (run.mode()) {
            case "train" -> "";
            case "search" -> "it is a trial of a search; train its spec and take in that run";
            case String other -> "its mode is %s; needs train".formatted(other);
        };
    }

    private static String noCell(RunEvidence run, Cells cells) {
        String there = cells.all().stream()
                .filter(cell -> cell.env().equals(run.env()))
                .map(cell -> "%s of spec/%s".formatted(cell.spec(), cell.file()))
                .distinct()
                .collect(Collectors.joining(", "));
        return "there is no cell of its spec %s in %s, run by: %s; %s"
                .formatted(
                        run.folder().name(),
                        run.env(),
                        String.join(" ", run.command()),
                        there.isEmpty() ? "there is none of this env" : "this env has cells of " + there);
    }

    /// Read the tables of all sessions into `tables`; return what they lack.
    private static List<String> incomplete(RunEvidence run, List<Table> tables) {
        List<String> problems = new ArrayList<>();
        List<Integer> sessions = run.folder().sessions();
        for (int session = 0; session < run.maxSession(); session++) {
            if (!sessions.contains(session)) {
                problems.add("session %s has not begun; resume the run with train@".formatted(session));
                continue;
            }
            Table table = Table.read(run.folder().sessionTable(session, Phase.TRAIN));
            tables.add(table);
            double[] frames = table.column(Metrics.FRAME.name());
            double last = frames.length == 0 ? 0 : frames[frames.length - 1];
            if (last < run.sessionFrames()) {
                problems.add(String.format(
                        Locale.ROOT,
                        "session %s stands at frame %,.0f of %,d; resume the run with train@",
                        session,
                        last,
                        run.sessionFrames()));
            } else if (!table.has(Metrics.MEAN_RETURN.name()) && run.envs() < 2) {
                problems.add("session %s has no column mean_return: SLM-Lab ran it".formatted(session));
            } else if (!Double.isFinite(lastReturn(table)) || !Double.isFinite(average(table))) {
                problems.add("session %s has no return at its end: no episode ended".formatted(session));
            }
        }
        if (run.facts().containsKey("ended_early")) {
            problems.add("it ended early by its own rule; a score needs the whole budget");
        }
        return problems;
    }

    private static List<String> provenance(RunEvidence run, Cell cell) {
        List<String> problems = new ArrayList<>();
        List<String> changed = run.changedKeys();
        if (!changed.isEmpty()) {
            problems.add("a resume changed %s; a cell needs one spec from start to end"
                    .formatted(String.join(", ", changed)));
        }
        if (run.text("commit").endsWith(CHANGES)) {
            problems.add("its commit is %s: files differed from that commit; commit them and train again"
                    .formatted(run.text("commit")));
        }
        for (String fact : List.of("commit", "started", "cpu", "cores", "seed", "sessions_at_a_time")) {
            String text = run.text(fact);
            if (text.isEmpty() || text.equals("unknown")) {
                problems.add("its run.json does not say %s%s"
                        .formatted(fact, fact.equals("commit") ? ": run it with ./slm-lab in a git checkout" : ""));
            }
        }
        Long from = cell.fromSeed();
        if (from != null && run.facts().get("seed") instanceof Number seed && seed.longValue() < from) {
            problems.add("its seed is %s; the cell asks for %s or higher, which tuning never saw: --seed %s"
                    .formatted(seed, from, from));
        }
        return problems;
    }

    public Cell cell() {
        return cell;
    }

    /// Return the result, to be written once the curve is drawn.
    ///
    /// @param evaluation of the last weights; null if there is none
    /// @param link address of the uploaded run folder; null if it is not uploaded
    public Result result(Results results, Result.@Nullable Evaluation evaluation, @Nullable String link) {
        double[] averages = tables.stream().mapToDouble(Intake::average).toArray();
        double[] returns = tables.stream().mapToDouble(Intake::lastReturn).toArray();
        Result.Provenance provenance = new Result.Provenance(
                run.text("commit"),
                run.text("version"),
                run.command(cell),
                run.text("started"),
                run.text("cpu"),
                number("cores").intValue(),
                run.text("os"),
                run.text("java"),
                number("sessions_at_a_time").intValue());
        return new Result(
                cell.env(),
                cell.algorithm(),
                cell.spec(),
                cell.file(),
                run.specHash(),
                cell.set(),
                cell.frames(),
                cell.sessions(),
                run.isShared() ? 1 : cell.sessions(),
                number("seed").longValue(),
                averages,
                returns,
                evaluation,
                tables.stream()
                        .mapToDouble(table -> last(table, Metrics.FPS.name()))
                        .toArray(),
                provenance,
                results.docs().relativize(results.plot(cell)).toString().replace('\\', '/'),
                link);
    }

    /// Write the result.
    public void write(Results results, Result result) {
        results.write(cell, result);
    }

    private Number number(String fact) {
        return run.facts().get(fact) instanceof Number number ? number : Double.NaN;
    }

    private static double average(Table table) {
        return SessionMetrics.of(table, 0).scalar().totalRewardMa();
    }

    private static double lastReturn(Table table) {
        return last(table, Headline.of(Phase.TRAIN, List.of(table)).column());
    }

    private static double last(Table table, String column) {
        double[] values = table.column(column);
        return values.length == 0 ? Double.NaN : values[values.length - 1];
    }
}
