package slmlab.bridge.gym;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// The Python program of a worker, and what it is asked to make.
///
/// @param source the program's text
/// @param variables environment variables, where the user has not set them
/// @param request id, arguments and whether a vector of the env's own is wanted, as `worker.py` reads them
record WorkerProgram(Path python, String source, Map<String, String> variables, Map<String, Object> request) {
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    /// Return the text of a resource beside this class.
    static String resource(String name) {
        try (InputStream in = WorkerProgram.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the resource %s is not on the class path".formatted(name));
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Return the folder of the mapped file and the socket: in memory where there is such a folder.
    static Path folder() {
        return Files.isWritable(SHARED_MEMORY) ? SHARED_MEMORY : Path.of(System.getProperty("java.io.tmpdir"));
    }
}
