package slmlab.search.study;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Who runs which trial. Every change of a trial names the token of its claim, so that a worker that was lost
/// and comes back changes nothing. The study's row is always locked before that of a trial.
final class Claims {
    /// Workers that a trial may lose without getting further before it counts as failed: it may be what kills
    /// them.
    static final int MOST_LOST = 5;

    private static final String MINE = " WHERE study = ? AND number = ? AND token = ? AND state = 'RUNNING'";

    private final Database database;
    private final String study;
    private final String now;
    private final String lease; // of a claim that is made or renewed now

    Claims(Database database, String study, Duration lostAfter) {
        this.database = database;
        this.study = study;
        this.now = database.dialect().now();
        this.lease = "%s + %s".formatted(now, lostAfter.toMillis());
    }

    private record Lost(int number, int lost, String token) {}

    /// Take a trial. Its point is empty if it has none yet.
    ///
    /// @param token of the claim: where the answer to a commit was lost, the trial is found again by it
    Optional<Claim> take(String worker, String token) {
        while (true) {
            Optional<Lost> hopeless = database.transact(connection -> {
                if (taken(connection, token).isPresent()) {
                    return Optional.empty();
                }
                Optional<Lost> lost = lost(connection);
                if (lost.isPresent() && lost.get().lost >= MOST_LOST) {
                    return lost;
                }
                if (lost.isPresent()) {
                    takeOver(connection, lost.get().number, worker, token);
                } else {
                    takeNext(connection, worker, token);
                }
                return Optional.empty();
            });
            if (hopeless.isEmpty()) {
                return database.read(connection -> taken(connection, token));
            }
            giveUp(hopeless.get());
        }
    }

    private Optional<Claim> taken(Connection connection, String token) throws SQLException {
        return Sql.first(
                connection,
                "SELECT number, attempt, worker, point, folder FROM slm_trial WHERE study = ? AND token = ?"
                        + " AND state = 'RUNNING'",
                row -> new Claim(
                        row.getInt("number"),
                        row.getInt("attempt"),
                        row.getString("worker"),
                        token,
                        PlanText.point(row.getString("point")),
                        Map.of(),
                        row.getString("folder")),
                study,
                token);
    }

    private Optional<Lost> lost(Connection connection) throws SQLException {
        return Sql.first(
                connection,
                """
                SELECT number, lost, token FROM slm_trial
                WHERE study = ? AND state = 'RUNNING' AND lease < %s ORDER BY number LIMIT 1 %s\
                """.formatted(now, database.dialect().skipLocked()),
                row -> new Lost(row.getInt("number"), row.getInt("lost"), row.getString("token")),
                study);
    }

    private void takeOver(Connection connection, int number, String worker, String token) throws SQLException {
        Sql.update(connection, """
            UPDATE slm_trial SET worker = ?, token = ?, attempt = attempt + 1, lost = lost + 1, lease = %s
            WHERE study = ? AND number = ?\
            """.formatted(lease), worker, token, study, number);
    }

    private void takeNext(Connection connection, String worker, String token) throws SQLException {
        Optional<Integer> next = Sql.first(
                connection,
                "UPDATE slm_study SET next = next + 1 WHERE name = ? AND next < trials RETURNING next",
                row -> row.getInt("next") - 1,
                study);
        if (next.isPresent()) {
            Sql.update(connection, """
                INSERT INTO slm_trial
                    (study, number, state, worker, token, folder, attempt, lost, furthest, lease, begun)
                VALUES (?, ?, 'RUNNING', ?, ?, '', 1, 0, 0, %s, %s)\
                """.formatted(lease, now), study, next.get(), worker, token);
        }
    }

    private void giveUp(Lost trial) {
        database.transactSafely(connection -> finish(
                connection,
                trial.number,
                trial.token,
                TrialState.FAILED,
                null,
                Map.of(),
                "%s workers were lost while they ran it, and none got further than the one before"
                        .formatted(trial.lost + 1)));
    }

    /// Store the point of a trial. Empty if it was lost meanwhile.
    Optional<Claim> place(Claim claim, double[] point) {
        return change(claim, "point = ?", PlanText.write(point))
                ? Optional.of(claim.withPoint(point))
                : Optional.empty();
    }

    boolean beat(Claim claim) {
        return change(claim, "lease = " + lease);
    }

    boolean folder(Claim claim, String folder) {
        return change(claim, "folder = ?", folder);
    }

    /// A trial that is given back counts no lost worker.
    boolean giveBack(Claim claim) {
        return change(claim, "lease = 0, lost = lost - 1, token = ''");
    }

    void bury(String worker) {
        database.transact(connection -> Sql.update(
                connection,
                "UPDATE slm_trial SET lease = 0, token = '' WHERE study = ? AND worker = ? AND state = 'RUNNING'",
                study,
                worker));
    }

    private boolean change(Claim claim, String what, @Nullable Object... values) {
        @Nullable Object[] arguments = Arrays.copyOf(values, values.length + 3);
        arguments[values.length] = study;
        arguments[values.length + 1] = claim.number();
        arguments[values.length + 2] = claim.token();
        return database.transact(connection -> Sql.update(connection, "UPDATE slm_trial SET " + what + MINE, arguments))
                == 1;
    }

    boolean report(Claim claim, long frame, double score) {
        return database.transact(connection -> {
            long seq = count(connection);
            int mine = Sql.update(
                    connection, """
                        UPDATE slm_trial SET lease = %s, lost = CASE WHEN furthest < ? THEN 0 ELSE lost END,
                            furthest = CASE WHEN furthest < ? THEN ? ELSE furthest END\
                        """.formatted(lease) + MINE, frame, frame, frame, study, claim.number(), claim.token());
            if (mine == 0) {
                return false;
            }
            Sql.update(connection, """
                INSERT INTO slm_report (study, number, frame, score, seq) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (study, number, frame) DO UPDATE SET score = excluded.score, seq = excluded.seq\
                """, study, claim.number(), frame, Sql.stored(score), seq);
            if (claim.attempt() > 1) {
                Sql.update(
                        connection,
                        "DELETE FROM slm_report WHERE study = ? AND number = ? AND frame > ?",
                        study,
                        claim.number(),
                        frame);
            }
            return true;
        });
    }

    boolean end(Claim claim, TrialState state, double score, Map<String, Double> metrics, @Nullable String error) {
        return database.transactSafely(connection ->
                finish(connection, claim.number(), claim.token(), state, Sql.stored(score), metrics, error));
    }

    /// Return whether the trial is over by this claim: also where an earlier answer of the database was lost.
    private boolean finish(
            Connection connection,
            int number,
            String token,
            TrialState state,
            @Nullable Double score,
            Map<String, Double> metrics,
            @Nullable String error)
            throws SQLException {
        int mine = Sql.update(
                connection,
                "UPDATE slm_trial SET state = ?, score = ?, metrics = ?, error = ?, ended = %s, seq = ?".formatted(now)
                        + MINE,
                state.name(),
                score,
                PlanText.write(metrics),
                error,
                count(connection),
                study,
                number,
                token);
        List<String> ended = Sql.query(
                connection,
                "SELECT state FROM slm_trial WHERE study = ? AND number = ? AND token = ?",
                row -> row.getString("state"),
                study,
                number,
                token);
        return mine == 1 || ended.contains(state.name());
    }

    /// Return how many trials have not ended yet, those included that nobody has claimed.
    int left() {
        return database.read(connection ->
                Sql.first(connection, """
                    SELECT trials - (SELECT COUNT(*) FROM slm_trial WHERE study = name AND seq IS NOT NULL) AS n
                    FROM slm_study WHERE name = ?\
                    """, row -> row.getInt("n"), study).orElseThrow());
    }

    private long count(Connection connection) throws SQLException {
        return Sql.first(
                        connection,
                        "UPDATE slm_study SET seq = seq + 1 WHERE name = ? RETURNING seq",
                        row -> row.getLong("seq"),
                        study)
                .orElseThrow();
    }
}
