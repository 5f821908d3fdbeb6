package slmlab.search.study;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import slmlab.search.SearchSpace;

/// Reads trials from the tables.
final class TrialRows {
    private final SearchSpace space;
    private final Map<Integer, NavigableMap<Long, Double>> scores = new HashMap<>();

    private TrialRows(SearchSpace space) {
        this.space = space;
    }

    /// Return all trials of a study, in the order of their numbers.
    static List<TrialRow> of(Connection connection, Dialect dialect, StudyPlan plan) throws SQLException {
        TrialRows rows = new TrialRows(plan.space());
        Sql.query(
                connection,
                "SELECT number, frame, score FROM slm_report WHERE study = ?",
                row -> rows.add(row.getInt("number"), row.getLong("frame"), Sql.number(row, "score")),
                plan.name());
        return Sql.query(connection, select(dialect) + "WHERE study = ? ORDER BY number", rows::read, plan.name());
    }

    /// Return one trial of a study.
    static TrialRow of(Connection connection, Dialect dialect, StudyPlan plan, int number) throws SQLException {
        TrialRows rows = new TrialRows(plan.space());
        Sql.query(
                connection,
                "SELECT number, frame, score FROM slm_report WHERE study = ? AND number = ?",
                row -> rows.add(row.getInt("number"), row.getLong("frame"), Sql.number(row, "score")),
                plan.name(),
                number);
        return Sql.first(
                        connection, select(dialect) + "WHERE study = ? AND number = ?", rows::read, plan.name(), number)
                .orElseThrow(() -> new IllegalArgumentException("there is no trial " + number));
    }

    private static String select(Dialect dialect) {
        return "SELECT *, lease > %s AS held FROM slm_trial ".formatted(dialect.now());
    }

    private int add(int number, long frame, double score) {
        scores.computeIfAbsent(number, _ -> new TreeMap<>()).put(frame, score);
        return number;
    }

    private TrialRow read(ResultSet row) throws SQLException {
        int number = row.getInt("number");
        double[] point = PlanText.point(row.getString("point"));
        long ended = row.getLong("ended");
        boolean isOver = !row.wasNull();
        return new TrialRow(
                number,
                TrialState.valueOf(row.getString("state")),
                point,
                space.values(point),
                scores.getOrDefault(number, new TreeMap<>()),
                Sql.number(row, "score"),
                PlanText.metrics(row.getString("metrics")),
                row.getString("error"),
                row.getString("worker"),
                row.getString("folder"),
                row.getInt("attempt"),
                !isOver && row.getBoolean("held"),
                Instant.ofEpochMilli(row.getLong("begun")),
                isOver ? Instant.ofEpochMilli(ended) : null);
    }
}
