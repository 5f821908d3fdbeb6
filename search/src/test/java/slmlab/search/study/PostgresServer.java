package slmlab.search.study;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/// A real PostgreSQL of the system's package, in a temporary folder, on the loopback interface alone.
public final class PostgresServer implements AutoCloseable {
    private static final Path PACKAGES = Path.of("/usr/lib/postgresql"); // as Debian keeps its versions
    private static final AtomicInteger SCHEMAS = new AtomicInteger();

    private final Path programs;
    private final Path folder;
    private final int port;
    private boolean isClosed;

    private PostgresServer(Path programs, Path folder, int port) {
        this.programs = programs;
        this.folder = folder;
        this.port = port;
    }

    /// Return whether PostgreSQL is installed.
    public static boolean isInstalled() {
        return programs().isPresent();
    }

    private static Optional<Path> programs() {
        List<Path> folders = new ArrayList<>();
        if (Files.isDirectory(PACKAGES)) {
            try (Stream<Path> versions = Files.list(PACKAGES)) {
                versions.sorted(Comparator.reverseOrder())
                        .map(version -> version.resolve("bin"))
                        .forEach(folders::add);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        Stream.of(String.valueOf(System.getenv("PATH")).split(":", -1))
                .map(Path::of)
                .forEach(folders::add);
        return folders.stream()
                .filter(each ->
                        Files.isExecutable(each.resolve("initdb")) && Files.isExecutable(each.resolve("pg_ctl")))
                .findFirst();
    }

    public static PostgresServer start() throws IOException {
        Path folder = Files.createTempDirectory("slm-postgres");
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        PostgresServer server = new PostgresServer(programs().orElseThrow(), folder, port);
        Runtime.getRuntime().addShutdownHook(new Thread(server::close)); // where a test is interrupted
        if (isRoot()) {
            run(List.of("chown", "postgres", folder.toString())); // PostgreSQL refuses to be root
        }
        server.call("initdb", "-A", "trust", "-U", "lab", "-N", "--locale=C", "-E", "UTF8");
        Files.writeString(folder.resolve("data/postgresql.conf"), """
            listen_addresses = '127.0.0.1'
            port = %s
            unix_socket_directories = ''
            fsync = off
            shared_buffers = 16MB
            """.formatted(port));
        server.go();
        return server;
    }

    /// Start it, again where it was stopped.
    public void go() {
        call("pg_ctl", "-w", "-s", "-l", folder.resolve("log").toString(), "start");
    }

    /// End every connection at once, as a crash does.
    public void stop() {
        call("pg_ctl", "-w", "-s", "-m", "immediate", "stop");
    }

    /// Return the URL of a schema that nobody has used.
    public String newUrl() {
        return "postgresql://lab@127.0.0.1:%s/postgres?currentSchema=s%s".formatted(port, newSchema());
    }

    private int newSchema() {
        int schema = SCHEMAS.incrementAndGet();
        run(List.of(
                programs.resolve("psql").toString(),
                "-q",
                "postgresql://lab@127.0.0.1:%s/postgres".formatted(port),
                "-c",
                "CREATE SCHEMA s" + schema));
        return schema;
    }

    @Override
    public synchronized void close() {
        if (!isClosed) {
            isClosed = true;
            stop();
            run(List.of("rm", "-r", folder.toString()));
        }
    }

    private void call(String program, String... arguments) {
        List<String> command = new ArrayList<>(isRoot() ? List.of("runuser", "-u", "postgres", "--") : List.of());
        command.add(programs.resolve(program).toString());
        command.addAll(List.of("-D", folder.resolve("data").toString()));
        command.addAll(List.of(arguments));
        run(command);
    }

    private static boolean isRoot() {
        return System.getProperty("user.name").equals("root");
    }

    private static void run(List<String> command) {
        try {
            Path output = Files.createTempFile("slm-postgres", ".txt");
            Process process = new ProcessBuilder(command)
                    .directory(Path.of("/").toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            boolean isOver = process.waitFor(60, TimeUnit.SECONDS);
            String said = Files.readString(output);
            Files.delete(output);
            if (!isOver || process.exitValue() != 0) {
                throw new IllegalStateException("%s: %s".formatted(String.join(" ", command), said));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
