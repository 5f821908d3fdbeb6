package slmlab.search.study;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import slmlab.spec.text.SpecException;

/// A database of studies.
///
/// An operation that meets a server that restarts, a locked file or a full disk is tried again for a while,
/// with a line in the log, and fails with an [java.io.UncheckedIOException] after that.
public final class Database implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration OPENING = Duration.ofSeconds(10); // it may never have been there
    private static final long IDLE_MILLIS = 30_000;
    private static final long CONNECT_MILLIS = 15_000; // longer than a file stays locked
    private static final int MOST_CONNECTIONS = 4;

    private final Address address;
    private final HikariDataSource pool;
    private final Retry patience;
    private volatile BooleanSupplier stop = () -> false;

    /// Work on a connection.
    interface Work<T> {
        T run(Connection connection) throws SQLException;
    }

    private Database(Address address, Consumer<String> log, Duration patience) {
        this.address = address;
        this.pool = pool(address);
        this.patience = new Retry(address.shown(), log, patience, () -> stop.getAsBoolean());
    }

    /// Wait for no more than a second for what is away once `asked` is true.
    public void stopWhen(BooleanSupplier asked) {
        this.stop = asked;
    }

    /// Open a database, and make it where there is none: a file's path, `jdbc:sqlite:FILE`,
    /// `postgresql://USER@HOST/DATABASE` or `jdbc:postgresql:…`. The password comes from the URL, from
    /// PGPASSWORD or from `~/.pgpass`.
    public static Database of(String url) {
        return of(url, _ -> {}, PATIENCE);
    }

    /// Open a database that must be there.
    public static Database existing(String url, Consumer<String> log) {
        return existing(url, log, OPENING);
    }

    /// @param opening how long a server that does not answer yet is waited for
    public static Database existing(String url, Consumer<String> log, Duration opening) {
        checkThere(url);
        return of(url, log, PATIENCE, opening);
    }

    private static void checkThere(String url) {
        Path file = Address.of(url).file();
        if (file != null && Files.notExists(file)) {
            throw new SpecException(
                    "study " + url, "does not exist; a search makes it: slm-lab run SPEC NAME search --study " + url);
        }
    }

    /// Open a database that is there to read it alone: nothing is made or changed, and one that is locked or
    /// unfinished fails instead of being tried again.
    public static Database reading(String url) {
        checkThere(url);
        Address address = Address.of(url).readOnly();
        new Retry(address.shown(), _ -> {}, Duration.ZERO).run(() -> {
            try (Connection connection = DriverManager.getConnection(address.url(), address.properties())) {
                return StudySchema.check(connection, address);
            } catch (SQLException e) {
                throw inWords(address, e);
            }
        });
        return new Database(address, _ -> {}, Duration.ZERO);
    }

    /// Return a failure that may be over a little later as it is, and any other in words.
    private static SQLException inWords(Address address, SQLException failure) {
        if (Failure.isTransient(failure)) {
            return failure;
        }
        throw new SpecException("study %s:".formatted(address.shown()), Failure.inWords(failure));
    }

    /// @param log for a line each time that an operation is tried again
    public static Database of(String url, Consumer<String> log) {
        return of(url, log, PATIENCE);
    }

    /// @param patience how long an operation is tried again before it fails
    public static Database of(String url, Consumer<String> log, Duration patience) {
        return of(url, log, patience, patience.compareTo(OPENING) < 0 ? patience : OPENING);
    }

    private static Database of(String url, Consumer<String> log, Duration patience, Duration opening) {
        Address address = Address.of(url);
        new Retry(address.shown(), log, opening).run(() -> {
            try (Connection connection = DriverManager.getConnection(address.url(), address.properties())) {
                return transact(connection, address.dialect().begin(true), each -> StudySchema.prepare(each, address));
            } catch (SQLException e) {
                throw inWords(address, e);
            }
        });
        return new Database(address, log, patience);
    }

    private static HikariDataSource pool(Address address) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("study");
        config.setJdbcUrl(address.url());
        config.setDataSourceProperties(address.properties());
        config.setReadOnly(address.isReadOnly());
        config.setMaximumPoolSize(address.dialect() == Dialect.SQLITE ? 1 : MOST_CONNECTIONS); // one writer at a time
        config.setMinimumIdle(0); // hundreds of workers share a server's connections
        config.setIdleTimeout(IDLE_MILLIS);
        config.setConnectionTimeout(CONNECT_MILLIS);
        config.setInitializationFailTimeout(-1);
        return new HikariDataSource(config);
    }

    /// Return what the user called it, without the password.
    public String name() {
        return address.shown();
    }

    Dialect dialect() {
        return address.dialect();
    }

    /// Do work in one transaction: all of it or nothing. It may be done twice where the answer to a commit
    /// was lost, so it must bear that.
    <T> T transact(Work<T> work) {
        return patience.run(() -> attempt(false, work));
    }

    /// Do the same for what even a power failure must not undo.
    <T> T transactSafely(Work<T> work) {
        return patience.run(() -> attempt(true, work));
    }

    /// Read, without a lock.
    <T> T read(Work<T> work) {
        return patience.run(() -> {
            try (Connection connection = pool.getConnection()) {
                return work.run(connection);
            }
        });
    }

    private <T> T attempt(boolean isSafe, Work<T> work) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            return transact(connection, address.dialect().begin(isSafe), work);
        }
    }

    private static <T> T transact(Connection connection, List<String> begin, Work<T> work) throws SQLException {
        for (String statement : begin) {
            Sql.update(connection, statement);
        }
        try {
            T result = work.run(connection);
            Sql.update(connection, "COMMIT");
            return result;
        } catch (SQLException | RuntimeException e) {
            rollBack(connection, e);
            throw e;
        }
    }

    /// A connection that cannot even roll back is thrown away; the server then does it.
    private static void rollBack(Connection connection, Exception cause) throws SQLException {
        try {
            Sql.update(connection, "ROLLBACK");
        } catch (SQLException e) {
            cause.addSuppressed(e);
            connection.abort(Runnable::run);
        }
    }

    @Override
    public void close() {
        pool.close();
    }
}
