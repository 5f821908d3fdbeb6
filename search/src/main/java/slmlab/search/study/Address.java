package slmlab.search.study;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import slmlab.spec.text.SpecException;

/// Where a database is, from what a user wrote.
///
/// @param shown in messages: without the password
/// @param url of its driver
/// @param properties of its driver
/// @param file of SQLite, null for a server
record Address(
        String shown,
        String url,
        Properties properties,
        Dialect dialect,
        @Nullable Path file) {
    private static final String SQLITE = "jdbc:sqlite:";
    private static final String POSTGRESQL = "jdbc:postgresql:";
    private static final String BUSY_MILLIS = "10000";

    /// Read a file's path, `jdbc:sqlite:FILE`, `postgresql://USER@HOST/DATABASE` or `jdbc:postgresql:…`.
    static Address of(String text) {
        if (text.startsWith("postgresql://") || text.startsWith("postgres://")) {
            return server(text);
        }
        if (text.startsWith(POSTGRESQL)) {
            Properties properties = serverProperties();
            boolean hasPassword = text.contains("password=");
            password(hasPassword ? null : System.getenv("PGPASSWORD"), properties);
            String shown = text.replaceAll("password=[^&]*", "password=…");
            return new Address(shown, text, properties, Dialect.POSTGRESQL, null);
        }
        boolean isOther = text.startsWith("jdbc:") || text.contains("://");
        if (text.isBlank() || (isOther && !text.startsWith(SQLITE))) {
            throw new SpecException(
                    "study " + withoutPassword(text),
                    "is no database that studies are kept in; give a file (SQLite) or postgresql://USER@HOST/DATABASE");
        }
        return file(text.startsWith(SQLITE) ? text.substring(SQLITE.length()) : text);
    }

    private static Address file(String name) {
        Path file = Path.of(name).toAbsolutePath();
        if (Files.isDirectory(file)) {
            throw new SpecException("study " + name, "is a folder; name a file in it, such as study.db");
        }
        Path folder = file.getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new SpecException("study " + name, "lies in a folder that does not exist: " + folder);
        }
        Properties properties = new Properties();
        properties.setProperty("journal_mode", "WAL"); // readers never wait for a writer
        properties.setProperty("busy_timeout", BUSY_MILLIS);
        return new Address(name, SQLITE + file, properties, Dialect.SQLITE, file);
    }

    private static Address server(String text) {
        URI uri;
        try {
            uri = new URI(text);
        } catch (URISyntaxException e) {
            throw new SpecException("study " + withoutPassword(text), "is no URL: " + e.getReason());
        }
        String path = uri.getRawPath();
        if (uri.getHost() == null || path == null || path.length() < 2) {
            throw new SpecException(
                    "study " + withoutPassword(text),
                    "names no host or no database; needs postgresql://USER@HOST/DATABASE");
        }
        Properties properties = serverProperties();
        String info = uri.getRawUserInfo();
        int colon = info == null ? -1 : info.indexOf(':');
        if (info != null) {
            properties.setProperty("user", decoded(colon < 0 ? info : info.substring(0, colon)));
        }
        password(
                info != null && colon >= 0 ? decoded(info.substring(colon + 1)) : System.getenv("PGPASSWORD"),
                properties);
        String at = uri.getPort() < 0 ? uri.getHost() : uri.getHost() + ":" + uri.getPort();
        String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        String url = POSTGRESQL + "//" + at + path + query;
        return new Address(withoutPassword(text), url, properties, Dialect.POSTGRESQL, null);
    }

    /// Return the same address, to which nothing can be written. A file that nobody writes to is read as it is;
    /// without that, SQLite would put its own files beside it.
    Address readOnly() {
        Properties reading = new Properties();
        if (file == null) {
            reading.putAll(properties);
            reading.setProperty("readOnly", "true");
            return new Address(shown, url, reading, dialect, null);
        }
        reading.setProperty("open_mode", "1"); // SQLITE_OPEN_READONLY
        reading.setProperty("busy_timeout", "2000");
        boolean isStill = Files.notExists(file.resolveSibling(file.getFileName() + "-wal"));
        String still = SQLITE + "file:" + file.toUri().getRawPath() + "?immutable=1";
        return new Address(shown, isStill ? still : url, reading, dialect, file);
    }

    boolean isReadOnly() {
        return properties.containsKey("open_mode") || properties.containsKey("readOnly");
    }

    /// Leave the password to the driver where none is given: it reads `~/.pgpass`.
    private static void password(@Nullable String password, Properties properties) {
        if (password != null) {
            properties.setProperty("password", password);
        }
    }

    private static Properties serverProperties() {
        Properties properties = new Properties();
        properties.setProperty("ApplicationName", "slm-lab");
        properties.setProperty("connectTimeout", "10"); // seconds
        properties.setProperty("socketTimeout", "60"); // a server that has vanished without a word
        properties.setProperty("tcpKeepAlive", "true");
        return properties;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static String withoutPassword(String text) {
        return text.replaceFirst("(//[^/@:]*):[^/]*@", "$1@");
    }
}
