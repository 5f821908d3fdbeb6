package slmlab.search.study;

import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What a database answered instead of doing its work.
final class Failure {
    private static final int SQLITE_BUSY = 5;
    private static final int SQLITE_LOCKED = 6;
    private static final int SQLITE_FULL = 13;
    private static final int SQLITE_NOT_A_DATABASE = 26;
    private static final int SQLITE_CODE = 0xFF; // what is above says more of the same

    private Failure() {}

    /// Return whether the same may work a little later: the server restarts, the file is locked, the disk is
    /// full.
    static boolean isTransient(SQLException failure) {
        return isFull(failure)
                || all(failure).stream()
                        .anyMatch(each -> each instanceof SQLTransientException
                                || each instanceof SQLRecoverableException
                                || Stream.of("08", "40", "57P", "53").anyMatch(state(each)::startsWith)
                                || isSqlite(each, SQLITE_BUSY)
                                || isSqlite(each, SQLITE_LOCKED));
    }

    /// Return what to tell a person.
    static String inWords(SQLException failure) {
        if (isFull(failure)) {
            return "its disk is full";
        }
        if (all(failure).stream().anyMatch(each -> isSqlite(each, SQLITE_NOT_A_DATABASE))) {
            return "the file is no SQLite database";
        }
        if (all(failure).stream().anyMatch(each -> isSqlite(each, SQLITE_BUSY) || isSqlite(each, SQLITE_LOCKED))) {
            return "another process has locked it";
        }
        SQLException deepest = all(failure).getLast(); // the pool wraps what the driver says
        return String.valueOf(deepest.getMessage()).strip().replaceAll("\\s+", " ");
    }

    private static boolean isFull(SQLException failure) {
        return all(failure).stream().anyMatch(each -> state(each).equals("53100") || isSqlite(each, SQLITE_FULL));
    }

    private static boolean isSqlite(SQLException failure, int code) {
        return failure.getSQLState() == null && (failure.getErrorCode() & SQLITE_CODE) == code;
    }

    private static String state(SQLException failure) {
        String state = failure.getSQLState();
        return state == null ? "" : state;
    }

    /// Return a failure and its causes, the deepest last.
    private static List<SQLException> all(SQLException failure) {
        List<SQLException> all = new ArrayList<>();
        for (@Nullable Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof SQLException one) {
                all.add(one);
            }
        }
        return all;
    }
}
