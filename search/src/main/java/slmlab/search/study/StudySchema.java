package slmlab.search.study;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import slmlab.spec.text.SpecException;

/// The tables of a database.
///
/// `seq` counts all reports and ends of a study. It is taken with the study's row locked, so that whoever has
/// seen a number has seen all below it. A trial belongs to its worker until its `lease` ends, which
/// heartbeats renew.
final class StudySchema {
    static final int VERSION = 1;

    private static final List<String> TABLES = List.of(
            "CREATE TABLE IF NOT EXISTS slm_schema (version INTEGER PRIMARY KEY)",
            """
            CREATE TABLE IF NOT EXISTS slm_study (
                name TEXT PRIMARY KEY,
                plan TEXT NOT NULL,
                trials INTEGER NOT NULL,
                next INTEGER NOT NULL,
                seq BIGINT NOT NULL,
                begun BIGINT NOT NULL)\
            """,
            """
            CREATE TABLE IF NOT EXISTS slm_trial (
                study TEXT NOT NULL REFERENCES slm_study (name),
                number INTEGER NOT NULL,
                state TEXT NOT NULL,
                point TEXT,
                score DOUBLE PRECISION,
                metrics TEXT,
                error TEXT,
                worker TEXT NOT NULL,
                token TEXT NOT NULL,
                folder TEXT NOT NULL,
                attempt INTEGER NOT NULL,
                lost INTEGER NOT NULL,
                furthest BIGINT NOT NULL,
                lease BIGINT NOT NULL,
                begun BIGINT NOT NULL,
                ended BIGINT,
                seq BIGINT,
                PRIMARY KEY (study, number))\
            """,
            """
            CREATE TABLE IF NOT EXISTS slm_report (
                study TEXT NOT NULL,
                number INTEGER NOT NULL,
                frame BIGINT NOT NULL,
                score DOUBLE PRECISION,
                seq BIGINT NOT NULL,
                PRIMARY KEY (study, number, frame))\
            """,
            """
            CREATE TABLE IF NOT EXISTS slm_confirm (
                study TEXT NOT NULL REFERENCES slm_study (name),
                number INTEGER NOT NULL,
                seed BIGINT NOT NULL,
                scores TEXT NOT NULL,
                error TEXT,
                PRIMARY KEY (study, number))\
            """,
            "CREATE INDEX IF NOT EXISTS slm_trial_state ON slm_trial (study, state, number)",
            "CREATE INDEX IF NOT EXISTS slm_trial_seq ON slm_trial (study, seq)",
            "CREATE INDEX IF NOT EXISTS slm_report_seq ON slm_report (study, seq)");

    private StudySchema() {}

    /// Make the tables where there are none, and refuse those of a newer version.
    static int prepare(Connection connection, Address address) throws SQLException {
        Sql.query(connection, address.dialect().lockSchema(), _ -> 1);
        for (String table : TABLES) {
            Sql.update(connection, table);
        }
        if (check(connection, address) == 0) {
            Sql.update(connection, "INSERT INTO slm_schema (version) VALUES (?)", VERSION);
        }
        return VERSION;
    }

    /// Return the version of the tables, 0 before they have one; refuse a newer one.
    static int check(Connection connection, Address address) throws SQLException {
        int version = Sql.first(
                        connection, "SELECT MAX(version) AS version FROM slm_schema", row -> row.getInt("version"))
                .orElse(0);
        if (version > VERSION) {
            throw new SpecException(
                    "study " + address.shown(),
                    "was written by a newer SLM Lab (version %s of its tables; this one knows %s); update this one"
                            .formatted(version, VERSION));
        }
        return version;
    }
}
