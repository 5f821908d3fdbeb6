package slmlab.bridge.gym;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/// The files and sockets of workers that have not connected yet: nobody else deletes them if the lab is asked to end
/// meanwhile.
final class Leftovers {
    private static final Map<Path, Path> SOCKETS = new ConcurrentHashMap<>(); // with the file of the same worker

    static {
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(Leftovers::deleteAll));
    }

    private Leftovers() {}

    /// Remember the two names of a worker; return its socket, whose folder is its own.
    static Path made(Path file, Path socket) {
        SOCKETS.put(socket, file);
        return socket;
    }

    /// Delete the two names of a worker, as far as they are there, and the socket's folder.
    static void delete(Path file, Path socket) throws IOException {
        Files.deleteIfExists(file);
        Files.deleteIfExists(socket);
        Files.deleteIfExists(Objects.requireNonNull(socket.getParent()));
        SOCKETS.remove(socket);
    }

    private static void deleteAll() {
        SOCKETS.forEach((socket, file) -> {
            try {
                delete(file, socket);
            } catch (IOException e) {
                System.err.println("cannot delete %s: %s".formatted(socket, e)); // the logging may have ended
            }
        });
    }
}
