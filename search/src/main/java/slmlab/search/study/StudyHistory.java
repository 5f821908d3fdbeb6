package slmlab.search.study;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import slmlab.search.Curve;
import slmlab.search.Outcome;
import slmlab.search.Pruner;

/// What a process knows of the trials of a study. Only what is new is read from the database.
final class StudyHistory {
    private final Database database;
    private final String study;
    private final Map<Integer, Outcome> outcomes = new TreeMap<>();
    private final Map<Integer, Curve> curves = new TreeMap<>();
    private long endsSeen;
    private long reportsSeen;

    StudyHistory(Database database, String study) {
        this.database = database;
        this.study = study;
    }

    private record End(Outcome outcome, long seq) {}

    private record Report(int number, long frame, double score, long seq) {}

    /// Return the trials that have ended, in the order of their numbers.
    synchronized List<Outcome> outcomes() {
        List<End> ends = database.read(connection -> Sql.query(
                connection,
                "SELECT number, point, score, seq FROM slm_trial WHERE study = ? AND seq > ? ORDER BY seq",
                row -> new End(
                        new Outcome(
                                row.getInt("number"), PlanText.point(row.getString("point")), Sql.number(row, "score")),
                        row.getLong("seq")),
                study,
                endsSeen));
        for (End end : ends) {
            if (end.outcome.point().length > 0) {
                outcomes.put(end.outcome.number(), end.outcome);
            }
            endsSeen = end.seq;
        }
        return new ArrayList<>(outcomes.values());
    }

    /// Ask a pruner about a trial, with all that has been reported.
    synchronized boolean ends(Pruner pruner, int number) {
        List<Report> reports = database.read(connection -> Sql.query(
                connection,
                "SELECT number, frame, score, seq FROM slm_report WHERE study = ? AND seq > ? ORDER BY seq",
                row -> new Report(
                        row.getInt("number"), row.getLong("frame"), Sql.number(row, "score"), row.getLong("seq")),
                study,
                reportsSeen));
        for (Report report : reports) {
            curves.computeIfAbsent(report.number, each -> new Curve(each, new TreeMap<>()))
                    .report(report.frame, report.score);
            reportsSeen = report.seq;
        }
        Curve trial = curves.remove(number);
        if (trial == null) {
            return false;
        }
        Collection<Curve> others = curves.values();
        boolean ends = pruner.ends(trial, others);
        curves.put(number, trial);
        return ends;
    }
}
