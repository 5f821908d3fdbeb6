package slmlab.search.study;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Statements with their arguments.
final class Sql {
    private Sql() {}

    /// What is made of a row.
    interface Row<T> {
        T read(ResultSet row) throws SQLException;
    }

    /// Run a statement and return how many rows it changed.
    static int update(Connection connection, String sql, @Nullable Object... arguments) throws SQLException {
        try (PreparedStatement statement = prepare(connection, sql, arguments)) {
            return statement.executeUpdate();
        }
    }

    static <T> List<T> query(Connection connection, String sql, Row<T> row, @Nullable Object... arguments)
            throws SQLException {
        try (PreparedStatement statement = prepare(connection, sql, arguments);
                ResultSet result = statement.executeQuery()) {
            List<T> rows = new ArrayList<>();
            while (result.next()) {
                rows.add(row.read(result));
            }
            return rows;
        }
    }

    /// Return the first row.
    static <T> Optional<T> first(Connection connection, String sql, Row<T> row, @Nullable Object... arguments)
            throws SQLException {
        return query(connection, sql, row, arguments).stream().findFirst();
    }

    /// Return a number, NaN where there is none: SQLite has no NaN.
    static double number(ResultSet row, String column) throws SQLException {
        double number = row.getDouble(column);
        return row.wasNull() ? Double.NaN : number;
    }

    /// Return a number as it is stored.
    static @Nullable Double stored(double number) {
        return Double.isNaN(number) ? null : number;
    }

    private static PreparedStatement prepare(Connection connection, String sql, @Nullable Object... arguments)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < arguments.length; i++) {
            statement.setObject(i + 1, arguments[i]);
        }
        return statement;
    }
}
