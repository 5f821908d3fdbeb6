package slmlab.report;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import slmlab.chart.ChartException;
import slmlab.file.JsonFile;
import slmlab.metric.SessionMetrics;
import slmlab.metric.TrialMetrics;
import slmlab.run.Phase;
import slmlab.run.RunFolder;
import slmlab.run.RunSpec;
import slmlab.run.Table;

/// Computes metrics and curves from session tables, in the run folder: during a run, at its end, and on old
/// runs.
public final class Analysis {

    private Analysis() {}

    /// Return the env of a run, as its spec file names it; empty if no spec does.
    public static Optional<String> env(RunFolder folder) {
        return RunSpec.env(folder);
    }

    /// Compute a session's metrics and write them.
    ///
    /// @param randomReturn mean return of a random policy, see [slmlab.metric.Baselines]
    public static SessionMetrics session(RunFolder folder, int session, Phase phase, Table table, double randomReturn) {
        SessionMetrics metrics = SessionMetrics.of(table, randomReturn);
        JsonFile.write(folder.sessionMetrics(session, phase), metrics);
        JsonFile.write(folder.sessionMetricsScalar(session, phase), metrics.scalar());
        return metrics;
    }

    /// Compute a trial's metrics from those of its sessions and write them.
    public static TrialMetrics trial(RunFolder folder, List<SessionMetrics> sessions) {
        TrialMetrics metrics = TrialMetrics.of(sessions);
        JsonFile.write(folder.trialMetrics(), metrics);
        JsonFile.write(folder.trialMetricsScalar(), metrics.scalar());
        JsonFile.write(folder.shown(folder.trialMetricsScalar()), metrics.scalar());
        return metrics;
    }

    /// Recompute and redraw a finished run from its session tables; return the metrics of each trial.
    ///
    /// @param notDrawn receives the reason if curves cannot be drawn
    public static List<TrialMetrics> retro(RunFolder folder, double randomReturn, Consumer<String> notDrawn) {
        List<RunFolder> trials = folder.trials();
        if (trials.isEmpty()) {
            throw new IllegalArgumentException(
                    "%s has no session tables; needs %s".formatted(folder.path(), folder.sessionTable(0, Phase.TRAIN)));
        }
        folder.refuseLinks();
        folder.makePart("graph");
        List<TrialMetrics> all = new ArrayList<>();
        List<Runnable> curves = new ArrayList<>();
        for (RunFolder trial : trials) {
            List<SessionMetrics> sessions = new ArrayList<>();
            List<Table> tables = new ArrayList<>();
            List<Table> evaluations = new ArrayList<>();
            for (int session : trial.sessions()) {
                tables.add(Table.read(trial.sessionTable(session, Phase.TRAIN)));
                sessions.add(retro(trial, session, Phase.TRAIN, tables.getLast(), randomReturn, curves));
                if (Files.exists(trial.sessionTable(session, Phase.EVAL))) {
                    evaluations.add(Table.read(trial.sessionTable(session, Phase.EVAL)));
                    retro(trial, session, Phase.EVAL, evaluations.getLast(), randomReturn, curves);
                }
            }
            all.add(trial(trial, sessions));
            curves.add(() -> Curves.trial(trial, tables, evaluations));
        }
        try {
            curves.forEach(Runnable::run); // last: metrics need no figure
        } catch (ChartException e) {
            notDrawn.accept(String.valueOf(e.getMessage()));
        }
        return all;
    }

    private static SessionMetrics retro(
            RunFolder folder, int session, Phase phase, Table table, double randomReturn, List<Runnable> curves) {
        SessionMetrics metrics;
        try {
            metrics = session(folder, session, phase, table, randomReturn);
        } catch (IllegalArgumentException e) {
            Path file = folder.sessionTable(session, phase);
            throw new IllegalArgumentException("%s: %s".formatted(file, e.getMessage()), e);
        }
        curves.add(() -> Curves.session(folder, session, phase, table));
        return metrics;
    }
}
