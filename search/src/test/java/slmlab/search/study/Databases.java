package slmlab.search.study;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The databases that tests of studies run on.
enum Databases {
    SQLITE,
    POSTGRESQL;

    private static @Nullable PostgresServer server;

    /// Return the URL of an empty one.
    String newUrl(Path folder) {
        return switch (this) {
            case SQLITE -> folder.resolve(UUID.randomUUID() + ".db").toString();
            case POSTGRESQL -> server().newUrl();
        };
    }

    /// Take it away for a moment where that can be.
    void restart() {
        if (this == POSTGRESQL) {
            server().stop();
            server().go();
        }
    }

    /// Return the server that all tests share; it ends with the JVM.
    private static synchronized PostgresServer server() {
        assumeTrue(PostgresServer.isInstalled(), "PostgreSQL is not installed (Debian: postgresql)");
        if (server == null) {
            try {
                server = PostgresServer.start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return server;
    }
}
