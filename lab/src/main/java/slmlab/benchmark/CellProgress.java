package slmlab.benchmark;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import slmlab.metric.Metrics;
import slmlab.run.Phase;
import slmlab.run.RunFolder;
import slmlab.run.Table;

/// How far a cell is: done, with a result that lacks something, finished but not taken in, running, stopped, or open.
///
/// @param state in words
/// @param score of a result; `–` without one
public record CellProgress(Cell cell, Kind kind, String state, String score) {

    private static final long FRESH_MILLIS = 300_000;
    private static final String NO_LINK = "; missing: link";

    /// The kinds, from the least work left to the most.
    public enum Kind {
        DONE,
        INCOMPLETE,
        FINISHED,
        RUNNING,
        STOPPED,
        OPEN
    }

    /// Return what the cell asks for.
    public String goal() {
        return Goal.of(cell).words();
    }

    /// Look at every cell.
    ///
    /// @param runs run folders that may fill them
    public static List<CellProgress> of(Results results, Cells cells, List<RunFolder> runs) {
        List<RunEvidence> facts =
                runs.stream().flatMap(run -> facts(run).stream()).toList();
        return cells.all().stream().map(cell -> of(results, cells, cell, facts)).toList();
    }

    /// Return what a folder says; a half-written one says nothing.
    private static Optional<RunEvidence> facts(RunFolder run) {
        try {
            return Optional.of(RunEvidence.read(run));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private static CellProgress of(Results results, Cells cells, Cell cell, List<RunEvidence> runs) {
        Optional<Result> result;
        try {
            result = results.of(cell);
        } catch (IllegalArgumentException e) {
            return new CellProgress(cell, Kind.INCOMPLETE, "incomplete: " + e.getMessage(), "–");
        }
        if (result.isPresent()) {
            String verdict = Goal.of(cell).verdict(result.get()).replace("**", "");
            return new CellProgress(
                    cell,
                    Kind.DONE,
                    (verdict.isEmpty() ? "done" : "done:" + verdict)
                            + (result.get().link() == null ? NO_LINK : ""),
                    Goal.of(cell).judged(result.get()).toString());
        }
        return runs.stream()
                .filter(run -> cells.of(run).contains(cell)
                        && run.has(cell)
                        && run.maxFrame() == cell.frames()
                        && run.maxSession() == cell.sessions()
                        && run.mode().equals("train"))
                .map(run -> of(cell, run))
                .min(Comparator.comparing(CellProgress::kind))
                .orElse(new CellProgress(cell, Kind.OPEN, "open", "–"));
    }

    private static CellProgress of(Cell cell, RunEvidence run) {
        double share = IntStream.range(0, cell.sessions())
                .mapToDouble(session -> Math.min(1, frame(run, session) / run.sessionFrames()))
                .average()
                .orElse(0);
        String folder = run.folder().path().toString();
        if (share >= 1) {
            return new CellProgress(cell, Kind.FINISHED, "finished: slm-lab benchmark intake " + folder, "–");
        }
        boolean isRunning = isFresh(run.folder());
        return new CellProgress(
                cell,
                isRunning ? Kind.RUNNING : Kind.STOPPED,
                String.format(Locale.ROOT, "%s at %.0f %%: %s", isRunning ? "running" : "stopped", 100 * share, folder),
                "–");
    }

    /// Return whether a run has written something of late: its states are some 30 seconds apart.
    private static boolean isFresh(RunFolder run) {
        long now = System.currentTimeMillis();
        return Stream.of(run.log(), run.state(0), run.state(run.sessions().size() - 1))
                .anyMatch(file -> now - file.toFile().lastModified() < FRESH_MILLIS);
    }

    private static double frame(RunEvidence run, int session) {
        try {
            double[] frames =
                    Table.read(run.folder().sessionTable(session, Phase.TRAIN)).column(Metrics.FRAME.name());
            return frames.length == 0 ? 0 : frames[frames.length - 1];
        } catch (IllegalArgumentException _) {
            return 0; // not begun, or being written
        }
    }
}
