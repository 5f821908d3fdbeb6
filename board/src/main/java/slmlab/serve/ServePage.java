package slmlab.serve;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Objects;

/// The files of the page on which a policy is tried by hand. Its looks are the dashboard's.
final class ServePage {
    private static final String BOARD = "/slmlab/board/";

    static final Map<String, File> FILES = Map.of(
            "/", file("serve.html", "text/html; charset=utf-8"),
            "/serve.js", file("serve.js", "text/javascript; charset=utf-8"),
            "/serve.css", file("serve.css", "text/css; charset=utf-8"),
            "/board.css", file(BOARD + "board.css", "text/css; charset=utf-8"),
            "/theme.js", file(BOARD + "theme.js", "text/javascript; charset=utf-8"),
            "/icon.svg", file(BOARD + "icon.svg", "image/svg+xml"));

    private ServePage() {}

    record File(byte[] content, String type) {}

    private static File file(String name, String type) {
        try (InputStream in = Objects.requireNonNull(ServePage.class.getResourceAsStream(name), name)) {
            return new File(in.readAllBytes(), type);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
